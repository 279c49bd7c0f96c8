//===- LabelRepairTest.cpp - Labels that do not parse ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/recovery/LabelRepair.h"
#include "server/syntax/Lexer.h"
#include "tests/server/Histories.h"
#include "tests/server/Typist.h"
#include "tests/server/build/SnapshotQuestions.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Errors = std::vector<std::string>;

static Errors errorsOf(const std::shared_ptr<const Snapshot> &State) {
  Errors Result;
  State->forEachProblem([&](const Snapshot::Part &, const Problem &Issue) {
    if (Issue.Severity == Problem::Level::Error)
      Result.push_back(Issue.Message);
  });
  return Result;
}

static std::string makeFunction(llvm::StringRef Label) {
  return ("func.func @f(%x: !noisy.i32, %n: i32) -> !noisy.i32 {\n"
          "  %u = noisy.add %x, %x : !noisy.i32\n"
          "  cf.br ^bb1(%u, %n : !noisy.i32, i32)\n" +
          Label +
          "\n"
          "  %s = noisy.add %a, %a : !noisy.i32\n"
          "  cf.br ^bb2(%s : !noisy.i32)\n"
          "^bb2(%e: !noisy.i32):\n"
          "  %m = arith.addi %n, %n : i32\n"
          "  %w = noisy.mul %x, %x : !noisy.i32\n"
          "  %t = noisy.sub %e, %e : !noisy.i32\n"
          "  return %t : !noisy.i32\n"
          "}\n")
      .str();
}

/// The noise of %s and %t, in bits; -1 where it is unknown.
static std::vector<int> noiseBehind(llvm::StringRef Label) {
  auto State = snapshotOf(makeFunction(Label));
  // What does not depend on the label is known in any case.
  CHECK(bitsOf(State, "%u =") == 13);
  CHECK(bitsOf(State, "%w =") == 24);
  return {bitsOf(State, "%s ="), bitsOf(State, "%t =")};
}

TEST_CASE("LabelRepair: signs that are missing or too many", "[recovery]") {
  for (std::string Label :
       {"^bb1(%a: !noisy.i32, %b: i32):", "^bb1(%a: !noisy.i32, %b: i32)",
        "^bb1(%a: !noisy.i32, %b: i32:", "^bb1(%a: !noisy.i32, %b: i32",
        "^bb1 %a: !noisy.i32, %b: i32):", "^bb1%a: !noisy.i32, %b: i32:",
        "^bb1(%a !noisy.i32, %b: i32):", "^bb1(%a: !noisy.i32 %b: i32):",
        "^bb1(%a: !noisy.i32,, %b: i32):", "^bb1(%a: !noisy.i32, %b: i32,):",
        "^bb1((%a: !noisy.i32, %b: i32):", "^bb1(%a !noisy.i32, %b i32)",
        "^bb1(%a !noisy.i32 loc(unknown), %b: i32):",
        "^bb1(%a: !noisy.i32,\n     %b i32):",
        "^bb1(%a !noisy.i32, // the first one\n     %b: i32):",
        "^(%a: !noisy.i32, %b: i32):", "bb1(%a: !noisy.i32, %b: i32):",
        // A sign before the name, or between the parts.
        "[^bb1(%a: !noisy.i32, %b: i32):", "^bb1(%a: !noisy.i32, %b: i32)x:",
        "^bb1)(%a: !noisy.i32, %b: i32):", "^bb1(%a: !noisy.i32, %b: i32){}:",
        // The same key as the colon, and keys pressed twice.
        "^bb1(%a: !noisy.i32, %b: i32);", "^bb1(%a: !noisy.i32, %b: i32)):",
        "^bb1(%a: !noisy.i32, %b: i32)::", "^bb1((%a: !noisy.i32, %b: i32)):",
        // In several lines.
        "^bb1(\n    %a: !noisy.i32,\n    %b i32\n  ):",
        "^bb1(\n    %a: !noisy.i32\n    %b: i32):",
        "^bb1(\n    %a: !noisy.i32,\n    b: i32\n  ):",
        "^bb1(\n    %a: !noisy.i32,\n    %b: i32\n  )",
        "^bb1(%a !noisy.i32 loc(\"n\"(\"p\":1:2)), %b: i32):",
        "^bb1(%a: !noisy.i32 loc(), %b: i32):"}) {
    INFO(Label);
    CHECK(noiseBehind(Label) == std::vector{14, 15});
    bool IsWrong = Label != "^bb1(%a: !noisy.i32, %b: i32):";
    CHECK(errorsOf(snapshotOf(makeFunction(Label))).size() == IsWrong);
  }
}

