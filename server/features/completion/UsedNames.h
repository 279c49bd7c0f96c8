//===- UsedNames.h - Names that new values must not have --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_USEDNAMES_H
#define NOISY_SERVER_FEATURES_COMPLETION_USEDNAMES_H

#include "llvm/ADT/StringSet.h"

namespace mlir::noisy::lsp {

/// The names of values, without %, that stand before the end of `Text` and
/// outside of the regions that end there, with their headers: `scf.for %i`.
llvm::StringSet<> findUsedNames(llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_USEDNAMES_H
