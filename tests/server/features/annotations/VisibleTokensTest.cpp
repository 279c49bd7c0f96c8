//===- VisibleTokensTest.cpp - The names in a part of a text --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/VisibleTokens.h"
#include "tests/server/Histories.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The names that touch a range, as the text has them.
static std::vector<std::string> namesIn(const Snapshot &State,
                                        ByteRange Visible) {
  std::vector<std::string> Result;
  for (const Snapshot::Part &Part : partsIn(State, Visible))
    for (const PlacedSection &Section : Part.Sections)
      for (const Section::Token &Name : tokensIn(Section, Visible))
        if (std::optional<ByteRange> Range = Section.toText(Name.Range))
          Result.push_back(
              State.text().bytes().slice(Range->Begin, Range->End).str());
  return Result;
}

TEST_CASE("VisibleTokens: what touches the range", "[visible]") {
  AnnotatedText T("func.func private @f()\n"
                  "func.func @g() {\n"
                  "  [|%a = arith.constant 1 : i32|]\n"
                  "  [|%b|] = arith.constant 2 : i32\n"
                  "[|  |]%c = arith.constant 3 : i32\n"
                  "  return\n"
                  "}[|\n|]\n"
                  "func.func private @h()\n");
  auto State = snapshotOf(T.Text);
  using Names = std::vector<std::string>;
  CHECK(namesIn(*State, T.Ranges[0]) == Names{"%a", "arith.constant"});
  CHECK(namesIn(*State, T.Ranges[1]) == Names{"%b"});
  CHECK(namesIn(*State, T.Ranges[2]) == Names{"%c"});
  CHECK(namesIn(*State, T.Ranges[3]).empty());
  CHECK(namesIn(*State, {0, T.Text.size()}).size() == 13);
  CHECK(namesIn(*State, {T.Text.size(), T.Text.size()}).empty());
  CHECK(namesIn(*snapshotOf(""), {0, 0}).empty());
}

TEST_CASE("VisibleTokens: of what does not parse, where it is now",
          "[visible]") {
  std::string Good = "func.func @g() {\n"
                     "  %a = arith.constant 1 : i32\n"
                     "  %b = arith.constant 2 : i32\n"
                     "  return\n"
                     "}\n";
  // One line broken, and something long before it.
  std::string NewText =
      replaceOnce(replaceOnce(Good, "  %a = ", "  %a =! "), "@g() {",
                  "@g() { // what stands here moves all that follows it");
  auto State = snapshotAfter({Good, NewText});
  size_t B = NewText.find("%b");
  CHECK(namesIn(*State, {B, B + 2}) == std::vector<std::string>{"%b"});
  CHECK(namesIn(*State, {NewText.find("//"), NewText.find("//") + 5}).empty());
}
