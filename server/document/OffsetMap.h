//===- OffsetMap.h - Where bytes went through edits -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_DOCUMENT_OFFSETMAP_H
#define NOISY_SERVER_DOCUMENT_OFFSETMAP_H

#include "server/document/ByteRange.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace mlir::noisy::lsp {

/// One edit of a text: the bytes `Old` became `NewSize` others.
struct TextChange {
  ByteRange Old;
  size_t NewSize = 0;

  /// What has to be replaced to make `To` from `From`: all between the
  /// beginning and the end that they have in common.
  static TextChange between(llvm::StringRef From, llvm::StringRef To);

  friend bool operator==(const TextChange &, const TextChange &) = default;
};

/// Where the bytes of one text (the source) are in a later one (the target):
/// the sum of the edits between them. A value; the identity at first.
///
/// Lookups take logarithmic time in the number of places that were edited;
/// edits that touch are one.
class OffsetMap {
public:
  bool isIdentity() const { return Changes.empty(); }

  /// Adds an edit of the target.
  void edit(const TextChange &Change);

  /// The same change as all edits together: from the first byte of the source
  /// that was touched to the last one.
  TextChange hull() const;

  /// Where the byte at `Offset` of the source is in the target; nothing when it
  /// was replaced. An insertion right before it moves it.
  std::optional<size_t> toTarget(size_t Offset) const;
  std::optional<size_t> toSource(size_t Offset) const;
  /// A range whose bytes are all there still, in one piece. What was inserted
  /// at either end does not belong to it.
  std::optional<ByteRange> toTarget(ByteRange Where) const;
  std::optional<ByteRange> toSource(ByteRange Where) const;
  /// What is left of a range, or the place where it was: never nothing. What
  /// was inserted at either end does not belong to it.
  ByteRange toTargetClamped(ByteRange Where) const;

  /// The map of what is inside `Where` of the source, and stands at
  /// toTargetClamped(Where): both counted from their beginnings. Edits that
  /// reach beyond are cut off.
  OffsetMap within(ByteRange Where) const;

private:
  /// Sorted and apart: `Old` of the source is [NewBegin, NewBegin + NewSize) of
  /// the target.
  struct Replaced {
    ByteRange Old;
    size_t NewBegin;
    size_t NewSize;
  };
  std::vector<Replaced> Changes;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_DOCUMENT_OFFSETMAP_H
