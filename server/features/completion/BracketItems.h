//===- BracketItems.h - What stands in angle brackets -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_BRACKETITEMS_H
#define NOISY_SERVER_FEATURES_COMPLETION_BRACKETITEMS_H

#include "server/features/completion/Completion.h"
#include "server/features/completion/CompletionPlace.h"
#include <optional>

namespace mlir::noisy::lsp {

/// Angle brackets of a type or an attribute that are open at the end of a text.
struct AngleBrackets {
  /// What they belong to: the token before them.
  llvm::StringRef Owner;
  /// The tokens in them.
  std::vector<MlirToken> Contents;
  /// The number of other brackets that are open in them.
  unsigned Depth = 0;
};

/// Finds the innermost angle brackets around the end of `Text`. Linear.
std::optional<AngleBrackets> findAngleBrackets(llvm::StringRef Text);

/// Adds what can stand in angle brackets, and removes types that cannot:
/// parameters of attributes and their values, names in affine maps, dimensions.
/// `Shape`: the dimensions before the word that is replaced.
void addBracketItems(const AngleBrackets &Brackets, llvm::StringRef Shape,
                     const CompletionPlace &Place,
                     std::vector<Completions::Item> &Items);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_BRACKETITEMS_H
