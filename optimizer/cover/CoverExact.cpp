//===- CoverExact.cpp - Optimal covers without a solver ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverExact.h"

#include "optimizer/cover/CoverBound.h"
#include "optimizer/cover/CoverElimination.h"
#include "optimizer/cover/CoverGreedy.h"
#include "optimizer/cover/CoverLocalSearch.h"
#include "optimizer/cover/CoverPresolve.h"

#include <bit>
#include <numeric>

using namespace mlir::noisy;

using Cover = std::optional<std::vector<uint32_t>>;

/// The base-2 logarithm of a bound that all sums of costs stay below.
static constexpr int MostBits = 61;
/// The number of elimination steps up to which a component is not branched on.
/// Branching roughly halves the steps; its bounds end it early on small
/// components, but hardly on large ones.
static uint64_t eliminationSteps(const CoverProblem &Problem) {
  return uint64_t(1) << std::min(17 + Problem.columns() / 64, 25u);
}

namespace {

/// The branch-and-reduce search; considers costs only.
class Search {
public:
  Search(uint64_t StepLimit, const std::function<bool()> &Stop)
      : StepsLeft(StepLimit), Stop(Stop) {}

  /// The cheapest cover that costs less than \p Limit, or nullopt if there is
  /// none or the steps are used up.
  Cover solve(const CoverProblem &Problem, int64_t Limit);

  /// Uses up \p Steps; false if these were the last.
  bool take(uint64_t Steps) {
    StepsLeft -= std::min(StepsLeft, Stop && Stop() ? StepsLeft : Steps);
    return StepsLeft != 0;
  }
  uint64_t stepsLeft() const { return StepsLeft; }

private:
  Cover solveComponent(const CoverProblem &Problem, int64_t Limit);
  Cover solveDecided(const CoverProblem &Problem,
                     const std::vector<uint32_t> &IncludedColumns,
                     const std::vector<uint32_t> &ExcludedColumns,
                     int64_t Limit);
  Cover eliminate(const CoverProblem &Problem,
                  const CoverElimination &Elimination, int64_t Limit);

  uint64_t StepsLeft;
  const std::function<bool()> &Stop;
};

} // namespace

/// The rest of \p Problem after choosing the columns \p IncludedColumns and
/// excluding the columns \p ExcludedColumns.
static CoverProblem fixColumns(const CoverProblem &Problem,
                               const std::vector<uint32_t> &IncludedColumns,
                               const std::vector<uint32_t> &ExcludedColumns) {
  std::vector<char> IsIn(Problem.columns()), IsOut(Problem.columns());
  for (uint32_t Column : IncludedColumns)
    IsIn[Column] = 1;
  for (uint32_t Column : ExcludedColumns)
    IsOut[Column] = 1;
  CoverProblem Result;
  Result.Cost = Problem.Cost;
  Result.Tie = Problem.Tie;
  for (const std::vector<uint32_t> &Row : Problem.Rows) {
    if (std::any_of(Row.begin(), Row.end(),
                    [&](uint32_t Column) { return IsIn[Column]; }))
      continue;
    Result.Rows.push_back(Row);
    std::erase_if(Result.Rows.back(),
                  [&](uint32_t Column) { return IsOut[Column]; });
  }
  return Result;
}

Cover Search::solveDecided(const CoverProblem &Problem,
                           const std::vector<uint32_t> &IncludedColumns,
                           const std::vector<uint32_t> &ExcludedColumns,
                           int64_t Limit) {
  Cover Result = solve(fixColumns(Problem, IncludedColumns, ExcludedColumns),
                       Limit - coverCost(Problem, IncludedColumns));
  if (Result)
    Result->insert(Result->end(), IncludedColumns.begin(),
                   IncludedColumns.end());
  return Result;
}

Cover Search::eliminate(const CoverProblem &Problem,
                        const CoverElimination &Elimination, int64_t Limit) {
  if (!take(Elimination.steps()))
    return std::nullopt;
  std::vector<uint32_t> Result = Elimination.solve().ChosenColumns;
  if (coverCost(Problem, Result) >= Limit)
    return std::nullopt;
  return Result;
}

