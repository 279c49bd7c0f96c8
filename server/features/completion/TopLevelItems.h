//===- TopLevelItems.h - Completions outside of functions -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_TOPLEVELITEMS_H
#define NOISY_SERVER_FEATURES_COMPLETION_TOPLEVELITEMS_H

#include "server/features/completion/Completion.h"

namespace mlir::noisy::lsp {

/// Adds texts that belong outside of functions: functions, modules, and the
/// comments that separate programs.
void addTopLevelItems(std::vector<Completions::Item> &Items);

/// Adds what can follow `func.func`: its visibility, if it is not in `Written`,
/// and functions with a name, which is `Typed` if that is not empty: a word
/// that stands where the name belongs, without its @. Functions only with
/// `WithSnippets`.
void addFunctionItems(llvm::StringRef Written, llvm::StringRef Typed,
                      bool WithSnippets, std::vector<Completions::Item> &Items);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_TOPLEVELITEMS_H
