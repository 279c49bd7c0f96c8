//===- CompletionList.h - The list of completions ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_COMPLETIONLIST_H
#define NOISY_SERVER_FEATURES_COMPLETION_COMPLETIONLIST_H

#include "server/features/completion/Completion.h"

namespace mlir::noisy::lsp {

/// Sorts the items, and removes what is too much. A list is empty once all of
/// its word is typed: `Input` is the typed part of the word.
void finishList(Completions &Result, llvm::StringRef Input);

/// As finishList, for a name that is being defined. It is a new one as soon as
/// no item begins with what is typed: an editor must ask again by then.
void finishNewNames(Completions &Result, llvm::StringRef Input);

/// Converts completions to positions of `Source`, the text that they are for.
/// Without label details the noise of a value follows its type in the detail.
CompletionList toCompletionList(const Completions &Candidates,
                                const Text &Source, PositionEncoding Encoding,
                                bool HasLabelDetails = false);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_COMPLETIONLIST_H
