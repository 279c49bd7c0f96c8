//===- SectionDetails.h - What else is known of values ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_SECTIONDETAILS_H
#define NOISY_SERVER_SNAPSHOT_SECTIONDETAILS_H

#include "server/snapshot/Problem.h"
#include "server/snapshot/Section.h"

namespace mlir::noisy::lsp {

/// What the analyses know of one value beside its noise; what is empty is not
/// known, or no news. The texts are those of `--noisy-print-facts`.
struct ValueDetails {
  Section::Index Value = Section::None;
  /// Of an integer, an index, or the elements of a vector or tensor of these:
  /// "[0, 63]", "5".
  std::string Range;
  /// What the range rests on: "stated by 'noisy.range'"; mostly empty.
  std::string RangeBasis;
  /// In terms of other values: "%i < %n", "dim 0 = %n + 5".
  std::vector<std::string> Bounds;
  /// "{level = 2}", and where it comes from: "own", "stated", or nothing.
  std::string Metadata, MetadataOrigin;

  friend bool operator==(const ValueDetails &, const ValueDetails &) = default;
};

/// What is known of a section that nothing rests on: it is shown to those who
/// ask, and of large texts it comes some time after the rest. Plain data;
/// immutable once made.
struct SectionDetails {
  /// In the order of the values; those of which something is known.
  std::vector<ValueDetails> Values;
  /// Findings about the integers; none where these rest on what is broken.
  std::vector<Problem> Problems;
  /// Something that it depends on is broken, and is known only as it was
  /// before, if at all.
  bool RestsOnStale = false;

  /// Null when nothing is known of the value. Logarithmic.
  const ValueDetails *find(Section::Index Value) const;

  friend bool operator==(const SectionDetails &,
                         const SectionDetails &) = default;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_SECTIONDETAILS_H
