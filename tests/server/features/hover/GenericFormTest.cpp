//===- GenericFormTest.cpp - All that an operation consists of ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/hover/GenericForm.h"
#include "tests/server/Histories.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The generic forms of the operations at the marked places of a text.
static std::vector<std::string> formsOf(const char *MarkedText) {
  AnnotatedText Source(MarkedText);
  auto State = snapshotOf(Source.Text);
  std::vector<std::string> Result;
  for (size_t Place : Source.Places) {
    Snapshot::TokenPlace Match = State->tokenAt(Place);
    REQUIRE(Match);
    REQUIRE(Match.Token->TargetKind == Section::Kind::Operation);
    auto Excerpt = makeOperationExcerpt(
        *State, *Match.Section, Match.OwnerPart->Chunk, Match.Token->Target);
    REQUIRE(Excerpt);
    CAPTURE(Excerpt->Text);
    Result.push_back(
        printGenericForm(allDialects(), *Excerpt).value_or("nothing"));
  }
  return Result;
}

using Forms = std::vector<std::string>;

TEST_CASE("GenericForm: properties, with the names of the text",
          "[generic-form]") {
  CHECK(formsOf(R"(
    func.func @f(%x: i32, %4: i1, %c: i5) -> i32 {
      %sum = |arith.addi %x, %x : i32
      %p = |arith.cmpi slt, %sum, %x : i32
      %e = |noisy.encode %c : i5 -> !noisy.i32
      %both:2 = |"a.b"(%sum) {k} : (i32) -> (i32, i32)
      %r = |arith.select %4, %both#1, %both#0 : i32
      |return %r : i32
    })") ==
        Forms{"%sum = \"arith.addi\"(%x, %x) <{overflowFlags = "
              "#arith.overflow<none>}> : (i32, i32) -> i32",
              "%p = \"arith.cmpi\"(%sum, %x) <{predicate = 2 : i64}> : (i32, "
              "i32) -> i1",
              "%e = \"noisy.encode\"(%c) : (i5) -> !noisy.i32",
              "%both:2 = \"a.b\"(%sum) {k} : (i32) -> (i32, i32)",
              "%r = \"arith.select\"(%4, %both#1, %both#0) : (i1, i32, i32) "
              "-> i32",
              "\"func.return\"(%r) : (i32) -> ()"});
}

TEST_CASE("GenericForm: regions are left out, blocks are named",
          "[generic-form]") {
  CHECK(formsOf(R"(
    |func.func @f(%x: i32, %c: i1) -> i32 {
      %r = |scf.if %c -> i32 {
        scf.yield %x : i32
      } else {
        scf.yield %x : i32
      }
      |cf.cond_br %c, ^next(%r : i32), ^last
    ^next(%a: i32):
      return %a : i32
    ^last:
      return %r : i32
    })") ==
        Forms{"\"func.func\"() <{function_type = (i32, i1) -> i32, sym_name = "
              "\"f\"}> ({...}) : () -> ()",
              "%r = \"scf.if\"(%c) ({...}, {...}) : (i1) -> i32",
              "\"cf.cond_br\"(%c, %r)[^next, ^last] <{operandSegmentSizes = "
              "array<i32: 1, 1, 0>}> : (i1, i32) -> ()"});
}

TEST_CASE("GenericForm: aliases, also those that others use",
          "[generic-form]") {
  CHECK(formsOf(R"(
!t = memref<?xi32>
#n = 3 : i64
#list = [#n, #n]
func.func @f(%m: !t) {
  |memref.dealloc %m {k = #list} : !t
  return
})")
            .back() ==
        "\"memref.dealloc\"(%m) {k = [3, 3]} : (memref<?xi32>) -> ()");
}

TEST_CASE("GenericForm: containers", "[generic-form]") {
  CHECK(
      formsOf("|module @m attributes {a.b} {\n  func.func private @f()\n}\n") ==
      Forms{"\"builtin.module\"() <{sym_name = \"m\"}> ({...}) {a.b} : () -> "
            "()"});
}

TEST_CASE("GenericForm: nothing for what is too large or does not parse",
          "[generic-form]") {
  std::string Large =
      "\"a.b\"() {k = \"" + std::string(100000, 'x') + "\"} : () -> ()\n";
  auto State = snapshotOf(Large);
  Snapshot::TokenPlace Match = State->tokenAt(2);
  REQUIRE(Match);
  CHECK_FALSE(makeOperationExcerpt(
      *State, *Match.Section, Match.OwnerPart->Chunk, Match.Token->Target));
  // As many parts as no printer gets to the end of.
  OperationExcerpt DoublingExcerpt;
  DoublingExcerpt.Text = "#a0 = [1]\n";
  for (unsigned I = 0; I < 60; ++I) {
    std::string PreviousAlias = "#a" + std::to_string(I);
    DoublingExcerpt.Text += "#a" + std::to_string(I + 1) + " = [" +
                            PreviousAlias + ", " + PreviousAlias + "]\n";
  }
  DoublingExcerpt.Text +=
      "\"excerpt.scope\"() ({ \"a.b\"() {k = #a60} : () -> () }) : () -> ()";
  CHECK_FALSE(printGenericForm(allDialects(), DoublingExcerpt));
  OperationExcerpt BrokenExcerpt;
  BrokenExcerpt.Text = "\"excerpt.scope\"() ({ arith.addi }) : () -> ()";
  CHECK_FALSE(printGenericForm(allDialects(), BrokenExcerpt));
}
