//===- ForwardPositions.h - Positions of many offsets -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_TEXT_FORWARDPOSITIONS_H
#define NOISY_SERVER_TEXT_FORWARDPOSITIONS_H

#include "server/text/Text.h"

namespace mlir::noisy::lsp {

/// Converts ascending offsets to positions: the results of Text::positionAt, in
/// constant time for each and one pass over the bytes between. For hundreds of
/// thousands of offsets.
class ForwardPositions {
public:
  ForwardPositions(const Text &Contents, PositionEncoding Encoding)
      : Contents(Contents), Bytes(Contents.bytes()), Encoding(Encoding),
        LineEnd(Contents.lineEnd(0)), NextLine(startOf(1)) {}

  /// Returns the position of `Offset`, which is not before that of the last
  /// call and not past the end of the text.
  Position positionAt(size_t Offset);

private:
  size_t startOf(size_t Number) const {
    return Number < Contents.lineCount() ? Contents.lineStart(Number)
                                         : ~size_t(0);
  }

  const Text Contents;
  const llvm::StringRef Bytes;
  const PositionEncoding Encoding;
  /// The offset up to which bytes were counted, and its line.
  size_t CurrentOffset = 0, Line = 0;
  size_t LineEnd, NextLine;
  uint32_t Units = 0;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_TEXT_FORWARDPOSITIONS_H
