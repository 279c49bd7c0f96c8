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

/// A text up to a cursor, without operations far before the cursor that are not
/// around it. Each region that is open at the end keeps its last operations.
///
/// It parses as far as the whole text: values defined in removed operations are
/// used before their definition, which the parser accepts while the region is
/// open. The excerpt assumes that operations begin on lines of their own, all
/// with the same indentation; if this is wrong, nothing is removed, or the
/// result does not parse.
struct CompletionExcerpt {
  /// A value defined in removed text that can be used at the end.
  struct Value {
    /// The name with its %.
    llvm::StringRef Name;
    /// The rest of the line, after the `=`.
    llvm::StringRef Definition;
  };

  std::string Text;
  /// The removed values, the nearest first; parts of the original text.
  std::vector<Value> OmittedValues;
};

/// Removes text that is more than `Keep` bytes before the end of a region.
CompletionExcerpt makeExcerpt(llvm::StringRef Text, size_t Keep = 32u << 10);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_COMPLETIONEXCERPT_H
