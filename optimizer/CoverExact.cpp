//===- CoverExact.cpp - Optimal covers without a solver ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/CoverExact.h"

#include "optimizer/CoverElimination.h"
#include "optimizer/CoverGreedy.h"
#include "optimizer/CoverPresolve.h"

#include <bit>

using namespace mlir::noisy;

using Cover = std::optional<std::vector<uint32_t>>;

/// Sums of costs stay below 2 to the power of this.
static constexpr int MostBits = 61;
/// A component that elimination solves in so many steps is not branched on.
/// Measured: a node takes as long as some hundred thousand.
static constexpr uint64_t EliminationSteps = uint64_t(1) << 21;

namespace {

/// Branch and reduce; looks at costs only.
class Search {
public:
  explicit Search(uint64_t StepLimit) : StepsLeft(StepLimit) {}

  /// The cheapest cover of those that cost less than \p Limit, or nullopt if
  /// there is none, or the steps are used up.
  Cover solve(const CoverProblem &Problem, int64_t Limit);

  bool isExhausted() const { return StepsLeft == 0; }
  uint64_t stepsLeft() const { return StepsLeft; }

private:
  Cover solveComponent(const CoverProblem &Problem, int64_t Limit);

  bool take(uint64_t Steps) {
    StepsLeft -= std::min(StepsLeft, Steps);
    return StepsLeft != 0;
  }

  uint64_t StepsLeft;
};

} // namespace

/// \p Problem once \p Column is chosen, or never is.
static CoverProblem decided(const CoverProblem &Problem, uint32_t Column,
                            bool IsChosen) {
  CoverProblem Result;
  Result.Cost = Problem.Cost;
  for (const std::vector<uint32_t> &Row : Problem.Rows) {
    bool HasIt = std::find(Row.begin(), Row.end(), Column) != Row.end();
    if (HasIt && IsChosen)
      continue;
    Result.Rows.push_back(Row);
    if (HasIt)
      std::erase(Result.Rows.back(), Column);
  }
  return Result;
}

Cover Search::solveComponent(const CoverProblem &Problem, int64_t Limit) {
  CoverElimination Elimination(Problem);
  if (Elimination.isNarrow() && Elimination.steps() <= EliminationSteps) {
    if (!take(Elimination.steps()))
      return std::nullopt;
    Cover Result = Elimination.solve();
    if (coverCost(Problem, *Result) >= Limit)
      return std::nullopt;
    return Result;
  }

  Cover Best;
  std::vector<uint32_t> Greedy = greedyCover(Problem);
  removeRedundant(Problem, Greedy);
  if (int64_t Cost = coverCost(Problem, Greedy); Cost < Limit) {
    Best = std::move(Greedy);
    Limit = Cost;
  }
  uint32_t Column = Elimination.bottleneck();
  int64_t Cost = Problem.Cost[Column];
  if (Cover With = solve(decided(Problem, Column, true), Limit - Cost)) {
    With->push_back(Column);
    Limit = coverCost(Problem, *With);
    Best = std::move(With);
  }
  if (Cover Without = solve(decided(Problem, Column, false), Limit))
    Best = std::move(Without);
  if (isExhausted())
    return std::nullopt;
  return Best;
}

