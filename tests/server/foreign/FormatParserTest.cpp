//===- FormatParserTest.cpp - Operations with a known format --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/foreign/FormatParser.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "server/foreign/ForeignDialect.h"
#include "server/foreign/ForeignProblems.h"
#include "server/parse/ParsedText.h"
#include "tests/server/AnnotatedText.h"
#include "tests/server/ods/OdsProject.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using llvm::StringRef;

/// The operations of the dialect `toy` in generic form, or the first error.
static std::string read(const std::string &Text) {
  std::unique_ptr<MLIRContext> Context = makeContext(allDialects());
  Context->printOpOnDiagnostic(false);
  GuessedTypes *Types = loadForeignDialects(*Context, Text);
  std::string Error, Result;
  ScopedDiagnosticHandler Handler(Context.get(), [&](Diagnostic &Message) {
    if (Error.empty())
      Error = Message.str();
  });
  ParserConfig Config(Context.get(), /*verifyAfterParse=*/true);
  OwningOpRef<ModuleOp> Module;
  parseLearning(*Context, Types, [&] {
    Error.clear();
    Module = parseSourceString<ModuleOp>(Text, Config);
  });
  if (!Module)
    return Error;
  llvm::raw_string_ostream OS(Result);
  Module->walk<WalkOrder::PreOrder>([&](Operation *Op) {
    if (!Op->getName().getStringRef().starts_with("toy."))
      return;
    OS << Op->getName().getStringRef() << '(' << Op->getOperandTypes() << ")->("
       << Op->getResultTypes() << ')';
    if (!Op->getAttrs().empty())
      OS << Op->getAttrDictionary();
    if (Op->getNumRegions())
      OS << " regions " << Op->getNumRegions();
    OS << ';';
  });
  return Result;
}

static std::string inFunction(const std::string &Body) {
  return "func.func @f(%a: !toy.poly<3>, %b: i32, %c: index) {\n" + Body +
         "\n  return\n}";
}

TEST_CASE("FormatParser: operands, types and attributes", "[foreign][ods]") {
  OdsProject Project;
  setCurrentOds(Project.read().Catalog);
  auto line = [](const std::string &Body) { return read(inFunction(Body)); };
  const std::string Poly = "!toy.poly<3>";
  // The types of the operands are those of the result; its own may be short.
  CHECK(line("%0 = toy.add %a, %a : <3>") ==
        "toy.add(" + Poly + ", " + Poly + ")->(" + Poly + ");");
  CHECK(line("%0 = toy.add %a, %a {x} : !toy.poly<3>") ==
        "toy.add(" + Poly + ", " + Poly + ")->(" + Poly + "){x};");
  // Types that the definition says.
  CHECK(line("%0 = toy.eval %a at %b : !toy.poly<3>") ==
        "toy.eval(" + Poly + ", i32)->(i32);");
  // Groups.
  CHECK(line("%0 = toy.rotate %b : i32") == "toy.rotate(i32)->(i32);");
  CHECK(line("%0 = toy.rotate %b by %c steps 5 fast : i32") ==
        "toy.rotate(i32, index)->(i32){fast, steps = 5 : i64};");
  CHECK(line("%0:2 = toy.pack (%a, %b) kind(<7>) : (!toy.poly<3>, i32) -> "
             "(i8, i16)") ==
        "toy.pack(" + Poly + ", i32)->(i8, i16){kind = \"<7>\"};");
  CHECK(line("toy.pack () : () -> ()") == "toy.pack()->();");
  // A format in C++ is read by its form.
  CHECK(line("toy.list %a, %b : !toy.poly<3>, i32") ==
        "toy.list(" + Poly + ", i32)->();");
  CHECK(read("toy.box @b attributes {x} {\n  %a = arith.constant 1 : i32\n}") ==
        "toy.box()->(){sym_name = \"b\", x} regions 1;");
}

TEST_CASE("FormatParser: a region that is isolated has names of its own",
          "[foreign][ods]") {
  OdsProject Project;
  setCurrentOds(Project.read().Catalog);
  CHECK(read(inFunction("toy.box @x {\n  %b = arith.constant 1 : i8\n}")) ==
        "toy.box()->(){sym_name = \"x\"} regions 1;");
}

TEST_CASE("FormatParser: attributes that may be left out", "[foreign][ods]") {
  OdsProject Project;
  setCurrentOds(Project.read().Catalog);
  auto line = [](const std::string &Body) { return read(inFunction(Body)); };
  CHECK(line("toy.mark") == "toy.mark()->();");
  CHECK(line("toy.mark 5 : i8") == "toy.mark()->(){note = 5 : i8};");
  // A unit that nothing stands for is written.
  CHECK(line("toy.mark unit,") == "toy.mark()->(){strong};");
  CHECK(line("toy.mark unit, \"x\"") ==
        "toy.mark()->(){note = \"x\", strong};");
  // The text ends where one may begin.
  CHECK(read("toy.mark") == "toy.mark()->();");
}

