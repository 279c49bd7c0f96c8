//===- OffsetMap.h - Where bytes went through edits -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_TEXT_OFFSETMAP_H
#define NOISY_SERVER_TEXT_OFFSETMAP_H

#include "server/text/ByteRange.h"
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
/// edits that touch are one. The end of a text counts as a byte that is always
/// there.
class OffsetMap {
public:
  OffsetMap() = default;
  /// Of these edits, each of the text that the one before it made.
  explicit OffsetMap(llvm::ArrayRef<TextChange> Edits);

  bool isIdentity() const { return Changes.empty(); }

  /// Adds the edits of `Later`, whose source is the target of this one. Takes
  /// linear time in the number of places of both.
  void append(const OffsetMap &Later);
  /// Adds an edit of the target.
  void edit(const TextChange &Change) { append(OffsetMap(Change)); }

  /// The same change as all edits together: from the first byte of the source
  /// that was touched to the last one. Of the identity, nothing at offset 0.
  TextChange hull() const;

  /// Where the byte at `Offset` of the source is in the target; nothing when it
  /// was replaced. An insertion right before it moves it.
  std::optional<size_t> toTarget(size_t Offset) const;
  std::optional<size_t> toSource(size_t Offset) const;
  /// A range whose bytes are all there still, in one piece. What was inserted
  /// at either end does not belong to it. An empty range goes with the byte
  /// behind it, or else with the one before it, or is gone with both.
  std::optional<ByteRange> toTarget(ByteRange Where) const;
  std::optional<ByteRange> toSource(ByteRange Where) const;
  /// What is left of a range, or the place where it was: never nothing. What
  /// was inserted at either end does not belong to it. Of what is gone the
  /// place is right behind the last byte before it that is left; this may be
  /// outside of what is left of a range around it.
  ByteRange toTargetClamped(ByteRange Where) const;

  /// The map of what is inside `Where` of the source, and stands at
  /// toTargetClamped(Where): both counted from their beginnings. Edits that
  /// reach beyond are cut off, and what was inserted at either end is not in
  /// it.
  OffsetMap within(ByteRange Where) const;

  /// Whether both leave the same bytes in the same places.
  friend bool operator==(const OffsetMap &, const OffsetMap &) = default;

private:
  /// `Old` of the source became `New` of the target.
  struct Replaced {
    ByteRange Old;
    ByteRange New;

    friend bool operator==(const Replaced &, const Replaced &) = default;
  };
  using Side = ByteRange Replaced::*;

  const Replaced *findBefore(Side From, size_t Offset) const;
  std::optional<size_t> map(Side From, Side To, size_t Offset) const;
  std::optional<ByteRange> map(Side From, Side To, ByteRange Where) const;

  /// Sorted, and on both sides with at least one byte between any two. None is
  /// empty on both sides.
  std::vector<Replaced> Changes;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_TEXT_OFFSETMAP_H
