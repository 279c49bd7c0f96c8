//===- OptimizerReport.h - The optimizer's result in words ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The wording for the command line and the editor alike.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_OPTIMIZERREPORT_H
#define NOISY_OPTIMIZER_OPTIMIZERREPORT_H

#include "analysis/flow/ValueNamer.h"
#include "optimizer/Optimizer.h"
#include <string>

namespace mlir::noisy {

/// Whether the changes of a result are made already: "inserted", or "would
/// insert".
enum class ReportTense { Done, Proposed };

/// The result in one line:
///   - "inserted 3 reductions, the fewest possible"; "... that count as 130
///     (how often each runs, or its 'noisy.cost'), the least possible" where
///     costs are no counts;
///   - "inserted 12 reductions, at most 20 % above the fewest possible (stopped
///     after 10 s)";
///   - "cannot reduce the noise: %4: ..." and why, where there is no solution;
/// and behind a legal one what is left: "; not fixed: %7: its noise is
/// unknown".
std::string describeResult(const OptimizerResult &result, ValueNamer nameOf,
                           ReportTense tense = ReportTense::Done);

/// The reason why a finding that is beyond reductions is left, to follow the
/// name of its value.
std::string explainUnfixed(const NoiseFinding &finding);

/// A gap for people, with one decimal at most, rounded up: "20 %", "4.7 %".
std::string formatGap(double gap);

/// The relative gap between the cost of a legal result and the lower bound:
/// 0.01 for one per cent. Infinite if nothing is proven.
double getGap(const OptimizerResult &result);

/// A gap in hundredths of a per cent, rounded up, so that 0 means no gap; the
/// largest number if the gap is infinite or does not fit.
unsigned toHundredths(double gap);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_OPTIMIZERREPORT_H
