//===- CoverChecks.h - Small problems, and checks ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_OPTIMIZER_COVER_COVERCHECKS_H
#define NOISY_TESTS_OPTIMIZER_COVER_COVERCHECKS_H

#include "optimizer/cover/CoverExact.h"
#include "optimizer/cover/CoverSolver.h"
#include "tests/optimizer/cover/BruteForce.h"
#include <catch2/catch.hpp>

namespace mlir::noisy {

/// Small, but too tangled to be solved without a worker; random triples.
inline CoverProblem knot(uint32_t Seed, uint32_t Size = 40) {
  CoverProblem Problem;
  Problem.Cost.assign(Size, 1);
  RandomCovers Random(Seed);
  for (uint32_t Row = 0; Row != 3 * Size; ++Row)
    Problem.Rows.push_back({Random.numberBelow(Size), Random.numberBelow(Size),
                            Random.numberBelow(Size)});
  return Problem;
}

/// The optimum of a knot of 40 columns.
inline int64_t knotOptimum(uint32_t Seed) {
  return coverCost(knot(Seed),
                   solveExactly(knot(Seed), 20000000)->ChosenColumns);
}

inline CoverOptions timedOptions(std::chrono::milliseconds Time) {
  CoverOptions Options;
  Options.TimeLimit = Time;
  return Options;
}

/// What holds of every result, with the optimum where it is known.
inline void checkResult(const CoverProblem &Problem, const CoverResult &Result,
                        std::optional<int64_t> Best = std::nullopt) {
  INFO(Result.Message);
  CHECK(Result.Message.empty() == (Result.Status == CoverStatus::Optimal));
  if (Best)
    CHECK(Result.LowerBound <= *Best);
  if (Result.Status == CoverStatus::Optimal ||
      Result.Status == CoverStatus::Feasible) {
    CHECK(isCover(Problem, Result.ChosenColumns));
    CHECK(std::is_sorted(Result.ChosenColumns.begin(),
                         Result.ChosenColumns.end()));
    CHECK(coverCost(Problem, Result.ChosenColumns) == Result.Cost);
    CHECK(Result.LowerBound <= Result.Cost);
  } else {
    CHECK(Result.ChosenColumns.empty());
  }
  if (Result.Status == CoverStatus::Optimal) {
    CHECK(Result.LowerBound == Result.Cost);
    if (Best)
      CHECK(Result.Cost == *Best);
  }
}

inline CoverResult
solveWith(const std::string &WorkerPath, const CoverProblem &Problem,
          std::chrono::milliseconds Time = std::chrono::seconds(5)) {
  CoverOptions Options = timedOptions(Time);
  Options.WorkerPath = WorkerPath;
  return solveCover(Problem, Options);
}

} // namespace mlir::noisy

#endif // NOISY_TESTS_OPTIMIZER_COVER_COVERCHECKS_H
