//===- SectionDetails.h - Facts about values besides noise ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_SECTIONDETAILS_H
#define NOISY_SERVER_SNAPSHOT_SECTIONDETAILS_H

#include "server/snapshot/Problem.h"
#include "server/snapshot/Section.h"
#include "server/text/OffsetMap.h"
#include <memory>

namespace mlir::noisy::lsp {

/// The facts about one value besides its noise; an empty field is unknown or of
/// no interest. The texts are those of `--noisy-print-facts`.
struct ValueDetails {
  Section::Index Value = Section::None;
  /// The range of an integer, an index, or the elements of a vector or tensor
  /// of these: "[0, 63]", "5".
  std::string Range;
  /// The facts that the range rests on: "stated by 'noisy.range'"; mostly
  /// empty.
  std::string RangeBasis;
  /// The bounds in terms of other values: "%i < %n", "dim 0 = %n + 5".
  std::vector<std::string> Bounds;
  /// The metadata, "{level = 2}", "unknown" or "never executed", and its
  /// origin: "own", "stated", or empty. Both are empty if the program has none.
  std::string Metadata, MetadataOrigin;

  friend bool operator==(const ValueDetails &, const ValueDetails &) = default;
};

struct SectionDetails;

/// Details of an earlier section that hold for a later one until its own are
/// made. They are looked up there: to copy them would take longer than other
/// steps of a build.
struct EarlierDetails {
  /// The earlier section, and its own details.
  std::shared_ptr<const Section> Data;
  std::shared_ptr<const SectionDetails> Details;
  /// The later section, and the map from the earlier one's text to it.
  std::shared_ptr<const Section> LaterData;
  OffsetMap Offsets;

  /// Returns the details of the value with the same name in the same place as a
  /// value of the later section; null if there is none.
  const ValueDetails *find(Section::Index Value) const;
};

/// The facts about a section that no other facts depend on: they are shown on
/// request, and for large texts they follow some time after the rest. Plain
/// data; immutable once made.
struct SectionDetails {
  /// The known values, in the order of the values.
  std::vector<ValueDetails> Values;
  /// The details that stand in for `Values`, by other numbers; mostly null.
  std::shared_ptr<const EarlierDetails> Earlier;
  /// The findings about integers; none if these depend on broken text.
  std::vector<Problem> Problems;
  /// Some dependency is broken, and known only in its state before that, if at
  /// all.
  bool RestsOnStale = false;

  /// Returns the facts about a value, except for its number, which may be that
  /// in an earlier section; null if there are none. Logarithmic.
  const ValueDetails *find(Section::Index Value) const;

  friend bool operator==(const SectionDetails &,
                         const SectionDetails &) = default;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_SECTIONDETAILS_H
