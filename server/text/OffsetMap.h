//===- OffsetMap.h - A map of bytes through edits ---------------*- C++ -*-===//
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

/// An edit of a text: the bytes `Old` became `NewSize` others.
struct TextChange {
  ByteRange Old;
  size_t NewSize = 0;

  /// Returns the edit that makes `NewText` from `OldText`: everything between
  /// their common beginning and their common end.
  static TextChange diff(llvm::StringRef OldText, llvm::StringRef NewText);

  friend bool operator==(const TextChange &, const TextChange &) = default;
};

/// A map from the bytes of one text (the source) to those of a later one (the
/// target): the sum of the edits between them. A value; the identity at first.
///
/// Look-ups take logarithmic time in the number of edited places; edits that
/// touch are one. The end of a text counts as a byte that is always present.
class OffsetMap {
public:
  OffsetMap() = default;
  /// Makes the map of these edits, each of the text after the one before.
  explicit OffsetMap(llvm::ArrayRef<TextChange> Edits);

  bool isIdentity() const { return Changes.empty(); }

  /// Adds the edits of `Later`, whose source is the target of this one. Takes
  /// linear time in the number of places of both.
  void append(const OffsetMap &Later);
  /// Adds an edit of the target.
  void edit(const TextChange &Change) { append(OffsetMap(Change)); }

  /// Returns all edits as one: from the first touched byte of the source to the
  /// last one. An empty edit at offset 0 for the identity.
  TextChange hull() const;

  /// Maps the byte at `Offset` of the source; nothing if it was replaced. An
  /// insertion right before the byte moves it.
  std::optional<size_t> toTarget(size_t Offset) const;
  std::optional<size_t> toSource(size_t Offset) const;
  /// Maps a range whose bytes all still exist, in one piece. Insertions at
  /// either end are outside. An empty range moves with the byte after it, or
  /// else with the one before it, or is gone with both.
  std::optional<ByteRange> toTarget(ByteRange Range) const;
  std::optional<ByteRange> toSource(ByteRange Range) const;
  /// Maps the rest of a range, or the place where it was. Insertions at either
  /// end are outside. The place of a removed range is right after the last
  /// remaining byte before it; it may be outside of the rest of a range around
  /// it.
  ByteRange toTargetClamped(ByteRange Range) const;

  /// Returns the map from the part `Range` of the source to
  /// toTargetClamped(Where), both counted from their beginnings. Edits that
  /// reach beyond the part are cut off, and insertions at either end are not in
  /// it.
  OffsetMap slice(ByteRange Range) const;

  /// True if both leave the same bytes in the same places.
  friend bool operator==(const OffsetMap &, const OffsetMap &) = default;

private:
  /// `Old` of the source became `New` of the target.
  struct Replacement {
    ByteRange Old;
    ByteRange New;

    friend bool operator==(const Replacement &, const Replacement &) = default;
  };
  using Side = ByteRange Replacement::*;

  const Replacement *findBefore(Side FromSide, size_t Offset) const;
  std::optional<size_t> map(Side FromSide, Side ToSide, size_t Offset) const;
  std::optional<ByteRange> map(Side FromSide, Side ToSide,
                               ByteRange Range) const;

  /// The changes, sorted, and on both sides with at least one byte between any
  /// two. None is empty on both sides.
  std::vector<Replacement> Changes;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_TEXT_OFFSETMAP_H
