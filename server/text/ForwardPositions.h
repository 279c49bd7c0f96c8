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

/// Gives the positions of offsets that never go back: the same as
/// Text::positionAt, in constant time for each and a pass over the bytes
/// between. For hundreds of thousands of them.
class ForwardPositions {
public:
  ForwardPositions(const Text &Contents, PositionEncoding Encoding)
      : Contents(Contents), Bytes(Contents.bytes()), Encoding(Encoding),
        LineEnd(Contents.lineEnd(0)), NextLine(startOf(1)) {}

  /// The position of `Offset`, which is not before that of the last call and
  /// not past the end of the text.
  Position at(size_t Offset);

private:
  size_t startOf(size_t Number) const {
    return Number < Contents.lineCount() ? Contents.lineStart(Number)
                                         : ~size_t(0);
  }

  const Text Contents;
  const llvm::StringRef Bytes;
  const PositionEncoding Encoding;
  /// What was counted up to, and the line that it is on.
  size_t Counted = 0, Line = 0;
  size_t LineEnd, NextLine;
  uint32_t Units = 0;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_TEXT_FORWARDPOSITIONS_H
