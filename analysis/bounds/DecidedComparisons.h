//===- DecidedComparisons.h - Comparisons that bounds decide ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_BOUNDS_DECIDEDCOMPARISONS_H
#define NOISY_ANALYSIS_BOUNDS_DECIDEDCOMPARISONS_H

#include "analysis/flow/ValueNamer.h"
#include "analysis/integers/IntegerFacts.h"
#include "analysis/integers/ProgramFlow.h"
#include <string>
#include <vector>

namespace mlir::noisy {

/// A comparison of indices that has the same result in each run, because of
/// relations between values that ranges do not show: "%i < %n" in the loop up
/// to %n.
struct ComparisonFinding {
  Operation *op;
  bool result;
};

/// The most comparisons of a program that bounds are asked about: each takes
/// some milliseconds.
inline constexpr size_t maxComparisons = 1000;

/// Returns the findings in a program, in the order of the text; at most `most`
/// comparisons are tried. None for code
/// that is never executed, for comparisons that ranges decide (findings of
/// `IntegerFacts`), and for those that are decided only as long as no index
/// overflows.
std::vector<ComparisonFinding>
findDecidedComparisons(ProgramFlow &flow, const IntegerFacts &facts,
                       size_t most = maxComparisons);

/// The result of `op`, if it is a comparison that bounds decide in each run.
std::optional<bool> findDecidedResult(Operation *op);

/// "always true: %i is less than %n, by the bounds of both".
std::string describeComparisonFinding(const ComparisonFinding &finding,
                                      ValueNamer name);

/// The code of these findings, which is that of comparisons that ranges decide.
llvm::StringRef getFindingCode(const ComparisonFinding &finding);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_BOUNDS_DECIDEDCOMPARISONS_H
