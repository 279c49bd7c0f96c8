//===- PositionsTest.cpp - Between a client and a snapshot ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/Positions.h"
#include "tests/server/Histories.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static OffsetMap edits(std::vector<TextChange> Changes) {
  OffsetMap Result;
  for (const TextChange &Change : Changes)
    Result.edit(Change);
  return Result;
}

TEST_CASE("Positions: without edits, in the client's units", "[positions]") {
  // An umlaut has two bytes and one unit.
  auto State = snapshotAfter({"// \xc3\xa4\xc3\xa4 x\n"});
  Positions Places({State, State->text(), {}, {}}, PositionEncoding::UTF16);
  CHECK_FALSE(Places.isBehind());
  CHECK(Places.toSnapshot(8) == 8u);
  CHECK(Places.toClient({8, 9}) == Range{{0, 6}, {0, 7}});
  CHECK(Places.toClientClamped({8, 9}) == Range{{0, 6}, {0, 7}});
}

TEST_CASE("Positions: through edits", "[positions]") {
  // "ab cd ef", of which the client made "ab\ncXX ef" in two steps; it asked
  // after the first.
  auto State = snapshotAfter({"ab cd ef"});
  OffsetMap First = edits({{{2, 3}, 1}});
  OffsetMap Second = edits({{{4, 5}, 2}});
  OffsetMap BothEdits = First;
  BothEdits.append(Second);
  Positions Places({State, Text("ab\ncXX ef"), BothEdits, Second},
                   PositionEncoding::UTF16);
  CHECK(Places.isBehind());
  CHECK(Places.toSnapshot(0) == 0u);
  CHECK(Places.toSnapshot(3) == 3u);
  // Inserted before the question, and edited behind it.
  CHECK_FALSE(Places.toSnapshot(2));
  CHECK_FALSE(Places.toSnapshot(4));
  CHECK(Places.toSnapshot(6) == 6u);

  CHECK(Places.toClient({6, 8}) == Range{{1, 4}, {1, 6}});
  CHECK_FALSE(Places.toClient({3, 5}));
  CHECK(Places.toClientClamped({3, 5}) == Range{{1, 0}, {1, 1}});
  CHECK(Places.toNowClamped({0, 8}) == ByteRange{0, 9});
}
