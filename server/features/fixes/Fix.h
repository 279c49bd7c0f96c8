//===- Fix.h - A change of a text that mends something ----------*- C++ -*-===//
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

/// The outcome of a fix that was computed.
struct Fix {
  /// In the order of the text, in bytes of it, without overlaps. Empty when
  /// there is none.
  std::vector<ByteEdit> Edits;
  /// In either case, what to tell the user; a sentence without capital and full
  /// stop.
  std::string Message;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_FIX_H
