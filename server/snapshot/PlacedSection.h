//===- PlacedSection.h - A section in a text --------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_PLACEDSECTION_H
#define NOISY_SERVER_SNAPSHOT_PLACEDSECTION_H

#include "server/snapshot/EarlierFacts.h"
#include "server/snapshot/Section.h"
#include "server/snapshot/SectionDetails.h"
#include "server/snapshot/SectionFacts.h"
#include "server/text/OffsetMap.h"
#include <memory>

namespace mlir::noisy::lsp {

/// A section at its place in a text, and the facts about it.
struct PlacedSection {
  /// The section; never null.
  std::shared_ptr<const Section> Data;
  /// The noise facts; null if nothing was analysed: the values are unknown
  /// then, not safe.
  std::shared_ptr<const SectionFacts> Facts;
  ByteRange Range;
  /// The map from the section's text to the bytes in `Range`, if the text does
  /// not parse any more and this is its last good state; null otherwise.
  std::shared_ptr<const OffsetMap> Offsets;
  /// The names are those of the text, but it does not verify (any more), so
  /// `Facts` are those from before, or null.
  bool FactsAreStale = false;
  /// The other facts; null if unknown, or not computed yet.
  std::shared_ptr<const SectionDetails> Details;
  /// `Details` date from before an edit, here or elsewhere, and are being
  /// computed again; they stay stale while the text does not parse or verify.
  bool DetailsAreStale = false;
  /// The noise of before, while some of it is unknown because text does not
  /// parse or verify; mostly null. Its target begins at `PartBegin`.
  std::shared_ptr<const EarlierFacts> Earlier = nullptr;
  size_t PartBegin = 0;

  bool isStale() const { return Offsets != nullptr; }

  /// Convert ranges between the section's text and the snapshot's. Nothing if
  /// the text was edited since.
  std::optional<ByteRange> toText(ByteRange InSection) const;
  std::optional<size_t> toSection(size_t InText) const;
  /// Returns the rest of a section's range in the text after edits, or the
  /// place where it was.
  ByteRange toTextClamped(ByteRange InSection) const;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_PLACEDSECTION_H
