//===- CompletionExcerpt.h - The end of a long function ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_COMPLETIONEXCERPT_H
#define NOISY_SERVER_FEATURES_COMPLETION_COMPLETIONEXCERPT_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// A text up to a cursor, without what is far before the cursor and not around
/// it. Of each region that is open at the end, the last operations are left.
///
/// It parses as far as the whole does: what was defined in operations that are
/// gone is used before it is defined, which the parser does not mind while the
/// region is open. That operations begin on lines of their own, all with the
/// same indentation, is a guess; where it is wrong nothing is left out, or the
/// result does not parse.
struct CompletionExcerpt {
  /// A value that is defined in what is gone, and can be used at the end.
  struct Value {
    /// With its %.
    llvm::StringRef Name;
    /// The rest of the line, behind the `=`.
    llvm::StringRef Definition;
  };

  std::string Text;
  /// The nearest first. Parts of the text that the excerpt was made of.
  std::vector<Value> Gone;
};

/// Leaves out what is more than `Keep` bytes before the end of a region.
CompletionExcerpt makeExcerpt(llvm::StringRef Text, size_t Keep = 32u << 10);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_COMPLETIONEXCERPT_H
