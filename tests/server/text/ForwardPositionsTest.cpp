//===- ForwardPositionsTest.cpp - Positions of many offsets ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/text/ForwardPositions.h"
#include <catch2/catch.hpp>
#include <random>

using namespace mlir::noisy::lsp;

TEST_CASE("ForwardPositions: the same as those of the text", "[text]") {
  std::mt19937 Random(3);
  const std::vector<std::string> Pieces = {
      "a",    "bc ",      "\n",           "\r\n",
      "\r",   "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x98\x80",
      "\xC3", "\xF0\x9F", "\n\n"};
  for (int Round = 0; Round < 300; ++Round) {
    std::string Bytes;
    for (size_t Count = Random() % 60; Count > 0; --Count)
      Bytes += Pieces[Random() % Pieces.size()];
    Text Contents(Bytes);
    for (PositionEncoding Encoding :
         {PositionEncoding::UTF8, PositionEncoding::UTF16,
          PositionEncoding::UTF32}) {
      // All offsets, and some with large steps; each twice.
      size_t Step = 1 + Random() % 9;
      ForwardPositions Places(Contents, Encoding);
      for (size_t Offset = 0; Offset <= Bytes.size(); Offset += Step)
        for (int Repetition = 0; Repetition < 2; ++Repetition) {
          INFO(Bytes << " at " << Offset << " by " << Step);
          REQUIRE(Places.positionAt(Offset) ==
                  Contents.positionAt(Offset, Encoding));
        }
    }
  }
}
