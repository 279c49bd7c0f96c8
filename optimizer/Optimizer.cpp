//===- Optimizer.cpp - Where to reduce the noise --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/Optimizer.h"
#include "optimizer/CoverGreedy.h"
#include "optimizer/CoverSolver.h"
#include "optimizer/NoiseOracle.h"
#include <set>

using namespace mlir;
using namespace mlir::noisy;

namespace {
using Clock = std::chrono::steady_clock;

/// One optimization: the covering problem as it grows, and the best choice.
class Search {
public:
  Search(const NoiseFacts &facts, const OptimizerOptions &options)
      : facts(facts), options(options), oracle(facts),
        deadline(Clock::now() + options.timeLimit) {}

  OptimizerResult run();

private:
  using Choice = std::vector<uint32_t>;

  bool isStopped() const {
    return Clock::now() >= deadline ||
           (options.cancelled && options.cancelled());
  }

  /// Asks the oracle about `choice` and adds its rows to the problem. Returns
  /// whether the choice is legal; sets `result` and `ended` when the answer
  /// ends the search.
  bool check(const Choice &choice);

  bool findStart();
  CoverResult solve(const std::vector<int64_t> &cost);
  void minimiseCount();
  void minimisePositions();
  void end(OptimizerStatus status, Value culprit, std::string message);

  const NoiseFacts &facts;
  const OptimizerOptions &options;
  NoiseOracle oracle;
  Clock::time_point deadline;

  CoverProblem problem;
  std::set<std::vector<uint32_t>> known;
  Choice incumbent;
  OptimizerResult result;
  /// Rows may ask for too much; then nothing is proven.
  bool isApproximate = false;
  bool ended = false;
};
} // namespace

void Search::end(OptimizerStatus status, Value culprit, std::string message) {
  result.status = status;
  result.culprit = culprit;
  result.message = std::move(message);
  ended = true;
}

bool Search::check(const Choice &choice) {
  llvm::BitVector reduced(oracle.getColumns().size());
  for (uint32_t column : choice)
    reduced.set(column);
  NoiseOracle::Answer answer = oracle.check(reduced);
  auto refuse = [&](Value value) {
    end(OptimizerStatus::Unsupported, value,
        "the noise passes through a loop that runs a known number of times, "
        "which the optimizer cannot follow yet; reduce it by hand there");
    return false;
  };
  if (answer.unsupported)
    return refuse(answer.unsupported);
  isApproximate |= bool(answer.approximate);
  bool isNew = answer.rows.empty();
  for (NoiseOracle::Row &row : answer.rows) {
    if (row.columns.empty() && isApproximate)
      return refuse(row.culprit);
    if (row.columns.empty()) {
      end(OptimizerStatus::Infeasible, row.culprit,
          "it has too much noise whatever is reduced before it");
      return false;
    }
    if (known.insert(row.columns).second) {
      isNew = true;
      problem.Rows.push_back(std::move(row.columns));
    }
  }
  if (!isNew)
    end(OptimizerStatus::Failed, answer.rows.front().culprit,
        "the optimizer went round in a circle; please report this with the "
        "program");
  return answer.rows.empty() && !ended;
}

/// Finds a legal choice by a heuristic: covers what is violated until nothing
/// is.
bool Search::findStart() {
  while (!isStopped()) {
    if (check(incumbent))
      return true;
    if (ended)
      return false;
    incumbent = greedyCover(problem);
  }
  end(OptimizerStatus::Stopped, nullptr,
      "time ran out before a legal placement was found; allow more time");
  return false;
}

CoverResult Search::solve(const std::vector<int64_t> &cost) {
  problem.Cost = cost;
  CoverOptions coverOptions;
  coverOptions.TimeLimit =
      std::max(std::chrono::milliseconds(0),
               std::chrono::duration_cast<std::chrono::milliseconds>(
                   deadline - Clock::now()));
  coverOptions.Cancelled = options.cancelled;
  coverOptions.Start = incumbent;
  coverOptions.WorkerPath = options.workerPath;
  ++result.rounds;
  return solveCover(problem, coverOptions);
}

