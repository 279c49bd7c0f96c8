//===- PlacedSection.h - A section in a text --------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_PLACEDSECTION_H
#define NOISY_SERVER_SNAPSHOT_PLACEDSECTION_H

#include "server/snapshot/Section.h"
#include "server/snapshot/SectionDetails.h"
#include "server/snapshot/SectionFacts.h"
#include "server/text/OffsetMap.h"
#include <memory>

namespace mlir::noisy::lsp {

/// A section where it stands in a text, and what is known of it.
struct PlacedSection {
  /// Never null.
  std::shared_ptr<const Section> Data;
  /// Null when nothing was analysed: what is known of its values then is
  /// nothing, not that they are safe.
  std::shared_ptr<const SectionFacts> Facts;
  ByteRange Where;
  /// From the section's text to the bytes in `Where`, when the text does not
  /// parse any more and this is its last good state; null otherwise.
  std::shared_ptr<const OffsetMap> Moved;
  /// The names are those of the text, but it does not verify (any more), so
  /// that `Facts` are those of before, or null.
  bool FactsAreStale = false;
  /// Null when not known, or not yet.
  std::shared_ptr<const SectionDetails> Details;
  /// `Details` are those of before an edit, of here or elsewhere, and are
  /// being made again; of what does not parse or verify they stay so.
  bool DetailsAreStale = false;

  bool isStale() const { return Moved != nullptr; }

  /// Between offsets in the section's text and in the snapshot's. Nothing
  /// where the text was edited since.
  std::optional<ByteRange> toText(ByteRange InSection) const;
  std::optional<size_t> toSection(size_t InText) const;
  /// What is left of a range of the section in the text, or the place where
  /// it was.
  ByteRange toTextClamped(ByteRange InSection) const;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_PLACEDSECTION_H
