//===- BruteForce.h - Small covering problems and answers -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the tests of the covering model share: random problems of at most 14
// columns, and their optima by trying every subset.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_OPTIMIZER_COVER_BRUTEFORCE_H
#define NOISY_TESTS_OPTIMIZER_COVER_BRUTEFORCE_H

#include "optimizer/cover/CoverProblem.h"

#include <optional>
#include <random>

namespace mlir::noisy {

/// Of the covers of least cost the one that `Tie` asks for, of those that are
/// left the first one lexicographically; nullopt where there is none.
inline std::optional<std::vector<uint32_t>>
bruteForceCover(const CoverProblem &Problem) {
  std::vector<uint32_t> RowMasks;
  for (const std::vector<uint32_t> &Row : Problem.Rows) {
    RowMasks.push_back(0);
    for (uint32_t Column : Row)
      RowMasks.back() |= 1u << Column;
  }
  std::optional<std::vector<uint32_t>> Best;
  std::pair<int64_t, int64_t> BestSums;
  for (uint32_t Subset = 0; Subset != 1u << Problem.columns(); ++Subset) {
    if (!std::all_of(RowMasks.begin(), RowMasks.end(),
                     [&](uint32_t Row) { return (Row & Subset) != 0; }))
      continue;
    std::pair<int64_t, int64_t> Sums;
    for (uint32_t Column = 0; Column != Problem.columns(); ++Column)
      if (Subset >> Column & 1) {
        Sums.first += Problem.Cost[Column];
        Sums.second += Problem.Tie.empty() ? 0 : Problem.Tie[Column];
      }
    if (Best && Sums > BestSums)
      continue;
    std::vector<uint32_t> ChosenColumns;
    for (uint32_t Column = 0; Column != Problem.columns(); ++Column)
      if (Subset >> Column & 1)
        ChosenColumns.push_back(Column);
    if (!Best || Sums < BestSums || ChosenColumns < *Best) {
      Best = std::move(ChosenColumns);
      BestSums = Sums;
    }
  }
  return Best;
}

/// The least cost of a cover; nullopt where there is none.
inline std::optional<int64_t> bruteForceCost(const CoverProblem &Problem) {
  std::optional<std::vector<uint32_t>> Best = bruteForceCover(Problem);
  if (!Best)
    return std::nullopt;
  return coverCost(Problem, *Best);
}

/// A repeatable source of small problems that have covers.
class RandomCovers {
public:
  explicit RandomCovers(uint32_t Seed) : Generator(Seed) {}

  uint32_t numberBelow(uint32_t Limit) { return Generator() % Limit; }

  CoverProblem problem() {
    CoverProblem Problem;
    uint32_t Columns = 1 + numberBelow(14);
    uint32_t Dearest = numberBelow(3) == 0 ? 1 : 1 + numberBelow(20);
    uint32_t Cheapest = numberBelow(5) == 0 ? 0 : 1;
    uint32_t Longest = 1 + numberBelow(5);
    for (uint32_t Column = 0; Column != Columns; ++Column)
      Problem.Cost.push_back(Cheapest + numberBelow(Dearest + 1 - Cheapest));
    for (uint32_t Rows = numberBelow(3 * Columns); Rows; --Rows) {
      std::vector<uint32_t> &Row = Problem.Rows.emplace_back();
      // Rows of one column force it; few of them leave more to be solved.
      uint32_t Size =
          numberBelow(8) == 0 ? 1 : 1 + numberBelow(Longest) + (Longest > 1);
      for (; Size; --Size)
        Row.push_back(numberBelow(Columns));
    }
    return Problem;
  }

  /// A tie: positions, or few different numbers, so that many covers are equal
  /// in this as well.
  void addTie(CoverProblem &Problem) {
    bool ArePositions = numberBelow(2) == 0;
    Problem.Tie.clear();
    for (uint32_t Column = 0; Column != Problem.columns(); ++Column)
      Problem.Tie.push_back(ArePositions ? 1 + Column : 1 + numberBelow(3));
  }

private:
  std::mt19937 Generator;
};

/// Out of reach for any time limit of a test.
inline CoverProblem hardProblem() {
  CoverProblem Problem;
  Problem.Cost.assign(2000, 1);
  RandomCovers Random(1);
  for (int Row = 0; Row != 4000; ++Row)
    Problem.Rows.push_back({Random.numberBelow(2000), Random.numberBelow(2000),
                            Random.numberBelow(2000)});
  return Problem;
}

} // namespace mlir::noisy

#endif // NOISY_TESTS_OPTIMIZER_COVER_BRUTEFORCE_H