Cover Search::solveComponent(const CoverProblem &Problem, int64_t Limit) {
  CoverElimination Elimination(Problem);
  if (Elimination.isNarrow() && Elimination.steps() <= 1 << 14)
    return eliminate(Problem, Elimination, Limit);

  // Every open problem has a cover already, except for the first branch.
  const bool IsFirst = Limit == INT64_MAX;
  const uint32_t Iterations = IsFirst ? 200 : 100;
  if (!take(Iterations * 2 * Problem.Rows.size()))
    return std::nullopt;
  CoverBound Bound = lagrangianBound(Problem, Limit, Iterations);
  Cover Best;
  if (IsFirst) {
    LocalSearchOptions Options;
    // The first branches of a small problem find better covers as quickly.
    Options.Steps = Problem.columns() < 64 ? 0 : 20 * Problem.columns();
    Options.Goal = Bound.Bound;
    take(100 * Options.Steps);
    Best = searchCover(Problem, pricedCover(Problem, Bound.Prices), Options);
    Limit = coverCost(Problem, *Best);
    if (Bound.Bound < Limit)
      Bound = lagrangianBound(Problem, Limit, Iterations);
  }
  auto OrBest = [&](Cover Better) {
    return Better || StepsLeft == 0 ? Better : Best;
  };
  if (Bound.Bound >= Limit)
    return Best;
  if (!Bound.IncludedColumns.empty() || !Bound.ExcludedColumns.empty())
    return OrBest(solveDecided(Problem, Bound.IncludedColumns,
                               Bound.ExcludedColumns, Limit));

  if (Elimination.isNarrow() &&
      Elimination.steps() > eliminationSteps(Problem) / 16)
    Elimination = CoverElimination(Problem, CoverElimination::LeastFill);
  if (Elimination.isNarrow() &&
      Elimination.steps() <= eliminationSteps(Problem))
    return OrBest(eliminate(Problem, Elimination, Limit));

  uint32_t Column = Elimination.bottleneck();
  if (Cover CoverWith = solveDecided(Problem, {Column}, {}, Limit)) {
    Limit = coverCost(Problem, *CoverWith);
    Best = std::move(CoverWith);
  }
  return OrBest(solveDecided(Problem, {}, {Column}, Limit));
}

Cover Search::solve(const CoverProblem &Problem, int64_t Limit) {
  // Measured: presolve, the bounds and an order take about this many steps.
  if (!take(50 * (Problem.columns() + Problem.Rows.size())))
    return std::nullopt;
  PresolvedCover PresolveResult = presolveCover(Problem, Stop);
  if (PresolveResult.Infeasible)
    return std::nullopt;
  std::vector<int64_t> Bounds;
  int64_t Bound = coverCost(Problem, PresolveResult.ForcedColumns);
  for (const CoverComponent &Component : PresolveResult.Components) {
    Bounds.push_back(dualAscentBound(Component.Problem));
    Bound += Bounds.back();
  }

  // Bound is always the bound of the whole, with the known facts of each
  // component.
  std::vector<std::vector<uint32_t>> Parts;
  for (size_t Index = 0; Index != PresolveResult.Components.size(); ++Index) {
    if (Bound >= Limit)
      return std::nullopt;
    const CoverComponent &Component = PresolveResult.Components[Index];
    Cover Part;
    if (Component.EqualTo)
      Part = Parts[*Component.EqualTo];
    else
      Part = solveComponent(Component.Problem,
                            Limit == INT64_MAX ? Limit
                                               : Limit - Bound + Bounds[Index]);
    if (!Part)
      return std::nullopt;
    Bound += coverCost(Component.Problem, *Part) - Bounds[Index];
    Parts.push_back(std::move(*Part));
  }
  if (Bound >= Limit)
    return std::nullopt;

  Cover Result = std::move(PresolveResult.ForcedColumns);
  for (size_t Index = 0; Index != Parts.size(); ++Index)
    for (uint32_t Column : Parts[Index])
      Result->push_back(PresolveResult.Components[Index].Columns[Column]);
  return Result;
}

/// The number of bits that the sum of \p Numbers takes, or `MostBits` + 1 if
/// that is too many.
static int bitsOfSum(const std::vector<int64_t> &Numbers) {
  int64_t Sum = 0;
  for (int64_t Number : Numbers)
    if (Number >= (int64_t(1) << MostBits) - Sum)
      return MostBits + 1;
    else
      Sum += Number;
  return std::bit_width(static_cast<uint64_t>(Sum));
}

