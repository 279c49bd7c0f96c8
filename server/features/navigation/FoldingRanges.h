//===- FoldingRanges.h - Folding ranges -------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NAVIGATION_FOLDINGRANGES_H
#define NOISY_SERVER_FEATURES_NAVIGATION_FOLDINGRANGES_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// A range that an editor can fold.
struct Fold {
  enum class Class {
    /// The text between brackets: a region, a container, a long list.
    Brackets,
    /// Lines of comments.
    Comment,
    /// Definitions of aliases.
    Aliases,
    /// The text after a `// -----`.
    Chunk
  };
  Class Kind = Class::Brackets;
  /// The folded range. It begins on a line that stays.
  ByteRange Range;

  friend bool operator==(const Fold &, const Fold &) = default;
};

/// Returns the ranges of more than one line, in the order of the text; of
/// several that begin on one line only the longest. They follow the brackets in
/// each piece, so that broken text folds as well.
std::vector<Fold> findFolds(const Snapshot &State);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_FOLDINGRANGES_H
