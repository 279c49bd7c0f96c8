//===- EditSequenceTest.cpp - Edits after edits ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/text/EditSequence.h"
#include <catch2/catch.hpp>
#include <random>

using namespace mlir::noisy::lsp;

static std::vector<ByteEdit> throwEdits(std::mt19937 &Random, size_t Size) {
  std::vector<ByteEdit> Edits;
  size_t Offset = Random() % 4;
  while (Offset <= Size && Edits.size() < 6) {
    size_t End = std::min<size_t>(Size, Offset + Random() % 4);
    // Upper case: the text that both keep is not.
    std::string NewText(Random() % 4, char('A' + Random() % 26));
    Edits.push_back({{Offset, End}, NewText});
    Offset = End + Random() % 4;
  }
  return Edits;
}

TEST_CASE("EditSequence: one after the other is the same", "[text]") {
  std::mt19937 Random(7);
  for (int I = 0; I < 5000; ++I) {
    std::string Text;
    for (size_t Size = Random() % 20; Text.size() < Size;)
      Text += char('a' + Text.size());
    std::vector<ByteEdit> First = throwEdits(Random, Text.size());
    std::string Middle = applyEdits(Text, First);
    std::vector<ByteEdit> Second = throwEdits(Random, Middle.size());
    std::string NewText = applyEdits(Middle, Second);
    std::vector<ByteEdit> Both = sequenceEdits(Text, First, Second);
    CAPTURE(Text, Middle, NewText);
    REQUIRE(applyEdits(Text, Both) == NewText);
    std::string Kept, KeptByBoth;
    for (char C : NewText)
      if (C >= 'a')
        Kept += C;
    size_t End = 0;
    for (const ByteEdit &Edit : Both) {
      REQUIRE(Edit.Range.Begin >= End);
      REQUIRE(Edit.Range.End >= Edit.Range.Begin);
      REQUIRE(!(Edit.Range.empty() && Edit.NewText.empty()));
      KeptByBoth += Text.substr(End, Edit.Range.Begin - End);
      End = Edit.Range.End;
    }
    KeptByBoth += Text.substr(End);
    // Nothing that stays is taken out and put in again.
    REQUIRE(KeptByBoth == Kept);
  }
}
