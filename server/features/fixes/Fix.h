//===- Fix.h - A change of a text that fixes something ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_FIX_H
#define NOISY_SERVER_FEATURES_FIXES_FIX_H

#include "server/text/ByteEdit.h"
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// A computed fix.
struct Fix {
  /// The edits in the order of the text, in bytes, without overlaps.
  std::vector<ByteEdit> Edits;
  /// The message for the user; a sentence without capital and full stop.
  std::string Message;
  /// What it would do, for those who have not decided yet; empty if that is the
  /// message.
  std::string Proposal = {};
  /// The cost of the reductions that were searched for.
  int64_t Cost = 0;
  /// The time limit or the user ended the search: a longer one may find better.
  bool EndedEarly = false;
  /// The message says what the new text does not show: how far the fix may be
  /// from the best one, or what is not fixed.
  bool IsNotable = false;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_FIX_H
