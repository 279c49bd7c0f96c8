//===- ValueItems.h - Values in a list of completions -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_VALUEITEMS_H
#define NOISY_SERVER_FEATURES_COMPLETION_VALUEITEMS_H

#include "server/features/completion/Completion.h"
#include "server/features/completion/CompletionExcerpt.h"
#include "server/features/completion/CompletionPlace.h"

namespace mlir::noisy::lsp {

/// Ranks values, in their sort texts: first those whose type is likely, then
/// those whose type fits, last those whose type is refused; each group by the
/// distance in lines between the cursor and their last occurrence in `Scope`,
/// the text before it.
void rankValues(llvm::StringRef Scope, const ExpectedType &Expected,
                std::vector<Completions::Item> &Items);

/// Adds values that an excerpt has left out and that match the typed word, if
/// values are possible here.
void addOmittedValues(llvm::ArrayRef<CompletionExcerpt::Value> OmittedValues,
                      llvm::StringRef Input, Completions &Result);

/// Adds the noise of encrypted values, and that of the result where it would
/// pass the limit with the value as operand.
void addNoise(const CompletionPlace &Place, const NoiseLookup &Noise,
              std::vector<Completions::Item> &Items);

/// True if the letters of `Input` occur in `Label` in this order, as editors
/// match.
bool isMatch(llvm::StringRef Label, llvm::StringRef Input);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_VALUEITEMS_H
