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

/// A change of a section that changes no noise: values without noise came or
/// went.
struct QuietChange {
  TextChange Text;
  /// The values that went: the first, and the one after the last.
  Section::Index FirstValue, EndValue;
  /// The number of values that came.
  Section::Index NewCount = 0;
};

/// The facts of a section after a change, from those before. Null if one of
/// these is about what was changed, or about operations by their numbers.
std::shared_ptr<const SectionFacts> shiftFacts(const SectionFacts &Old,
                                               const QuietChange &Change);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_FACTSSHIFT_H
