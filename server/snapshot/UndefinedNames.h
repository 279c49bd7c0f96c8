//===- UndefinedNames.h - Errors about names nothing defines ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_UNDEFINEDNAMES_H
#define NOISY_SERVER_SNAPSHOT_UNDEFINEDNAMES_H

#include "server/snapshot/Problem.h"

namespace mlir::noisy::lsp {

/// True for MLIR's errors about a value, a block or a function that nothing
/// defines.
bool isOfUndefinedName(const Problem &Issue);

/// Adds the name that was meant to such an error, and its code, if one is near.
/// `Text` is what the range is in. Costs up to a millisecond.
void suggestMeantName(Problem &Issue, llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_UNDEFINEDNAMES_H
