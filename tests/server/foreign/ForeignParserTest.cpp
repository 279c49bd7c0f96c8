//===- ForeignParserTest.cpp - Operations of unknown dialects -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/foreign/ForeignParser.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "server/foreign/ForeignDialect.h"
#include "server/foreign/ForeignText.h"
#include "server/parse/ParsedText.h"
#include "tests/server/AnnotatedText.h"
#include "tests/support/SourceRoot.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <filesystem>
#include <map>

using namespace mlir;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using llvm::StringRef;

/// The operations of a text, one line each: name, operands, types, regions.
static std::vector<std::string> read(const std::string &Text,
                                     StringRef Prefix = "") {
  std::unique_ptr<MLIRContext> Context = makeContext(allDialects());
  GuessedTypes *Types = loadForeignDialects(*Context, Text);
  ScopedDiagnosticHandler Quiet(Context.get(), [](Diagnostic &) {});
  ParserConfig Config(Context.get(), /*verifyAfterParse=*/false);
  OwningOpRef<ModuleOp> Module;
  auto Source = llvm::MemoryBuffer::getMemBuffer(Text);
  llvm::SourceMgr Sources;
  Sources.AddNewSourceBuffer(std::move(Source), llvm::SMLoc());
  parseLearning(*Context, Types,
                [&] { Module = parseSourceFile<ModuleOp>(Sources, Config); });
  std::vector<std::string> Lines;
  if (!Module)
    return Lines;
  Module->walk<WalkOrder::PreOrder>([&](Operation *Op) {
    if (Op == *Module)
      return;
    llvm::raw_string_ostream OS(Lines.emplace_back());
    StringRef Name = Op->getName().getStringRef();
    Name.consume_front(Prefix);
    OS << Name << " (" << Op->getOperandTypes() << ") -> ("
       << Op->getResultTypes() << ") regions " << Op->getNumRegions()
       << " successors " << Op->getNumSuccessors();
  });
  return Lines;
}

/// The line of the operation `t.op`.
static std::string readOne(const std::string &Text) {
  for (std::string &Line : read(Text))
    if (StringRef(Line).starts_with("t.op"))
      return Line;
  return "not read";
}

static std::string inFunction(const std::string &Body) {
  return "func.func @f(%a: i32, %b: tensor<4xi32>, %c: index) {\n" + Body +
         "\n  return\n}";
}

TEST_CASE("ForeignParser: the usual forms", "[foreign]") {
  auto line = [](const std::string &Body) { return readOne(inFunction(Body)); };
  auto is = [](const char *Operands, const char *Results,
               const char *Rest = "regions 0 successors 0") {
    return std::string("t.op (") + Operands + ") -> (" + Results + ") " + Rest;
  };
  CHECK(line("t.op") == is("", ""));
  CHECK(line("%0 = t.op %a, %a : i32") == is("i32, i32", "i32"));
  CHECK(line("%0 = t.op %a, %b : (i32, tensor<4xi32>) -> i8") ==
        is("i32, tensor<4xi32>", "i8"));
  CHECK(line("%0:2 = t.op %a : i32 -> i8, i16") == is("i32", "i8, i16"));
  CHECK(line("%0 = t.op %b to tensor<2xi8>") ==
        is("tensor<4xi32>", "tensor<2xi8>"));
  CHECK(line("%0 = t.op %b : tensor<4xi32> to tensor<2xi8>") ==
        is("tensor<4xi32>", "tensor<2xi8>"));
  // The operands have the types that they were defined with.
  CHECK(line("%0 = t.op %b, %c : tensor<4xi32>") ==
        is("tensor<4xi32>, index", "tensor<4xi32>"));
  CHECK(line("%0 = t.op %b[%c] : tensor<4xi32>") ==
        is("tensor<4xi32>, index", "tensor<4xi32>"));
  CHECK(line("t.op %a, %b, %c") == is("i32, tensor<4xi32>, index", ""));
  CHECK(line("%0 = t.op %b, %c {x = 1 : i32} : tensor<4xi32>, index") ==
        is("tensor<4xi32>, index", "tensor<4xi32>"));
  // Words, numbers, symbols and attributes.
  CHECK(line("%0 = t.op lt, %a, 3, @s, \"x\", #t.x<[1, 2]>, dense<1> : i8") ==
        is("i32", "i8"));
  CHECK(line("%0 = t.op #t.value<1> : !t.x<i8>") == is("", "!t.x<i8>"));
  CHECK(line("%0 = t.op ins(%a, %c : i32, index) outs(%b : tensor<4xi32>) -> "
             "tensor<4xi32>") ==
        is("i32, index, tensor<4xi32>", "tensor<4xi32>"));
  // What is in the next line belongs to it if it cannot begin an operation.
  CHECK(line("%0 = t.op ins(%a : i32)\n    outs(%b : tensor<4xi32>)\n    -> i8"
             "\n%1 = arith.addi %a, %a : i32") ==
        is("i32, tensor<4xi32>", "i8"));
  CHECK(
      line("%0 = t.op %a,\n    %c : i32, index\n  func.call @g() : () -> ()") ==
      is("i32, index", "i32"));
  CHECK(line("%0 = t.op\n  %1 = t.x %a : i32") == is("", "none"));
}