TEST_CASE("LabelRepair: an argument that nobody can read", "[recovery]") {
  for (std::string Label :
       {"^bb1(%a, %b: i32):", "^bb1(%a: , %b: i32):",
        "^bb1(%a: !noisy.i3, %b: i32):", "^bb1(%a: !nosy, %b: i32):",
        "^bb1(%a: !noisy., %b: i32):", "^bb1(%a: tensor<4x, %b: i32):",
        "^bb1(%a: 32, %b: i32):", "^bb1(%a", "^bb1(%a:", "^bb1(%a: !noisy.",
        "^bb1(\n    %a: ,\n    %b: i32\n  ):",
        // On the way to a name that no other value has.
        "^bb1(%a: , %s", "^bb1(%a: , %s:"}) {
    INFO(Label);
    // Neither the branch nor the uses are told that it is missing.
    CHECK(noiseBehind(Label) == std::vector{-1, -1});
    CHECK(errorsOf(snapshotOf(makeFunction(Label))).size() == 1);
  }
  // Two of them, of which MLIR tells the first one.
  CHECK(noiseBehind("^bb1(%a: !noisy.i3, %b: !noisy.i3):") ==
        std::vector{-1, -1});
}

TEST_CASE("LabelRepair: one that is indented as operations are", "[recovery]") {
  // Nothing tells where ^bb1 is; the blocks behind it may be executed.
  for (std::string Label : {"  ^bb", "  ^b", "  ^bb(", "  ^bb1(%a: !noisy.i32"})
    noiseBehind(Label);
}

TEST_CASE("LabelRepair: arguments that are still to come", "[recovery]") {
  // The branch, which passes all of them, is right.
  for (std::string Label :
       {"^bb1(%a: !noisy.i32", "^bb1(%a: !noisy.i32,", "^bb1(%a: !noisy.i32, %",
        "^bb1(\n    %a: !noisy.i32,"}) {
    INFO(Label);
    noiseBehind(Label);
    CHECK(errorsOf(snapshotOf(makeFunction(Label))).size() == 1);
  }
}

TEST_CASE("LabelRepair: a block that is there already", "[recovery]") {
  std::string Text = makeFunction("^bb1(%a: !noisy.i32, %b: i32):");
  auto State = snapshotOf(replaceOnce(
      Text, "^bb2(%e",
      "^bb1(%g: !noisy.i32, %h: i32):\n  return %g : !noisy.i32\n^bb2(%e"));
  CHECK(errorsOf(State) == Errors{"redefinition of block '^bb1'"});
  CHECK(bitsOf(State, "%s =") == 14);
  CHECK(bitsOf(State, "%t =") == 15);
  // The first block of a function has none.
  State = snapshotOf(replaceOnce(Text, "{\n", "{\n^bb0:\n"));
  CHECK(errorsOf(State) ==
        Errors{"invalid block name in region with named arguments"});
  CHECK(bitsOf(State, "%t =") == 15);
}

