//===- Fix.h - A change of a text that mends something ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIX_H
#define NOISY_SERVER_FEATURES_FIX_H

#include "server/document/ByteRange.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// What can be mended. Each is offered where a snapshot shows that it may help,
/// and computed when it is chosen.
enum class FixKind {
  /// Insert the reductions that cost least: in the function at the place, or
  /// in all between two `// -----`.
  ReduceFunction,
  ReduceChunk,
  /// The same in the whole document, for fixing on save.
  ReduceDocument,
  /// Reduce the value at the place, whether it is needed or not.
  ReduceValue,
  /// Take out the `noisy.reduce_noise` at the place.
  RemoveReduction,
  /// Write down, on the argument or result at the place, the bound that the
  /// analysis has found.
  DeclareBound,
  /// Replace an integer that is always the same by a constant.
  ReplaceByConstant,
  /// Write the unsigned form of a signed operation.
  UseUnsigned
};

/// A replacement of bytes; an insertion where the range is empty.
struct ByteEdit {
  ByteRange Where;
  std::string NewText;

  friend bool operator==(const ByteEdit &, const ByteEdit &) = default;
};

/// The outcome of a fix that was computed.
struct Fix {
  /// In the order of the text, in bytes of it, without overlaps. Empty when
  /// there is none.
  std::vector<ByteEdit> Edits;
  /// In either case, what to tell the user; a sentence without capital and full
  /// stop.
  std::string Message;
};

/// The text after the edits.
std::string applyEdits(llvm::StringRef Text, llvm::ArrayRef<ByteEdit> Edits);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIX_H
