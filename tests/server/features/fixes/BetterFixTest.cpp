//===- BetterFixTest.cpp - A fix in place of an earlier one ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/BetterFix.h"
#include <catch2/catch.hpp>
#include <random>

using namespace mlir::noisy::lsp;

static Fix fixOf(std::vector<ByteEdit> Edits, int64_t Cost) {
  return {std::move(Edits), "inserted some reductions", "", Cost};
}

TEST_CASE("BetterFix: what both do stays", "[better]") {
  llvm::StringRef Original = "one two three four";
  Fix Old = fixOf({{{4, 4}, "and "}, {{8, 13}, "3"}, {{18, 18}, "."}}, 3);
  Fix New = fixOf({{{0, 3}, "1"}, {{4, 4}, "and "}, {{18, 18}, "!"}}, 2);
  std::string OldText = applyEdits(Original, Old.Edits);
  REQUIRE(OldText == "one and two 3 four.");
  Fix Change = improveFix(Original, Old, New);
  CHECK(applyEdits(OldText, Change.Edits) == "1 and two three four!");
  CHECK(Change.Edits == std::vector<ByteEdit>{{{0, 3}, "1"},
                                              {{12, 13}, "three"},
                                              {{18, 19}, "!"}});
  CHECK(Change.Message == "a better fix: some reductions");
}

TEST_CASE("BetterFix: one that costs as much changes nothing", "[better]") {
  Fix Old = fixOf({{{0, 0}, "a"}}, 3), New = fixOf({{{0, 0}, "b"}}, 3);
  Fix Change = improveFix("text", Old, New);
  CHECK(Change.Edits.empty());
  CHECK(Change.Message == "nothing better was found: some reductions");
}

/// Edits from the first to the last, without overlaps.
static std::vector<ByteEdit> randomEdits(std::mt19937 &Random, size_t Size) {
  std::vector<ByteEdit> Edits;
  for (size_t Place = Random() % 4; Place <= Size;) {
    size_t End = std::min(Size, Place + Random() % 3);
    Edits.push_back(
        {{Place, End}, std::string(Random() % 3, char('A' + Random() % 3))});
    Place = End + 1 + Random() % 4;
  }
  return Edits;
}

TEST_CASE("BetterFix: any two fixes", "[better]") {
  std::mt19937 Random(1);
  const std::string Original = "abcdefghijklmnopqrst";
  for (int I = 0; I < 5000; ++I) {
    Fix Old = fixOf(randomEdits(Random, Original.size()), 3);
    Fix New = fixOf(randomEdits(Random, Original.size()), 2);
    if (New.Edits.empty())
      continue;
    CAPTURE(I);
    Fix Change = improveFix(Original, Old, New);
    REQUIRE(applyEdits(applyEdits(Original, Old.Edits), Change.Edits) ==
            applyEdits(Original, New.Edits));
  }
}
