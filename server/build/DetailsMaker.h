//===- DetailsMaker.h - Integer and other details of values -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_DETAILSMAKER_H
#define NOISY_SERVER_BUILD_DETAILSMAKER_H

#include "analysis/bounds/DecidedComparisons.h"
#include "analysis/flow/ValueNamer.h"
#include "analysis/integers/IdleCode.h"
#include "analysis/integers/IndexFindings.h"
#include "analysis/integers/IntegerFacts.h"
#include "analysis/integers/ProgramFlow.h"
#include "analysis/metadata/MetadataFacts.h"
#include "server/snapshot/SectionDetails.h"
#include "server/unit/Unit.h"

namespace mlir::noisy::lsp {

/// Makes the details of units that are one program: analyses the program, and
/// returns the results for each unit. On the worker's thread.
class DetailsMaker {
public:
  /// Analyses everything below `Root`, which must not change during this
  /// object's lifetime. It ends early, and makes no more details, when
  /// `ShouldStop`, which is called all the time, returns true.
  DetailsMaker(Operation *Root, llvm::function_ref<bool()> ShouldStop);

  /// Returns the facts of the values of one unit of the program, without
  /// findings; nothing if it was stopped. `Name` names values of all units.
  std::optional<SectionDetails> describe(const Unit &Target, ValueNamer Name);
  /// True if it was stopped: what it has returned may be unfinished.
  bool isStopped() { return Flow.getStop()(); }
  /// True if the unit has values with such bounds.
  static bool mayTakeLong(const Unit &Target);
  /// The findings in the whole program; and one of them, which is in `Target`.
  llvm::ArrayRef<IntegerFinding> findings() const {
    return Integers.getFindings();
  }
  Problem describe(const IntegerFinding &Finding, const Unit &Target,
                   ValueNamer Name) const;
  /// The indices in the whole program that are out of bounds; and one of them.
  std::vector<IndexFinding> findIndices() {
    return findWrongIndices(Flow, Integers);
  }
  Problem describe(const IndexFinding &Finding, const Unit &Target,
                   ValueNamer Name) const;
  /// The comparisons in the whole program that bounds decide; and one of them.
  std::vector<ComparisonFinding> findComparisons();
  Problem describe(const ComparisonFinding &Finding, const Unit &Target,
                   ValueNamer Name) const;
  /// The code without effect in the whole program; and one piece of it, which
  /// is in `Target`.
  std::vector<IdleCode> findIdle() { return findIdleCode(Flow); }
  Problem describe(const IdleCode &Code, const Unit &Target,
                   ValueNamer Name) const;

private:
  ProgramFlow Flow;
  IntegerFacts Integers;
  MetadataFacts Metadata;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_DETAILSMAKER_H
