//===- EarlyUseTest.cpp - Values that are used before their definition ----===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/EarlyUse.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The error about the operation at the first |, whose operand is defined by
/// the one at the second |: what is marked, the message, and what the note
/// marks. The places are swapped if `IsAfter`.
static std::string settle(llvm::StringRef MarkedText, bool IsAfter = false) {
  AnnotatedText Marked(MarkedText);
  Text Contents(Marked.Text);
  size_t Use = Marked.Places[IsAfter], Definition = Marked.Places[!IsAfter];
  Problem Issue;
  Issue.Source = "mlir";
  Issue.Range = {Use, Use + 3};
  Issue.Message = "operand #1 does not dominate this use";
  Issue.Notes = {{{Definition, Definition + 3}, "operand defined here"}};
  settleEarlyUse(Issue, Contents);
  auto marked = [&](ByteRange Range) {
    return Contents.bytes().slice(Range.Begin, Range.End).str();
  };
  return marked(Issue.Range) + ": " + Issue.Message + "; " +
         marked(Issue.Notes[0].Range);
}

TEST_CASE("EarlyUse: the name is marked and said", "[missing]") {
  CHECK(settle("  %s = |a.b %a, %m : i32 // %q\n  %m = |a.c %a : i32\n") ==
        "%m: '%m' is used before it is defined; %m");
  CHECK(settle("  |a.b %q#1, %a : i32\n  %p, %q:2 = |a.c %a : i32\n") ==
        "%q#1: '%q#1' is used before it is defined; %q");
  CHECK(settle("  %m = |a.c %a : i32\n^bb1:\n  |a.b %m : i32\n",
               /*IsAfter=*/true) ==
        "%m: '%m' is not defined on every way that leads here; %m");
}

TEST_CASE("EarlyUse: what is not on the line stays", "[missing]") {
  const std::string Same = "a.b: operand #1 does not dominate this use; a.c";
  CHECK(settle("  |a.b %a,\n    %m : i32\n  %m = |a.c %a : i32\n") == Same);
  CHECK(settle("  |a.b %a, %m : i32\n  %m =\n    |a.c %a : i32\n") == Same);
}
