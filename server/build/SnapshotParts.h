//===- SnapshotParts.h - The published data of slots ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_SNAPSHOTPARTS_H
#define NOISY_SERVER_BUILD_SNAPSHOTPARTS_H

#include "server/build/Slot.h"
#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// Makes the parts of a snapshot of `Text`: the data of each slot, with all
/// problems.
std::vector<Snapshot::Part> makeParts(llvm::ArrayRef<Slot> Slots,
                                      llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_SNAPSHOTPARTS_H
