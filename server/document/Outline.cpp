//===- Outline.cpp - Where the sections of a text are ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/Outline.h"
#include "server/document/OutlineScanner.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::outline;
using llvm::StringRef;

Outline Outline::scan(StringRef Text, Mode How) {
  Outline Result;
  Result.How = How;
  Scanner(Text, How, Result.Pieces).scan();
  return Result;
}

Outline Outline::rescan(const Outline &Before, StringRef Text, ByteRange Old,
                        size_t NewSize) {
  return scan(Text, Before.How);
}

size_t Outline::findPiece(size_t Offset) const {
  return llvm::partition_point(
             Pieces,
             [&](const Piece &Part) { return Part.Where.End <= Offset; }) -
         Pieces.begin();
}