TEST_CASE("FormatParser: types whose dialect reads them in C++",
          "[foreign][ods]") {
  OdsProject Project;
  setCurrentOds(Project.read().Catalog);
  auto line = [](const std::string &Body) {
    return read("func.func @f(%a: !toy.poly<3>, %w: !toy.i32, %b: i1) {\n" +
                Body + "\n  return\n}");
  };
  const char *Read = "toy.read(!toy.poly<3>, !toy.i32, i1)->(!toy.l8);";
  CHECK(line("%0 = toy.read %a %w %b : <3>, i32, i1 -> !toy.l8") == Read);
  CHECK(line("%0 = toy.read %a %w %b : !toy.poly<3>, !toy.i32, i1 -> "
             "!toy.l8") == Read);
  CHECK_THAT(line("%0 = toy.read %a %w %b : <3>, l32, i1 -> !toy.l8"),
             Catch::Contains("!toy.l32"));
  // A word may have brackets.
  CHECK_THAT(line("%0 = toy.read %a %w %b : <3>, array<4 x i8>, i1 -> i8"),
             Catch::Contains("!toy.array<4 x i8>"));
}

TEST_CASE("FormatParser: words and lists that may be left out",
          "[foreign][ods]") {
  OdsProject Project;
  setCurrentOds(Project.read().Catalog);
  auto line = [](const std::string &Body) {
    return read("func.func @f(%w: !toy.i32) {\n" + Body + "\n  return\n}");
  };
  CHECK(line("toy.sort") == "toy.sort()->();");
  CHECK(line("toy.sort down first for [@a, @b]") ==
        "toy.sort()->(){order = \"down\", users = [@a, @b]};");
  CHECK(line("toy.sort by %w : i32 for [@a]") ==
        "toy.sort(!toy.i32)->(){users = [@a]};");
}

TEST_CASE("FormatParser: operands without names, and lists of operands",
          "[foreign][ods]") {
  OdsProject Project;
  setCurrentOds(Project.read().Catalog);
  auto line = [](const std::string &Body) { return read(inFunction(Body)); };
  CHECK(line("toy.mix %b, %c : i32, index") == "toy.mix(i32, index)->();");
  CHECK(line("toy.cases (%b, %c), (), (%b) : (i32, index), (), (i32)") ==
        "toy.cases(i32, index, i32)->();");
  CHECK(line("toy.cases () : ()") == "toy.cases()->();");
  CHECK(line("toy.cases") == "toy.cases()->();");
  CHECK_THAT(line("toy.cases (%b), (%c) : (i32)"),
             Catch::Contains("has 2 operands, but 1 types for them"));
}

TEST_CASE("FormatParser: what is in brackets is no operation",
          "[foreign][ods]") {
  OdsProject Project;
  setCurrentOds(Project.read().Catalog);
  for (const char *Parameters :
       {"<{ %x = arith.constant 1 : i32 }>", "<{ ^b: toy.mark }>",
        "<{ \"toy.mark\"() : () -> () }>", "<({ toy.box @x {} })>"}) {
    INFO(Parameters);
    std::string Text =
        inFunction(std::string("%0 = toy.add %a, %a : ") + Parameters);
    std::unique_ptr<MLIRContext> Context = makeContext(allDialects());
    loadForeignDialects(*Context, Text);
    ParsedText Parsed(*Context, Text, "a.mlir", ParsedText::Verify::No);
    // Names refer to operations that are there.
    std::vector<Operation *> Operations;
    if (Parsed.isValid())
      Parsed.module()->walk([&](Operation *Op) { Operations.push_back(Op); });
    for (const AsmParserState::OperationDefinition &Each :
         Parsed.names().getOpDefs())
      if (Parsed.isValid())
        CHECK(llvm::is_contained(Operations, Each.op));
    // It is an error, in the words of one.
    softenForeignProblems(Parsed.problems(), Text, *Context);
    for (const Problem &Issue : Parsed.problems()) {
      CHECK(Issue.Severity == Problem::Level::Error);
      CHECK(Issue.Message.find("not known here") == std::string::npos);
    }
  }
}

TEST_CASE("FormatParser: errors", "[foreign][ods]") {
  OdsProject Project;
  setCurrentOds(Project.read().Catalog);
  auto line = [](const std::string &Body) { return read(inFunction(Body)); };
  CHECK_THAT(line("%0 = toy.eval %a : !toy.poly<3>"),
             Catch::Contains("expected 'at'"));
  CHECK_THAT(line("%0 = toy.add %a : <3>"),
             Catch::Contains("takes 2 operands, but has 1"));
  CHECK_THAT(line("%0 = toy.add %a, %b : <3>"),
             Catch::Contains("expects different type than prior uses"));
  CHECK_THAT(line("toy.pack (%a) : () -> ()"),
             Catch::Contains("has 1 operands, but 0 types for them"));
  CHECK_THAT(line("%0 = toy.ad %a, %a : <3>"),
             Catch::Contains("there is no operation 'toy.ad'") &&
                 Catch::Contains("did you mean 'toy.add'?"));
  // Files may be missing from the list.
  CHECK(line("%0 = toy.something %a : !toy.poly<3>") ==
        "toy.something(!toy.poly<3>)->(!toy.poly<3>);");
  // Without definitions, all is read by its form.
  setCurrentOds(std::make_shared<const OdsCatalog>());
  CHECK(line("%0 = toy.ad %a, %a : !toy.poly<3>") ==
        "toy.ad(!toy.poly<3>, !toy.poly<3>)->(!toy.poly<3>);");
}