TEST_CASE("ForeignParser: forms of larger projects", "[foreign]") {
  auto line = [](const std::string &Body) { return readOne(inFunction(Body)); };
  // Sizes behind types, and what holds a tensor.
  CHECK(line("%0 = t.op %a : i32 -> tensor<?xf32>{%c} in !t.r<*>{%c}") ==
        "t.op (i32, index, index) -> (!t.r<*>) regions 0 successors 0");
  CHECK(line("%0 = t.op(%b, %a) : (tensor<?xf32>{%c}, i32) -> %b{%c}") ==
        "t.op (tensor<4xi32>, i32, index, tensor<4xi32>, index) -> (none) "
        "regions 0 successors 0");
  CHECK(line("%0 = t.op %a : i32 -> %a as !t.x{%c}") ==
        "t.op (i32, i32, index) -> (!t.x) regions 0 successors 0");
  CHECK(line("%0 = t.op max(%a, %a) => !t.x") ==
        "t.op (i32, i32) -> (!t.x) regions 0 successors 0");
  // Braces that are no dictionary.
  CHECK(line("%0 = t.op %a <@m, [{}, {\"b\", ?}]> : i32") ==
        "t.op (i32) -> (i32) regions 0 successors 0");
  CHECK(line("%0 = t.op {\"y\", \"q\":(4)2} %a : i32") ==
        "t.op (i32) -> (i32) regions 0 successors 0");
  CHECK(line("%0 = t.op %a {cache = Default} : i32") ==
        "t.op (i32) -> (i32) regions 0 successors 0");
  // A colon before a value.
  CHECK(line("t.op \"x: \" {hex = false} : %a, %c : i32, index") ==
        "t.op (i32, index) -> () regions 0 successors 0");
  // A word that begins as a type does.
  CHECK(line("%0 = t.op %a, precision = bf16x3 : i32") ==
        "t.op (i32) -> (i32) regions 0 successors 0");
  // Values of a successor, each with its type.
  CHECK(readOne("t.func @f(%a: i32) {\n  t.op ^bb1(%a : i32, %a : i32)\n"
                "^bb1(%x: i32, %y: i32):\n  t.end\n}") ==
        "t.op (i32, i32) -> () regions 0 successors 1");
  // A header over several lines, and one with a dictionary of its own.
  CHECK(read("t.func @f(%a: i32) {\n  t.op (%a)\n    (%x: i32,\n     %y: i32) "
             "{\n    t.end %x, %y : i32, i32\n  }\n}")
            .size() == 3);
  CHECK(readOne("t.func @f(%a: i32) attributes {\n  t.x = 1\n} {\n"
                "  t.op (%a) (%x: i32) {\n    t.end %x : i32\n  }\n}") ==
        "t.op (i32) -> () regions 1 successors 0");
  // Attributes of such dialects are memory spaces.
  CHECK(line("%0 = t.op %a : i32 -> memref<4xi8, #t.space<l1>>") ==
        "t.op (i32) -> (memref<4xi8, #t.space<l1>>) regions 0 successors 0");
}

TEST_CASE("ForeignParser: regions, blocks and functions", "[foreign]") {
  CHECK(readOne(inFunction("%0 = t.op(%a : i32) {\n^body(%x: i8):\n"
                           "  t.yield %x : i8\n} -> i8")) ==
        "t.op (i32) -> (i8) regions 1 successors 0");
  CHECK(readOne(inFunction("t.op %a {\n  t.end\n} else {\n  t.end\n}")) ==
        "t.op (i32) -> () regions 2 successors 0");
  CHECK(readOne(inFunction("t.op %i = %c to %c {\n  t.use %i : index\n}")) ==
        "t.op (index, index) -> () regions 1 successors 0");
  CHECK(
      readOne("t.op @f(%a: i32, %b: i8 {t.x}) -> i32 attributes {x} {\n"
              "  %0 = t.x %a, %b : (i32, i8) -> i32\n  t.return %0 : i32\n}") ==
      "t.op () -> () regions 1 successors 0");
  CHECK(readOne("t.op private @f(in %a: i32, out b: i8) {\n"
                "  t.return %a : i32\n}") ==
        "t.op () -> () regions 1 successors 0");
  CHECK(readOne("func.func @f(%a: i1) {\n  t.op %a, ^x, ^y\n^x:\n  return\n"
                "^y:\n  return\n}") ==
        "t.op (i1) -> () regions 0 successors 2");
  // A region and a dictionary look alike.
  CHECK(readOne(inFunction("t.op {x = 1, y}")) ==
        "t.op () -> () regions 0 successors 0");
  CHECK(readOne(inFunction("t.op {} : i32")) ==
        "t.op () -> () regions 0 successors 0");
}

