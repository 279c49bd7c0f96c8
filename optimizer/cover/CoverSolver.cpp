//===- CoverSolver.cpp - Solve a weighted hitting set -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverSolver.h"

#include "optimizer/cover/CoverGreedy.h"
#include "optimizer/cover/CoverRepeats.h"
#include "optimizer/cover/CoverSearch.h"
#include "optimizer/cover/CoverTuning.h"
#include "system/Deadline.h"

using namespace mlir::noisy;

//===----------------------------------------------------------------------===//
// Checking the input
//===----------------------------------------------------------------------===//

static std::string checkNumbers(const std::vector<int64_t> &Numbers,
                                const std::string &Name) {
  int64_t Sum = 0;
  for (int64_t Number : Numbers) {
    if (Number < 0)
      return "a " + Name + " is negative";
    if (Number > CoverTuning::LargestSum - Sum)
      return "the sum of the " + Name +
             "s passes 2^53, beyond which the solver is not exact; scale them "
             "down";
    Sum += Number;
  }
  return "";
}

/// The error in \p Problem, or empty.
static std::string checkProblem(const CoverProblem &Problem) {
  for (const std::vector<uint32_t> &Row : Problem.Rows)
    for (uint32_t Column : Row)
      if (Column >= Problem.columns())
        return "a row names a column that does not exist";
  if (!Problem.Tie.empty() && Problem.Tie.size() != Problem.Cost.size())
    return "the numbers of ties and columns differ";
  std::string Wrong = checkNumbers(Problem.Cost, "cost");
  if (Wrong.empty())
    Wrong = checkNumbers(Problem.Tie, "tie");
  return Wrong;
}

//===----------------------------------------------------------------------===//
// The answer
//===----------------------------------------------------------------------===//

/// The reason why not all is proven, and how to fix it.
static std::string describe(const CoverSearch &Search,
                            const CoverOptions &Options) {
  switch (Search.reason()) {
  case CoverSearch::Reason::None:
    return "";
  case CoverSearch::Reason::Cancelled:
    return "the search was cancelled";
  case CoverSearch::Reason::Gap:
    return "the requested gap is reached";
  case CoverSearch::Reason::Broken:
    return Search.trouble();
  case CoverSearch::Reason::Nodes:
    return "the limit of " + std::to_string(Options.NodeLimit) +
           " nodes ended the search; allow more";
  case CoverSearch::Reason::Time:
    break;
  }
  return "the time limit of " + std::to_string(Options.TimeLimit.count()) +
         " ms ended the search; allow more time";
}

CoverResult mlir::noisy::solveCover(const CoverProblem &Problem,
                                    const CoverOptions &Options) {
  CoverResult Result;
  if (std::string Wrong = checkProblem(Problem); !Wrong.empty()) {
    Result.Message = "no valid covering problem: " + Wrong;
    return Result;
  }
  const Deadline Limit(Deadline::Clock::now() + Options.TimeLimit,
                       Options.IsCancelled);
  // A tie tells copies apart.
  std::optional<CoverRepeats> Repeats;
  if (Problem.Tie.empty())
    Repeats.emplace(Problem, [&] { return Limit.isOver(); });
  if (Repeats && Repeats->areNone())
    Repeats.reset();
  CoverOptions SearchOptions = Options;
  SearchOptions.TimeLimit = std::max(
      std::chrono::milliseconds(0),
      std::chrono::duration_cast<std::chrono::milliseconds>(Limit.timeLeft()));
  if (Repeats && isCover(Problem, Options.Start))
    SearchOptions.Start = Repeats->restrict(Options.Start);
  CoverSearch Search(Repeats ? Repeats->merged() : Problem, SearchOptions);
  Search.run();
  const CoverNode &Root = Search.root();
  Result.Statistics = Search.statistics();
  Result.Statistics.Rows = Problem.Rows.size();
  Result.LowerBound = Root.bound();
  if (Root.isInfeasible()) {
    Result.Status = CoverStatus::Infeasible;
    Result.Message = "there is no cover: a row has no column";
    return Result;
  }
  std::string Explanation = describe(Search, Options);
  Result.TimedOut = Search.reason() == CoverSearch::Reason::Time;

  Result.ChosenColumns = Search.cover();
  if (Repeats)
    Result.ChosenColumns = Repeats->expand(std::move(Result.ChosenColumns));
  // Columns without a cost may be redundant.
  if (Problem.Tie.empty())
    removeRedundant(Problem, Result.ChosenColumns);
  Result.Cost = coverCost(Problem, Result.ChosenColumns);
  if (!isCover(Problem, Result.ChosenColumns)) {
    CoverResult Wrong;
    Wrong.Message = "the parts of the problem were combined wrongly; "
                    "please report this";
    return Wrong;
  }
  if (Result.Cost < Result.LowerBound) {
    // Two workers contradict each other. The cover was checked.
    Result.Status = CoverStatus::Feasible;
    Result.LowerBound = dualAscentBound(Problem);
    Result.Message = "the solver's bound is above a cover, which is a bug in "
                     "the solver";
    return Result;
  }
  if (Result.Cost == Result.LowerBound) {
    Result.Status = CoverStatus::Optimal;
    Result.TieSettled = Search.isTieSettled();
    return Result;
  }
  Result.Status = CoverStatus::Feasible;
  Result.Message = Explanation;
  return Result;
}