namespace {

/// Finds the cover that `Tie` selects.
class TieSearch {
public:
  explicit TieSearch(Search &ByCost) : ByCost(ByCost) {}

  /// The cover, or nullopt if the steps run out or the numbers get too large.
  Cover solve(const CoverProblem &Problem);

private:
  Cover solveComponent(const CoverProblem &Problem);

  Search &ByCost;
};

} // namespace

Cover TieSearch::solve(const CoverProblem &Problem) {
  PresolvedCover PresolveResult = presolveCover(Problem);
  Cover Result = std::move(PresolveResult.ForcedColumns);
  std::vector<std::vector<uint32_t>> Parts;
  for (const CoverComponent &Component : PresolveResult.Components) {
    Cover Part = Component.EqualTo ? Parts[*Component.EqualTo]
                                   : solveComponent(Component.Problem);
    if (!Part)
      return std::nullopt;
    for (uint32_t Column : *Part)
      Result->push_back(Component.Columns[Column]);
    Parts.push_back(std::move(*Part));
  }
  std::sort(Result->begin(), Result->end());
  return Result;
}

Cover TieSearch::solveComponent(const CoverProblem &Problem) {
  const int TieBits = bitsOfSum(Problem.Tie);
  const int UsedBits = bitsOfSum(Problem.Cost) + TieBits;
  if (UsedBits >= MostBits)
    return std::nullopt;

  // One number holds a cover's cost, then its tie, then which of the first
  // columns it has. That is exact as long as it fits.
  const uint32_t First =
      std::min(static_cast<uint32_t>(MostBits - UsedBits), Problem.columns());
  CoverProblem CombinedProblem;
  CombinedProblem.Rows = Problem.Rows;
  for (uint32_t Column = 0; Column != Problem.columns(); ++Column) {
    int64_t Sum = (Problem.Cost[Column] << TieBits) + Problem.Tie[Column];
    int64_t Bonus = Column < First ? int64_t(1) << (First - 1 - Column) : 0;
    CombinedProblem.Cost.push_back(
        std::max((Sum << First) - Bonus, int64_t(0)));
  }

  Cover Best;
  CoverElimination Elimination(CombinedProblem, CoverElimination::LeastFill);
  if (Elimination.isNarrow() &&
      Elimination.steps() <= eliminationSteps(Problem)) {
    if (!ByCost.take(Elimination.steps()))
      return std::nullopt;
    CoverElimination::Answer Answer = Elimination.solve();
    if (Answer.IsUnique)
      return Answer.ChosenColumns;
    Best = std::move(Answer.ChosenColumns);
  } else {
    Best = ByCost.solve(CombinedProblem, INT64_MAX);
    if (!Best)
      return std::nullopt;
  }

  // The first columns are decided; continue with the others.
  std::erase_if(*Best, [&](uint32_t Column) { return Column >= First; });
  std::vector<uint32_t> DecidedColumns(First);
  std::iota(DecidedColumns.begin(), DecidedColumns.end(), 0);
  Cover RestCover = solve(fixColumns(Problem, *Best, DecidedColumns));
  if (!RestCover)
    return std::nullopt;
  Best->insert(Best->end(), RestCover->begin(), RestCover->end());
  return Best;
}

std::optional<ExactCover>
mlir::noisy::solveExactly(const CoverProblem &Problem, uint64_t StepLimit,
                          const std::function<bool()> &Stop) {
  if (bitsOfSum(Problem.Cost) > MostBits)
    return std::nullopt;
  Search ByCost(StepLimit, Stop);
  CoverProblem WithoutTie;
  WithoutTie.Cost = Problem.Cost;
  WithoutTie.Rows = Problem.Rows;
  Cover Best = ByCost.solve(WithoutTie, INT64_MAX);
  if (!Best)
    return std::nullopt;

  ExactCover Result;
  Result.TieSettled = true;
  if (!Problem.Tie.empty()) {
    if (Cover TieCover = TieSearch(ByCost).solve(Problem))
      Best = std::move(TieCover);
    else
      Result.TieSettled = false;
  }
  Result.ChosenColumns = std::move(*Best);
  // Columns without a cost may be redundant.
  removeRedundant(Problem, Result.ChosenColumns);
  Result.Steps = StepLimit - ByCost.stepsLeft();
  return Result;
}
