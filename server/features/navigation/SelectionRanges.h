//===- SelectionRanges.h - How a selection grows ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NAVIGATION_SELECTIONRANGES_H
#define NOISY_SERVER_FEATURES_NAVIGATION_SELECTIONRANGES_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// What is around each of the offsets, from the inside out: the name, what is
/// between the brackets around it, the operation, its block and region, the
/// operation around that, ... the chunk, the whole text. Each range contains
/// the offset and is longer than the one before; there is at least one. Goes by
/// brackets alone where the text does not parse. Of more than
/// MaxSelectionLevels those in the middle are left out: each is inside of the
/// next in the answer, and JSON that nests deep ends readers of it.
inline constexpr size_t MaxSelectionLevels = 200;
std::vector<std::vector<ByteRange>>
findSelectionRanges(const Snapshot &State, llvm::ArrayRef<size_t> Offsets);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_SELECTIONRANGES_H
