//===- SamplePlaces.cpp - Positions to try features at --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/SamplePlaces.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <iterator>
#include <random>

/// One of this many words is also tried in its middle.
static constexpr size_t WordsPerMiddle = 4;

static bool isContinuation(char C) {
  return (static_cast<unsigned char>(C) & 0xC0) == 0x80;
}

static bool isWord(char C) {
  return llvm::isAlnum(C) || static_cast<unsigned char>(C) >= 0x80 ||
         llvm::StringRef("_$.%@^#!").contains(C);
}

std::vector<size_t> mlir::noisy::lsp::samplePlaces(llvm::StringRef Text,
                                                   size_t AtMost) {
  std::vector<size_t> Offsets;
  size_t Words = 0;
  for (size_t I = 0; I < Text.size();) {
    if (!isWord(Text[I])) {
      if (Text[I] == '\n')
        Offsets.push_back(I - (I > 0 && Text[I - 1] == '\r'));
      ++I;
      continue;
    }
    size_t End = I;
    while (End < Text.size() && isWord(Text[End]))
      ++End;
    Offsets.push_back(I);
    size_t Middle = I + (End - I) / 2;
    while (Middle > I && isContinuation(Text[Middle]))
      --Middle;
    if (++Words % WordsPerMiddle == 0 && Middle > I)
      Offsets.push_back(Middle);
    I = End;
  }
  Offsets.push_back(Text.size());
  if (Offsets.size() <= AtMost)
    return Offsets;
  std::vector<size_t> Sample;
  std::sample(Offsets.begin(), Offsets.end(), std::back_inserter(Sample),
              AtMost, std::mt19937(static_cast<uint32_t>(Text.size())));
  return Sample;
}