TEST_CASE("LabelRepair: a loop whose test is left out is no endless one",
          "[recovery]") {
  auto State = snapshotOf("func.func @f(%x: !noisy.i32) -> !noisy.i32 {\n"
                          "  %c0 = arith.constant 0 : i32\n"
                          "  %c1 = arith.constant 1 : i32\n"
                          "  %c3 = arith.constant 3 : i32\n"
                          "  cf.br ^head(%c0, %x : i32, !noisy.i32)\n"
                          "^head(%i: i32, %v: !noisy.i32):\n"
                          "  %t = arith.cmpi slt, %i, %c3 : i32\n"
                          "  cf.cond_br %t, ^body, ^exit(%v : !noisy.i32)\n"
                          ", ^body:\n"
                          "  %w = noisy.add %v, %v : !noisy.i32\n"
                          "  %j = arith.addi %i, %c1 : i32\n"
                          "  cf.br ^head(%j, %w : i32, !noisy.i32)\n"
                          "^exit(%r: !noisy.i32):\n"
                          "  return %r : !noisy.i32\n"
                          "}\n");
  for (const std::string &Message : errorsOf(State))
    CHECK_THAT(Message, !Catch::Contains("unbounded"));
}

TEST_CASE("LabelRepair: a name that is taken", "[recovery]") {
  CHECK(noiseBehind("^bb1(%a: !noisy.i32, %x: i32):") == std::vector{-1, -1});
  CHECK(errorsOf(snapshotOf(makeFunction("^bb1(%a: !noisy.i32, %x: i32):"))) ==
        Errors{"redefinition of SSA value '%x'"});
}

TEST_CASE("LabelRepair: each token of a label deleted", "[recovery]") {
  std::string Label = "^bb1(%a: !noisy.i32, %b: i32):";
  Lexer Tokens(Label);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    std::string Changed = Label;
    Changed.erase(Token->Range.Begin, Token->Range.size());
    INFO(Changed);
    noiseBehind(Changed);
    auto State = snapshotOf(makeFunction(Changed));
    // The line of the label has the only errors, if its names are all there.
    if (!Token->is("%a") && !Token->is("^bb1"))
      CHECK(errorsOf(State).size() == 1);
  }
}

TEST_CASE("LabelRepair: operations that look like a label", "[recovery]") {
  // The operation that goes on into a label is itself to blame.
  for (std::string Before :
       {"  cf.br\n", "  cf.cond_br %c, ^bb1,\n",
        "  bb0(%x) : i32\n  cf.br ^bb1(%x : !noisy.i32)\n"}) {
    auto State = snapshotOf("func.func @f(%x: !noisy.i32, %c: i1) {\n"
                            "  %y = noisy.mul %x, %x : !noisy.i32\n" +
                            Before +
                            "^bb1(%a: !noisy.i32):\n"
                            "  %b = noisy.mul %x, %x : !noisy.i32\n"
                            "  return\n"
                            "}\n");
    INFO(Before);
    CHECK(errorsOf(State).size() == 1);
    CHECK(bitsOf(State, "%y =") == 24);
  }
}

TEST_CASE("LabelRepair: while it is typed nothing else changes", "[recovery]") {
  std::string Label = "^bb1(%a: !noisy.i32, %b: i32):",
              Text = makeFunction(Label);
  Typist T(Text);
  T.build();
  size_t Place = Text.find(Label);
  T.edit({Place, Place + Label.size()}, "");
  for (size_t I = 0; I < Label.size(); ++I) {
    T.edit({Place + I, Place + I}, Label.substr(I, 1));
    INFO(T.text().substr(0, Place + I + 1));
    auto State = T.build();
    CHECK(bitsOf(State, "%u =") == 13);
    CHECK(bitsOf(State, "%w =") == 24);
  }
  CHECK(bitsOf(T.build(), "%t =") == 15);
}

TEST_CASE("LabelRepair: a colon behind a branch makes it no label",
          "[recovery]") {
  auto State = snapshotOf("func.func @f(%z: !noisy.i32) {\n"
                          "  cf.br ^bb1(%z : !noisy.i32):\n"
                          "^bb1(%p: !noisy.i32):\n"
                          "  %q = noisy.add %p, %p : !noisy.i32\n"
                          "  return\n}\n");
  CHECK(errorsOf(State).size() == 1);
}
