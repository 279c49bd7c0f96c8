//===- MissingParts.h - The place of what is missing ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_ANNOTATIONS_MISSINGPARTS_H
#define NOISY_SERVER_FEATURES_ANNOTATIONS_MISSINGPARTS_H

#include "server/snapshot/Problem.h"
#include "server/text/Text.h"

namespace mlir::noisy::lsp {

/// Moves an error of MLIR about something that is missing at the end of an
/// operation from the next one, where MLIR finds that out, to that end.
/// And one about a line that is no operation, which MLIR reports at the end of
/// the line before, to that line. And one about a block without a terminator,
/// which MLIR reports, with a print, at the block's last operation, to what
/// ends the block. And one about an empty block to its label. `Contents` is the
/// text that the problem's range is in.
/// Nothing is missing in the operation before if `MayFollowBroken` returns
/// false.
void settleMissing(Problem &Issue, const Text &Contents,
                   llvm::function_ref<bool()> MayFollowBroken);

/// Moves an error about the operation `Name`, which ends a region but is not in
/// the text because it often goes without saying, from the operation around to
/// the brace of the first region that does not end with it.
void settleOmittedEnd(Problem &Issue, const Text &Contents,
                      llvm::StringRef Name);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_ANNOTATIONS_MISSINGPARTS_H
