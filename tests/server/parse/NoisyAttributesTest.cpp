//===- NoisyAttributesTest.cpp - Errors about attributes of noisy ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/NoisyAttributes.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The errors of a text: the bytes and the text at each, and what was meant.
static std::string settled(const std::string &Text) {
  auto State = snapshotOf(Text);
  std::string Result;
  State->forEachProblem([&](const Snapshot::Part &, Problem Issue) {
    if (Issue.Severity != Problem::Level::Error)
      return;
    settleNoisyAttribute(Issue, Text);
    Result +=
        std::to_string(Issue.Range.Begin) + " " +
        Text.substr(Issue.Range.Begin, Issue.Range.End - Issue.Range.Begin) +
        (Issue.Replacement.empty() ? "" : " -> " + Issue.Replacement) + "\n";
  });
  return Result;
}

/// The place of the `Number`-th use of a word, with what `settled` tells of it.
static std::string at(const std::string &Text, const std::string &Word,
                      unsigned Number, const std::string &Meant = "") {
  size_t Place = Text.find(Word);
  while (Number-- > 0)
    Place = Text.find(Word, Place + 1);
  return std::to_string(Place) + " " + Word +
         (Meant.empty() ? "" : " -> " + Meant) + "\n";
}

TEST_CASE("NoisyAttributes: an unknown attribute is marked, with what was "
          "meant",
          "[problems]") {
  const std::string Argument =
      "func.func @f(%a: i32, %b: !noisy.i32 {noisy.bond = 20 : i64}) {\n"
      "  return\n}\n";
  CHECK(settled(Argument) == at(Argument, "noisy.bond", 0, "noisy.bound"));
  const std::string Result =
      "func.func private @f(!noisy.i32) -> (i32, !noisy.i32 {noisy.bond = 20 : "
      "i64})\n";
  CHECK(settled(Result) == at(Result, "noisy.bond", 0, "noisy.bound"));
  const std::string Operation =
      "func.func @f(%a: !noisy.i32) {\n"
      "  %0 = noisy.add %a, %a {noisy.ranges = 1} : !noisy.i32\n  return\n}\n";
  CHECK(settled(Operation) == at(Operation, "noisy.ranges", 0, "noisy.range"));
  // The function's own, behind one of an argument.
  const std::string Own =
      "func.func @f(%a: !noisy.i32 {noisy.bound = 20 : i64}) attributes "
      "{noisy.bound = 20 : i64} {\n  return\n}\n";
  CHECK(settled(Own) == at(Own, "noisy.bound", 1));
  const std::string Far =
      "func.func @f() {\n  \"a.b\"() {noisy.colour = 1} : () -> ()\n"
      "  return\n}\n";
  CHECK(settled(Far) == at(Far, "noisy.colour", 0));
}

TEST_CASE("NoisyAttributes: of several arguments or results the one is marked",
          "[problems]") {
  const std::string Text =
      "func.func private @f(!noisy.i32 {noisy.bound = 19 : i64}, i32 "
      "{noisy.bound = 19 : i64}) -> (!noisy.i32 {noisy.bound = 19 : i64})\n"
      "func.func private @g(!noisy.i32 {noisy.bound = 19 : i64}, !noisy.i32 "
      "{noisy.bound = 19 : i64}) -> (!noisy.i32 {noisy.bound = 19 : i64}, i32 "
      "{noisy.bound = 19 : i64})\n";
  CHECK(settled(Text) ==
        at(Text, "noisy.bound", 1) + at(Text, "noisy.bound", 6));
}

TEST_CASE("NoisyAttributes: the name that was meant", "[problems]") {
  CHECK(findMeantNoisyAttribute("noisy.modle") == "noisy.model");
  CHECK(findMeantNoisyAttribute("noisy.costs") == "noisy.cost");
  CHECK(findMeantNoisyAttribute("noisy.cost").empty());
  CHECK(findMeantNoisyAttribute("noisy.name").empty());
}
