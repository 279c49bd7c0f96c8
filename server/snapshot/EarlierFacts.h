//===- EarlierFacts.h - The noise of before text broke ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_EARLIERFACTS_H
#define NOISY_SERVER_SNAPSHOT_EARLIERFACTS_H

#include "server/snapshot/Section.h"
#include "server/snapshot/SectionFacts.h"
#include "server/text/OffsetMap.h"
#include <memory>

namespace mlir::noisy::lsp {

/// The noise of a section when all of it was known, for a later text of the
/// same part in which some is unknown because an operation does not parse: so
/// that what is shown does not change with every key of a line.
struct EarlierFacts {
  /// The earlier section and its facts; never null.
  std::shared_ptr<const Section> Data;
  std::shared_ptr<const SectionFacts> Facts;
  /// The map from the earlier section's text to that of the part.
  OffsetMap Offsets;

  /// Returns the number in the earlier section of the value whose name is at
  /// `Name` of the part, and which is number `Place` of that name's results;
  /// Section::None if there was none.
  Section::Index valueAt(ByteRange Name, Section::Index Place) const;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_EARLIERFACTS_H