TEST_CASE("ForeignText: a region whose first name is missing", "[foreign]") {
  CHECK(ForeignText("{\n  = t.op : i1 }").isRegion());
  CHECK_FALSE(ForeignText("{a = 1}").isRegion());
}

TEST_CASE("ForeignParser: arguments of regions", "[foreign]") {
  auto types = [](const std::string &Text) {
    std::string Result;
    for (StringRef Line : read(Text))
      if (Line.consume_front("t.use ("))
        Result += Line.split(')').first.str() + ";";
    return Result;
  };
  // With the types that are written, or that the uses need.
  CHECK(types("t.module @m(in %a : i1, out b : i8) {\n  t.use %a : i1\n}") ==
        "i1;");
  CHECK(types("t.extern @e(in %a : i1)\nt.extern.func @f(%a: i8, ...) -> i8\n"
              "t.module @m(in %a: !t.u<1> [{x = \"b\"}] sym @s domains [%b],\n"
              "  in %b: !t.d) {\n  t.use %a, %b : !t.u<1>, !t.d\n}") ==
        "!t.u<1>, !t.d;");
  CHECK(types("t.test @x(b = %b: !t.block) {\n  t.use %b : !t.block\n}") ==
        "!t.block;");
  CHECK(types(inFunction("t.make @x as %m {\n  func.call @g(%m) : (i8) -> ()\n"
                         "  t.use %m : i8\n}")) == "i8;");
  CHECK(types(inFunction("t.op tile(%x, %y) in (%v = %c, %w=%c) {\n"
                         "  t.use %x, %y, %v, %w\n}")) ==
        "index, index, index, index;");
  CHECK(types(inFunction("%0 = t.op %i : i32 = %a to %a {\n  t.use %i\n}")) ==
        "i32;");
  CHECK(types(inFunction("%0 = t.reduce(%b init: %a) : i32\n"
                         "  reducer(%x: i32, %y: i8) {\n  t.use %x, %y\n}")) ==
        "i32, i8;");
  CHECK(types(inFunction("%0 = t.while(%i = %a) : i32\n  cond {\n"
                         "  %1 = t.x %i : i32\n  t.end\n} do {\n"
                         "  t.use %i : i32\n}")) == "i32;");
}

TEST_CASE("ForeignParser: types are learned from uses", "[foreign]") {
  auto line = [](const std::string &Body) { return readOne(inFunction(Body)); };
  CHECK(line("%0 = t.op 5\n  %1 = arith.addi %0, %a : i32") ==
        "t.op () -> (i32) regions 0 successors 0");
  CHECK(line("%0 = t.op lt %a, %a : i32\n  cf.cond_br %0, ^x, ^x\n^x:") ==
        "t.op (i32, i32) -> (i1) regions 0 successors 0");
  // Of values that are defined later, from the definition.
  CHECK(read("t.graph {\n  t.op %0\n  %0 = t.x : () -> i64\n}")[1] ==
        "t.op (i64) -> () regions 0 successors 0");
  // Operations of the same kind have the same types.
  std::vector<std::string> Lines =
      read(inFunction("%0 = t.op 1\n  %1 = t.op 2\n"
                      "  %2 = arith.addi %0, %a : i32"));
  CHECK(llvm::count(Lines, "t.op () -> (i32) regions 0 successors 0") == 2);
  // Types that are written are not learned.
  CHECK(read(inFunction("%0 = t.op %a : (i32) -> i8\n"
                        "  %1 = arith.addi %0, %a : i32"))
            .empty());
  // Nor are there two for one value.
  CHECK(read(inFunction("%0 = t.op 1\n  %1 = arith.addi %0, %a : i32\n"
                        "  %2 = arith.index_cast %0 : i64 to index"))
            .empty());
}

