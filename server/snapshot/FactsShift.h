//===- FactsShift.h - Facts of a section after a change ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_FACTSSHIFT_H
#define NOISY_SERVER_SNAPSHOT_FACTSSHIFT_H

#include "server/snapshot/SectionFacts.h"
#include "server/text/OffsetMap.h"

namespace mlir::noisy::lsp {

/// A change of a section in one place: values came and went.
struct ValueChange {
  TextChange Text;
  /// The values that went: the first, and the one after the last.
  Section::Index FirstValue = 0, EndValue = 0;
  /// The number of values that came.
  Section::Index NewCount = 0;

  /// The number after the change of a value that stays; none for others.
  Section::Index moved(Section::Index Value) const {
    if (Value < FirstValue || Value == Section::None)
      return Value;
    return Value < EndValue ? Section::None
                            : Value + NewCount - (EndValue - FirstValue);
  }
};

/// Moves the ranges of a problem that a change does not touch; returns false if
/// it touches one of them. A note in another section has offsets of that.
bool shiftProblem(Problem &Issue, const TextChange &Change);

/// The facts of a section after a change of values without noise, from those
/// before. Null if one of these is about what was changed, or about operations
/// by their numbers.
std::shared_ptr<const SectionFacts> shiftFacts(const SectionFacts &Old,
                                               const ValueChange &Change);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_FACTSSHIFT_H
