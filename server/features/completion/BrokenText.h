//===- BrokenText.h - Operations near a cursor that do not parse -*- C++
//-*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_BROKENTEXT_H
#define NOISY_SERVER_FEATURES_COMPLETION_BROKENTEXT_H

#include "server/features/completion/Completion.h"
#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// Finds the operations that do not parse within MaxTypeBytes of a byte of a
/// snapshot, in its text.
std::vector<ByteRange> findBrokenText(const Snapshot &State, size_t Offset);

/// A copy of a part of a text, with spaces in place of the broken operations,
/// except the one that is at `Offset`.
std::string copyReadable(llvm::StringRef Text, ByteRange Part, size_t Offset,
                         llvm::ArrayRef<ByteRange> Broken);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_BROKENTEXT_H
