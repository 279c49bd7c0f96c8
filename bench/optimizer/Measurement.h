//===- Measurement.h - Measurements and targets -----------------*- C++ -*-===//
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

/// The target of the optimizer for a program.
enum class Target {
  /// Proven in 3 s if the relaxation is integral, up to 50,000 operations.
  Circuit,
  /// Proven in 5 s up to 1,500 operations; in 60 s, or within 0.5 % then, up to
  /// 3,000.
  Random,
  /// Within 5 % of the bound in 60 s.
  Aes,
  /// The first legal placement in 1 s.
  Calls,
  None
};

/// One program, one run. Times are seconds of elapsed time.
struct Measurement {
  std::string family;
  /// The series in the figure: a kind of programs.
  std::string kind;
  std::string program;
  unsigned operations = 0;
  Target target = Target::None;

  double timeLimit = 0;
  OptimizerResult result;
  /// The time until the optimizer returned.
  double seconds = 0;
  /// The time until the optimizer had proven its choice the best, if it
  /// reported that earlier.
  std::optional<double> secondsToProof;

  /// The number of reductions of the greedy placement, confirmed by the
  /// analysis; nullopt if it does not apply.
  std::optional<size_t> greedy;

  /// The status of the article's model; nullopt if it does not apply or was not
  /// tried.
  std::optional<MilpStatus> article;
  double articleSeconds = 0, articleLimit = 0;
  size_t articleReductions = 0;
  /// True if the analysis confirms the article's placement.
  bool isArticleLegal = false;

  bool isProven() const { return result.status == OptimizerStatus::Optimal; }
  double proofSeconds() const { return secondsToProof.value_or(seconds); }
  /// The time until there was a legal placement.
  double startSeconds() const {
    return std::chrono::duration<double>(result.times.model +
                                         result.times.start)
        .count();
  }
  /// The largest possible relative distance of the cost from the optimum;
  /// nullopt if there is no legal choice or no lower bound.
  std::optional<double> gap() const;
};

/// Compares a measurement with its target and with the alternatives: never more
/// reductions than the greedy placement; 100 times faster than the article's
/// model if that takes more than a second and finishes. `reason` gets what was
/// missed, or why there is no target.
Verdict judge(const Measurement &measurement, std::string &reason);

/// The table, head first; cells are formatted for reading.
std::vector<std::vector<std::string>>
makeTable(const std::vector<Measurement> &measurements);

/// The table as a page of Markdown, which shows the figure `figure` and names
/// `./dev bench COMMAND` as its source.
std::string writeMarkdown(const std::vector<Measurement> &measurements,
                          const std::string &figure,
                          const std::string &command);

/// The figure: time to proof, and the gap of unproven results, against size.
std::string drawFigure(const std::vector<Measurement> &measurements);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_OPTIMIZER_MEASUREMENT_H