TEST_CASE("ForeignDialect: blanks do not make other types", "[foreign]") {
  CHECK_FALSE(read("func.func @f(%a: !t.x<[1,2], a= \"b, c\",d = <e : i8>>) {\n"
                   "  func.call @g(%a) : (!t.x<[1, 2],a = \"b, c\", d=<e: i8>>)"
                   " -> ()\n  return\n}")
                  .empty());
  CHECK(read("func.func @f(%a: !t.x<\"b, c\">) {\n"
             "  func.call @g(%a) : (!t.x<\"b,c\">) -> ()\n  return\n}")
            .empty());
}

TEST_CASE("ForeignParser: what stands after an operation", "[foreign]") {
  // An alias, and brackets that are no dictionary.
  CHECK(read("t.op @f() {}\n#a = #t.x\nt.op {y = #a}").size() == 2);
  CHECK(readOne(inFunction("t.op x @a { @b -> @c, @d -> @e }")) ==
        "t.op () -> () regions 0 successors 0");
  CHECK(readOne(inFunction("%0 = t.op {\"x\": %a, \"y\": %c} : i32, index")) ==
        "t.op (i32, index) -> (i32) regions 0 successors 0");
  CHECK(readOne(inFunction("%0 = t.op @m(a: %a : i32) -> (b: i8)")) ==
        "t.op (i32) -> (i8) regions 0 successors 0");
  CHECK(readOne(inFunction("t.op %a : i32, %c : index")) ==
        "t.op (i32, index) -> () regions 0 successors 0");
}

TEST_CASE("ForeignParser: types that differ are told where they are written",
          "[foreign]") {
  CHECK(read(inFunction("%0 = t.op %a : (i8) -> i8")).empty());
  CHECK(read(inFunction("t.op %undefined : i8")).empty());
}

TEST_CASE("ForeignDialect: names of dialects in a text", "[foreign]") {
  auto names = [](StringRef Text) {
    std::string Result;
    for (StringRef Name : findDialectNames(Text))
      Result += Name.str() + " ";
    return Result;
  };
  CHECK(names("%a.b = x.y %c : !t.t<i8>, #u.v") == "x t u ");
  CHECK(names("\"x.y\"() : () -> ()\n1.0e5 @a.b ^c.d x.y x.z") == "x ");
  CHECK(names("%0 = x.y 1h.z : i32") == "x h ");
  // A name may go on with a digit or another dot.
  CHECK(names("x.0y z..b // and so on... 2.5 3.") == "x z ");
}

/// The text with `other_` before the operations of some dialects.
static std::string rename(StringRef Text, llvm::ArrayRef<StringRef> Dialects) {
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    bool IsWord = I == 0 || Text[I - 1] == ' ' || Text[I - 1] == '\n' ||
                  Text[I - 1] == '\t';
    for (StringRef Name : Dialects)
      if (IsWord && Text.substr(I).starts_with((Name + ".").str()))
        Result += "other_";
    Result += Text[I];
  }
  return Result;
}

TEST_CASE("ForeignParser: operations of known dialects, read as if they were "
          "not known",
          "[foreign]") {
  // The form of `tensor.extract` does not tell the type of its result.
  const StringRef Dialects[] = {"arith", "math", "index", "complex", "noisy"};
  size_t Right = 0, Count = 0;
  std::map<std::string, unsigned> Wrong;
  for (const char *Folder :
       {"tests/analysis/upstream-ops", "tests/ir", "examples"})
    for (const auto &File : std::filesystem::directory_iterator(
             mlir::noisy::test::sourceRoot() / Folder)) {
      if (File.path().extension() != ".mlir")
        continue;
      auto Buffer = llvm::MemoryBuffer::getFile(File.path().string());
      REQUIRE(Buffer);
      llvm::SmallVector<StringRef> Chunks;
      (*Buffer)->getBuffer().split(Chunks, "// -----");
      for (StringRef Chunk : Chunks) {
        std::vector<std::string> Known = read(Chunk.str());
        std::vector<std::string> Foreign =
            read(rename(Chunk, Dialects), "other_");
        for (size_t I = 0; I < Known.size(); ++I) {
          StringRef Name = StringRef(Known[I]).split(' ').first;
          if (!llvm::is_contained(Dialects, Name.split('.').first))
            continue;
          ++Count;
          if (I < Foreign.size() && Foreign[I] == Known[I])
            ++Right;
          else
            ++Wrong[Foreign.empty() ? File.path().filename().string()
                                    : Name.str()];
        }
      }
    }
  std::string Kinds;
  for (const auto &[Name, Times] : Wrong)
    Kinds += Name + " " + std::to_string(Times) + ", ";
  WARN(Right << " of " << Count << " right; wrong: " << Kinds);
  CHECK(Right * 100 >= Count * 99);
  CHECK(Count > 500);
}
