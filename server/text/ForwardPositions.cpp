//===- ForwardPositions.cpp - Positions of many offsets -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/text/ForwardPositions.h"
#include "server/text/Utf8.h"
#include <algorithm>

using namespace mlir::noisy::lsp;

Position ForwardPositions::positionAt(size_t Offset) {
  if (Offset >= NextLine) {
    // Mostly the next line; a larger gap is skipped without a walk.
    Line = Offset < startOf(Line + 2) ? Line + 1 : Contents.lineAt(Offset);
    CurrentOffset = Contents.lineStart(Line);
    LineEnd = Contents.lineEnd(Line);
    NextLine = startOf(Line + 1);
    Units = 0;
  }
  size_t End = std::min(Offset, LineEnd);
  while (CurrentOffset < End) {
    if (static_cast<unsigned char>(Bytes[CurrentOffset]) < 0x80) {
      ++CurrentOffset;
      ++Units;
      continue;
    }
    unsigned Length = std::max(utf8SequenceLength(Bytes, CurrentOffset), 1u);
    if (CurrentOffset + Length > End)
      break; // the offset is inside of this character
    CurrentOffset += Length;
    if (Encoding == PositionEncoding::UTF8)
      Units += Length;
    else
      Units += Length == 4 && Encoding == PositionEncoding::UTF16 ? 2 : 1;
  }
  return {uint32_t(Line), Units};
}
