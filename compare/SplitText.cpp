//===- SplitText.cpp - The chunks of a text -------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compare/SplitText.h"
#include <algorithm>

using namespace mlir::noisy;
using namespace mlir::noisy::compare;
using llvm::StringRef;

static constexpr StringRef Marker = "// -----";

SplitText::SplitText(std::string Contents) : Text(std::move(Contents)) {
  LineStarts.push_back(0);
  for (size_t I = 0; I < Text.size(); ++I)
    if (Text[I] == '\n')
      LineStarts.push_back(I + 1);
  ChunkStarts.push_back(0);
  for (size_t I = 0; I < LineStarts.size(); ++I)
    if (line(I).rtrim().ends_with(Marker))
      ChunkStarts.push_back(static_cast<uint32_t>(I));
}

StringRef SplitText::line(size_t Line) const {
  size_t End =
      Line + 1 < LineStarts.size() ? LineStarts[Line + 1] - 1 : Text.size();
  return StringRef(Text).slice(LineStarts[Line], End).rtrim('\r');
}

std::string SplitText::disguised() const {
  std::string Result = Text;
  for (size_t At = Result.find(Marker); At != std::string::npos;
       At = Result.find(Marker, At + Marker.size())) {
    size_t End = std::min(Result.find('\n', At), Result.size());
    if (!StringRef(Result).slice(At + Marker.size(), End).trim().empty())
      Result[At + 2] = '=';
  }
  return Result;
}

size_t SplitText::chunkAt(uint32_t Line) const {
  return std::upper_bound(ChunkStarts.begin(), ChunkStarts.end(), Line) -
         ChunkStarts.begin() - 1;
}
