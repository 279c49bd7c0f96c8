//===- Measurement.h - What was measured, and the targets -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_OPTIMIZER_MEASUREMENT_H
#define NOISY_BENCH_OPTIMIZER_MEASUREMENT_H

#include "bench/measure/Verdict.h"
#include "bench/optimizer/Milp.h"
#include "optimizer/Optimizer.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::noisy::bench {

/// What is asked of the optimizer on a program.
enum class Target {
  /// Proven in 3 s where the relaxation is integral, up to 50,000 operations.
  Circuit,
  /// Up to 1,500 operations proven in 5 s; up to 3,000 in 60 s, or 0.5 % then.
  Random,
  /// Within 5 % in 60 s.
  Aes,
  None
};

/// One program, one run. Times in seconds of elapsed time.
struct Measurement {
  std::string family;
  /// Series in the figure: a kind of programs.
  std::string kind;
  std::string program;
  unsigned operations = 0;
  Target target = Target::None;

  double timeLimit = 0;
  OptimizerResult result;
  /// Until the optimizer returned.
  double seconds = 0;
  /// Until it said that its choice is the best, where it did say so earlier.
  std::optional<double> secondsToProof;

  /// The reductions of greed, confirmed by the analysis; none where it does not
  /// apply.
  std::optional<size_t> greedy;

  /// Nothing where the article's model does not apply or was not tried.
  std::optional<MilpStatus> article;
  double articleSeconds = 0, articleLimit = 0;
  size_t articleReductions = 0;
  /// Whether the analysis confirms the article's placement.
  bool isArticleLegal = false;

  bool isProven() const { return result.status == OptimizerStatus::Optimal; }
  double proofSeconds() const { return secondsToProof.value_or(seconds); }
  /// How far the cost may be above the optimum, as a part of it; nothing where
  /// there is no legal choice or no lower bound.
  std::optional<double> gap() const;
};

/// Holds a measurement against its target, and against its peers: never more
/// reductions than greed; 100 times faster than the article's model where that
/// takes more than a second and finishes. Says in `reason` what was missed, or
/// why there is nothing to meet.
Verdict judge(const Measurement &measurement, std::string &reason);

/// The table, head first; cells as people read them.
std::vector<std::vector<std::string>>
makeTable(const std::vector<Measurement> &measurements);

/// The table as a page of Markdown, which shows the figure `figure` and says
/// that `./dev bench COMMAND` has written it.
std::string writeMarkdown(const std::vector<Measurement> &measurements,
                          const std::string &figure,
                          const std::string &command);

/// Time to proof, and the gap of what is not proven, against size.
std::string drawFigure(const std::vector<Measurement> &measurements);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_OPTIMIZER_MEASUREMENT_H
