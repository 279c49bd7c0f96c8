//===- BracketItemsTest.cpp - What stands in angle brackets ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/BracketItems.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "server/features/completion/DialectMembers.h"
#include "tests/server/features/completion/CompletionOffer.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using Strings = std::vector<std::string>;

static const std::string InDictionary = "module attributes {a = ";
static const std::string InSignature = "func.func private @f(";
static const std::string InBody =
    "func.func @f(%a: i32, %g: f32, %v: vector<4xi32>) {\n  ";

static Strings labelsAt(const std::string &TypedText) {
  return Offer(TypedText + "|").labels();
}

TEST_CASE("BracketItems: the parameters of an attribute", "[completion]") {
  Offer Model(InDictionary + "#noisy.model<|");
  const Strings All = {"initial = ", "max = ",   "add = ",     "sub = ",
                       "mul = ",     "scale = ", "reduced = ", "unit = "};
  CHECK(Model.labels() == All);
  CHECK(Model.find("initial = ")->Snippet == "initial = $1");
  CHECK(labelsAt(InDictionary + "#noisy.model<ini") == All);
  // Not its value, and each once; not the attributes of the module either.
  CHECK(labelsAt(InDictionary + "#noisy.model<initial = ") == Strings());
  CHECK(labelsAt(InDictionary + "#noisy.model<initial = 3, ") ==
        Strings{"max = ", "add = ", "sub = ", "mul = ", "scale = ",
                "reduced = ", "unit = "});
  CHECK(labelsAt(InDictionary + "#noisy.model<initial = 3, max = 4, add = max, "
                                "sub = max, mul = sum, scale = sum, reduced = "
                                "3, unit = 1, ") == Strings());
  // In an alias, too, and in the order in which they are printed.
  CHECK(labelsAt("#m = #noisy.model<") == All);
  CHECK(labelsAt("#m = #llvm.di_basic_type<") ==
        Strings{"tag = ", "name = ", "sizeInBits = ", "encoding = "});
  // What is taken parses.
  std::string Text = InDictionary + "#noisy.model<";
  Text = Offer(Text + "|").acceptedText("initial = ") + "3, ";
  Text = Offer(Text + "|").acceptedText("max = ") + "4>";
  MLIRContext Context(allDialects(), MLIRContext::Threading::DISABLED);
  CHECK(parseAttribute(Text.substr(InDictionary.size()), &Context));
}

TEST_CASE("BracketItems: the words of an attribute", "[completion]") {
  CHECK(labelsAt(InDictionary + "#gpu.address_space<") ==
        Strings{"global", "private", "workgroup"});
  CHECK(labelsAt(InBody + "%x = arith.addi %a, %a overflow<") ==
        Strings{"none", "nsw", "nuw"});
  CHECK(labelsAt(InBody + "%x = arith.addi %a, %a overflow<nsw, n") ==
        Strings{"none", "nuw"});
  CHECK(Offer(InBody + "%x = arith.addf %g, %g fastmath<|").has("fast"));
  CHECK(Offer(InBody + "%x = vector.reduction <|").has("add"));
  // Before them they are written with their brackets.
  CHECK(Offer(InBody + "%x = vector.reduction |").has("<add>"));
  CHECK(Offer(InBody + "%x = arith.cmpi |").has("slt"));
  CHECK(Offer(InBody + "%x = llvm.icmp |").has("\"slt\""));
  CHECK(labelsAt(InDictionary + "#no.such<") == Strings());
}

TEST_CASE("BracketItems: MLIR reads all words of the table", "[completion]") {
  MLIRContext Context(allDialects(), MLIRContext::Threading::DISABLED);
  Context.loadAllAvailableDialects();
  ScopedDiagnosticHandler Quiet(&Context,
                                [](mlir::Diagnostic &) { return success(); });
  Strings Unread;
  size_t Count = 0;
  for (llvm::StringRef Dialect : allDialects().getDialectNames())
    for (llvm::StringRef Member : findDialectMembers('#', Dialect)) {
      std::string Name = ("#" + Dialect + "." + Member).str();
      for (llvm::StringRef Word : findMemberContents(Name).Words) {
        std::string Text = Name + "<" + Word.str() + ">";
        ++Count;
        if (!parseAttribute(Text, &Context))
          Unread.push_back(Text);
      }
    }
  CHECK(Count > 500);
  CHECK(Unread == Strings());
}