Cover Search::solve(const CoverProblem &Problem, int64_t Limit) {
  // What presolve and the bounds look at, several times over.
  if (!take(20 * (Problem.columns() + Problem.Rows.size())))
    return std::nullopt;
  PresolvedCover Presolved = presolveCover(Problem);
  if (Presolved.Infeasible)
    return std::nullopt;
  std::vector<int64_t> Bounds;
  int64_t Bound = coverCost(Problem, Presolved.Forced);
  for (const CoverComponent &Component : Presolved.Components) {
    Bounds.push_back(dualAscentBound(Component.Problem));
    Bound += Bounds.back();
  }

  // Bound always is that of the whole, with what is known of each component.
  std::vector<std::vector<uint32_t>> Parts;
  for (size_t Index = 0; Index != Presolved.Components.size(); ++Index) {
    if (Bound >= Limit)
      return std::nullopt;
    const CoverComponent &Component = Presolved.Components[Index];
    Cover Part;
    if (Component.EqualTo)
      Part = Parts[*Component.EqualTo];
    else
      Part = solveComponent(Component.Problem, Limit - Bound + Bounds[Index]);
    if (!Part)
      return std::nullopt;
    Bound += coverCost(Component.Problem, *Part) - Bounds[Index];
    Parts.push_back(std::move(*Part));
  }
  if (Bound >= Limit)
    return std::nullopt;

  Cover Result = std::move(Presolved.Forced);
  for (size_t Index = 0; Index != Parts.size(); ++Index)
    for (uint32_t Column : Parts[Index])
      Result->push_back(Presolved.Components[Index].Columns[Column]);
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

/// One number for each column whose sum orders covers by cost, then by tie.
static std::optional<std::vector<int64_t>>
combinedCosts(const CoverProblem &Problem) {
  int TieBits = bitsOfSum(Problem.Tie);
  if (bitsOfSum(Problem.Cost) + TieBits > MostBits)
    return std::nullopt;
  std::vector<int64_t> Result;
  for (uint32_t Column = 0; Column != Problem.columns(); ++Column)
    Result.push_back((Problem.Cost[Column] << TieBits) + Problem.Tie[Column]);
  return Result;
}

/// Of the covers of least \p Combined cost the first one lexicographically, if
/// the steps last; \p Known is a cover that is not dearer by `Cost`.
static Cover settleTie(const CoverProblem &Problem,
                       const std::vector<int64_t> &Combined,
                       const std::vector<uint32_t> &Known, Search &TheSearch) {
  const int LexBits = std::min(
      bitsOfSum(Combined) < MostBits ? MostBits - bitsOfSum(Combined) : 0, 48);
  if (LexBits == 0)
    return std::nullopt;

  // The first columns of those still open count in this order, one bit each.
  // Then these are decided, and the next ones count.
  CoverProblem Rest;
  Rest.Rows = Problem.Rows;
  std::vector<uint32_t> Chosen;
  std::vector<char> IsIn(Problem.columns());
  Cover Best = Known;
  for (uint32_t From = 0;; From += LexBits) {
    uint32_t To = std::min(From + LexBits, Problem.columns());
    Rest.Cost.assign(Problem.columns(), 0);
    for (uint32_t Column = From; Column != Problem.columns(); ++Column)
      Rest.Cost[Column] = Combined[Column] << LexBits;
    for (uint32_t Column = From; Column != To; ++Column)
      if (Rest.Cost[Column] > 0)
        Rest.Cost[Column] -= int64_t(1) << (LexBits - 1 - (Column - From));
    std::erase_if(*Best, [&](uint32_t Column) { return Column < From; });
    Best = TheSearch.solve(Rest, coverCost(Rest, *Best) + 1);
    if (!Best || TheSearch.isExhausted())
      return std::nullopt;

    for (uint32_t Column : *Best)
      if (Column < To) {
        Chosen.push_back(Column);
        IsIn[Column] = 1;
      }
    if (To == Problem.columns()) {
      std::sort(Chosen.begin(), Chosen.end());
      return Chosen;
    }
    std::erase_if(Rest.Rows, [&](const std::vector<uint32_t> &Row) {
      return std::any_of(Row.begin(), Row.end(),
                         [&](uint32_t Column) { return IsIn[Column]; });
    });
    for (std::vector<uint32_t> &Row : Rest.Rows)
      std::erase_if(Row, [&](uint32_t Column) { return Column < To; });
  }
}

std::optional<ExactCover> mlir::noisy::solveExactly(const CoverProblem &Problem,
                                                    uint64_t StepLimit) {
  if (Problem.Side || bitsOfSum(Problem.Cost) > MostBits)
    return std::nullopt;
  Search TheSearch(StepLimit);
  CoverProblem ByCost;
  ByCost.Cost = Problem.Cost;
  ByCost.Rows = Problem.Rows;
  Cover Best = TheSearch.solve(ByCost, INT64_MAX);
  if (!Best || TheSearch.isExhausted())
    return std::nullopt;
  removeRedundant(ByCost, *Best);

  ExactCover Result;
  Result.Chosen = std::move(*Best);
  Result.TieSettled = Problem.Tie.empty();
  if (!Problem.Tie.empty())
    if (auto Combined = combinedCosts(Problem))
      if (Cover Settled =
              settleTie(Problem, *Combined, Result.Chosen, TheSearch)) {
        Result.Chosen = std::move(*Settled);
        Result.TieSettled = true;
      }
  Result.Steps = StepLimit - TheSearch.stepsLeft();
  return Result;
}
