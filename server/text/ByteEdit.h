//===- ByteEdit.h - Replacements of bytes -----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_TEXT_BYTEEDIT_H
#define NOISY_SERVER_TEXT_BYTEEDIT_H

#include "server/text/OffsetMap.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::noisy::lsp {

/// A replacement of bytes; an insertion if the range is empty.
struct ByteEdit {
  ByteRange Range;
  std::string NewText;

  friend bool operator==(const ByteEdit &, const ByteEdit &) = default;
};

/// Returns the text after the edits.
std::string applyEdits(llvm::StringRef Text, llvm::ArrayRef<ByteEdit> Edits);

/// The map from a text to the edited one, and the one back. The edits are in
/// order; `Begin` is added to their offsets.
OffsetMap mapThrough(llvm::ArrayRef<ByteEdit> Edits, size_t Begin = 0);
OffsetMap mapBack(llvm::ArrayRef<ByteEdit> Edits, size_t Begin = 0);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_TEXT_BYTEEDIT_H