TEST_CASE("BracketItems: builtin attributes", "[completion]") {
  CHECK(labelsAt(InDictionary + "dense<") == Strings{"false", "true"});
  CHECK(labelsAt(InDictionary + "dense<[true, ") == Strings{"false", "true"});
  CHECK(labelsAt(InDictionary + "dense<1") == Strings());
  CHECK(labelsAt(InDictionary + "dense<[1, ") == Strings());
  CHECK(labelsAt(InDictionary + "array<i1: ") == Strings{"false", "true"});
  CHECK(labelsAt(InDictionary + "array<i32: ") == Strings());
  Offer Elements(InDictionary + "array<|");
  CHECK(Elements.has("i8"));
  CHECK_FALSE(Elements.has("tensor"));
  CHECK_FALSE(Elements.has("index"));
}

TEST_CASE("BracketItems: affine maps and sets", "[completion]") {
  Offer Map(InDictionary + "affine_map<|");
  CHECK(Map.labels() == Strings{"(d0) -> (d0)"});
  CHECK(Map.find("(d0) -> (d0)")->Snippet == "(${1:d0}) -> (${2:d0})");
  CHECK(labelsAt(InDictionary + "affine_set<") == Strings{"(d0) : (d0 >= 0)"});
  // New names are nobody's business.
  CHECK(labelsAt(InDictionary + "affine_map<(") == Strings());
  const std::string Names = InDictionary + "affine_map<(d0, d1)[s0] -> (";
  for (const char *Before : {"", "d0, ", "d0 + ", "d0 mod ", "2 * ("})
    CHECK(labelsAt(Names + Before) == Strings{"d0", "d1", "s0"});
  CHECK(labelsAt(Names + "d0 ") == Strings{"ceildiv", "floordiv", "mod"});
  // A comparison closes no bracket.
  CHECK(labelsAt(InDictionary + "affine_set<(d0) : (d0 >= 0, ") ==
        Strings{"d0"});
}

TEST_CASE("BracketItems: brackets of broken lines", "[completion]") {
  const std::string Broken = InBody + "%x = memref.load %v[%a] : memref<4x\n  ";
  CHECK(Offer(Broken + "arith.|").has("arith.addi"));
  CHECK(Offer(Broken + "%y = |").has("arith.addi"));
  CHECK(Offer(Broken + "%y = arith.addi %a, |").has("%a"));
  // The line after an alias, and a space in one.
  CHECK(Offer("!t = tensor<4x\n|").has("func.func"));
  CHECK(Offer("#m = #noisy.model<initial = 3, |", ' ').labels() ==
        Strings{"max = ", "add = ", "sub = ", "mul = ", "scale = ",
                "reduced = ", "unit = "});
  CHECK(Offer("#m = #noisy.model<initial = 3, max = 4> |", ' ').labels() ==
        Strings());
}

TEST_CASE("BracketItems: builtin types", "[completion]") {
  Offer Tensor(InSignature + "tensor<|");
  CHECK(Tensor.has("?x"));
  CHECK(Tensor.has("*x"));
  CHECK(Tensor.has("index"));
  Offer Ranked(InSignature + "memref<4x|");
  CHECK_THAT(Ranked.acceptedText("?x"), Catch::EndsWith("memref<4x?x"));
  CHECK_FALSE(Ranked.has("*x"));
  CHECK_FALSE(Offer(InSignature + "tensor<*x|").has("?x"));
  // Only what can be in a vector or a complex number.
  Offer Vector(InSignature + "vector<4x|");
  CHECK(Vector.has("i32"));
  CHECK(Vector.has("!noisy.i32"));
  for (const char *Label : {"?x", "memref", "vector", "complex", "none"})
    CHECK_FALSE(Vector.has(Label));
  CHECK(Offer(InSignature + "complex<|").has("f32"));
  CHECK_FALSE(Offer(InSignature + "complex<|").has("index"));
  CHECK(Offer(InSignature + "memref<4xi32, |").has("strided"));
  CHECK(labelsAt(InSignature + "memref<4xi32, strided<") ==
        Strings{"[1], offset: ?"});
  CHECK(labelsAt(InSignature + "memref<4xi32, strided<[1], ") ==
        Strings{"offset: "});
  // In an alias no operations.
  CHECK(Offer("!t = tensor<|").has("i32"));
  CHECK_FALSE(Offer("!t = tensor<|").has("func.func"));
}
