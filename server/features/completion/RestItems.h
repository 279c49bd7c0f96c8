//===- RestItems.h - The rest of an operation in a list ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_RESTITEMS_H
#define NOISY_SERVER_FEATURES_COMPLETION_RESTITEMS_H

#include "server/features/completion/Completion.h"
#include "server/features/completion/CompletionPlace.h"

namespace mlir::noisy::lsp {

/// Adds what the operation at a place lacks, if a region is among it: behind
/// `scf.for`, its variable, its bounds and its body. `Before` is the text
/// before the cursor, at the end of its line.
void addRestOfOperation(const CompletionPlace &Place, llvm::StringRef Before,
                        std::vector<Completions::Item> &Items);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_RESTITEMS_H
