//===- SelectionRanges.h - Selection ranges ---------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NAVIGATION_SELECTIONRANGES_H
#define NOISY_SERVER_FEATURES_NAVIGATION_SELECTIONRANGES_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// Returns the ranges around each of the offsets, from the inside out: the
/// name, the text between the brackets around it, the operation, its block and
/// region, the operation around that, ... the chunk, the whole text. Each range
/// contains the offset and is longer than the one before; there is at least
/// one. Text that does not parse has only the ranges of brackets. Beyond
/// MaxSelectionLevels the ranges in the middle are left out: each is nested in
/// the next in the answer, and deeply nested JSON crashes readers.
inline constexpr size_t MaxSelectionLevels = 200;
std::vector<std::vector<ByteRange>>
findSelectionRanges(const Snapshot &State, llvm::ArrayRef<size_t> Offsets);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_SELECTIONRANGES_H
