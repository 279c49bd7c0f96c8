//===- EditBatchTest.cpp - Many edits of a text at once ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/text/EditBatch.h"
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

using namespace mlir::noisy::lsp;

namespace {
struct Change {
  std::optional<Range> Old;
  std::string New;
};
} // namespace

/// The texts and the changed bytes have to be those of the edits one by one.
static void compare(const Text &Before, const std::vector<Change> &Edits,
                    PositionEncoding Encoding) {
  Text Reference = Before;
  std::vector<TextChange> Changes;
  EditBatch Batch(Before, Encoding, Edits.size());
  for (const Change &E : Edits) {
    Reference =
        Reference.applyChange(E.Old, E.New, Encoding, &Changes.emplace_back());
    Batch.apply(E.Old, E.New);
  }
  CHECK(Batch.changes() == Changes);
  Text Result = std::move(Batch).finish();
  CHECK(Result.bytes() == Reference.bytes());
  CHECK(Result.lineCount() == Reference.lineCount());
}

TEST_CASE("EditBatch: edits in one direction, and in none", "[text]") {
  Text Before("one\ntwo\nthree\nfour\n");
  auto at = [](uint32_t Line, uint32_t Begin, uint32_t End) {
    return Range{{Line, Begin}, {Line, End}};
  };
  // Upwards, as most editors send the edits of a fix.
  compare(Before, {{at(3, 0, 0), "x\n"}, {at(1, 1, 2), ""}, {at(0, 3, 3), "!"}},
          PositionEncoding::UTF16);
  // Downwards, each in the text after the one before.
  compare(Before,
          {{at(0, 0, 1), "a\nb"},
           {at(1, 1, 3), "c"},
           {at(1, 2, 2), "d\n"},
           {at(3, 0, 99), "e"}},
          PositionEncoding::UTF16);
  // Key by key, at one place.
  compare(Before, {{at(1, 3, 3), "a"}, {at(1, 4, 4), "b"}, {at(1, 5, 5), "c"}},
          PositionEncoding::UTF8);
  // To and fro.
  compare(Before,
          {{at(1, 0, 1), "a"},
           {at(3, 0, 1), ""},
           {at(1, 0, 2), "\n"},
           {std::nullopt, "whole\n"},
           {at(0, 5, 5), "."}},
          PositionEncoding::UTF8);
  // Line ends of two bytes that come and go.
  compare(Text("a\r\nb\r\nc\r"),
          {{Range{{1, 1}, {2, 0}}, "\n"},
           {at(1, 0, 0), "\r"},
           {at(0, 1, 1), "\r"},
           {at(2, 0, 0), "\n"}},
          PositionEncoding::UTF8);
}

TEST_CASE("EditBatch: random edits", "[text]") {
  std::mt19937 Random(7);
  auto below = [&](uint32_t Limit) { return uint32_t(Random() % Limit); };
  const std::string Pieces[] = {"a",  "bc",     "\n",         "\r\n",
                                "\r", "\u00e9", "\U0001F600", ""};
  auto word = [&](uint32_t Length) {
    std::string Result;
    for (uint32_t I = 0; I < Length; ++I)
      Result += Pieces[below(std::size(Pieces))];
    return Result;
  };
  for (int Round = 0; Round < 3000; ++Round) {
    auto Encoding = PositionEncoding(below(3));
    Text Before(word(below(40)));
    std::vector<Change> Edits;
    uint32_t Way = below(3);
    Text Now = Before;
    Position Last = Way == 0 ? Position{9, 9} : Position{0, 0};
    for (uint32_t I = below(20); I > 0; --I) {
      Position From = {below(9), below(5)}, To = {below(9), below(5)};
      // Mostly in one direction; also past the ends of lines.
      if (Way == 0)
        From = std::min(From, Last), To = std::min(To, Last);
      if (Way == 1)
        From = std::max(From, Last), To = std::max(To, Last);
      std::string New = word(below(4));
      Edits.push_back({Range{From, To}, New});
      Last = Way == 0 ? std::min(From, To) : std::max(From, To);
    }
    CAPTURE(Round);
    compare(Before, Edits, Encoding);
  }
}