void Search::minimiseCount() {
  std::vector<int64_t> one(oracle.getColumns().size(), 1);
  while (!isStopped()) {
    CoverResult cover = solve(one);
    result.lowerBound = std::max(result.lowerBound, cover.LowerBound);
    if (result.lowerBound >= int64_t(incumbent.size()))
      break;
    if (cover.Status != CoverStatus::Optimal) {
      result.message = cover.Message;
      if (cover.Status == CoverStatus::Feasible && check(cover.Chosen) &&
          cover.Chosen.size() < incumbent.size())
        incumbent = cover.Chosen;
      break;
    }
    if (check(cover.Chosen)) {
      incumbent = cover.Chosen;
      break;
    }
    if (ended)
      return;
  }
  result.status = result.lowerBound >= int64_t(incumbent.size())
                      ? OptimizerStatus::Optimal
                      : OptimizerStatus::Feasible;
  if (result.status == OptimizerStatus::Optimal)
    result.message.clear();
  else if (result.message.empty())
    result.message = "the time limit was reached";
}

/// Of equal solutions takes the one that reduces earliest: a second phase with
/// the count fixed. What it does not finish is lost, the first one stands.
void Search::minimisePositions() {
  std::vector<int64_t> one(oracle.getColumns().size(), 1), position;
  for (size_t i = 0; i < one.size(); ++i)
    position.push_back(i + 1);
  problem.Side = CoverProblem::Budget{one, int64_t(incumbent.size())};
  while (!isStopped()) {
    CoverResult cover = solve(position);
    if (cover.Status != CoverStatus::Optimal)
      return;
    if (check(cover.Chosen)) {
      incumbent = cover.Chosen;
      result.earliest = true;
      return;
    }
    if (ended) {
      // The first phase has its answer.
      result.status = OptimizerStatus::Optimal;
      result.message.clear();
      result.culprit = nullptr;
      return;
    }
  }
}

OptimizerResult Search::run() {
  for (const NoiseFinding &finding : facts.getFindings())
    if (finding.kind == NoiseFindingKind::Unknown) {
      end(OptimizerStatus::Infeasible, finding.value,
          "nothing is known of its noise, and a reduction cannot mend that; "
          "declare its noise ('noisy.bound'), or encode it here");
      return result;
    }
  problem.Cost.assign(oracle.getColumns().size(), 1);
  if (!findStart())
    return result;
  minimiseCount();
  if (result.isLegal() && isApproximate) {
    result.status = OptimizerStatus::Feasible;
    result.lowerBound = 0;
    result.message = "a loop that runs a known number of times was taken as it "
                     "is, fewer may do";
  }
  if (result.status == OptimizerStatus::Optimal)
    minimisePositions();
  if (result.isLegal())
    for (uint32_t column : incumbent)
      result.reductions.push_back({oracle.getColumns()[column]});
  result.cost = incumbent.size();
  result.statistics.Rows = problem.Rows.size();
  return result;
}

OptimizerResult
mlir::noisy::optimizeReductions(Operation *root,
                                const OptimizerOptions &options) {
  NoiseFacts facts = NoiseFacts::compute(root);
  return Search(facts, options).run();
}

std::string mlir::noisy::describeResult(const OptimizerResult &result) {
  if (!result.isLegal())
    return result.message;
  size_t count = result.reductions.size();
  if (count == 0)
    return "no reductions are needed";
  std::string text = "inserted " + std::to_string(count) +
                     (count == 1 ? " reduction" : " reductions");
  if (result.status == OptimizerStatus::Optimal)
    return text + ", the fewest possible";
  if (result.lowerBound == 0)
    return text + "; " + result.message;
  return text + "; the fewest possible is at least " +
         std::to_string(result.lowerBound) + " (" + result.message + ")";
}
