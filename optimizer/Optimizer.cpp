//===- Optimizer.cpp - Finding where to reduce the noise ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/Optimizer.h"
#include "analysis/noise/UnknownNoise.h"
#include "optimizer/ReductionModel.h"
#include "optimizer/ShortRows.h"
#include "optimizer/cover/CoverGreedy.h"
#include "system/Deadline.h"
#include <set>

using namespace mlir;
using namespace mlir::noisy;

using Clock = Deadline::Clock;
using std::chrono::milliseconds;

/// Checks of a choice before it is made legal by force, and while it is thinned
/// out.
static constexpr unsigned kMostChecks = 5;
/// The second phase gets at most this factor of the time of the first, and at
/// least the time below: its benefit is worth less than the wait.
static constexpr int kTieFactor = 2;
static constexpr milliseconds kLeastTieTime(1000);
/// The enumeration of rows gets one part in this many of the time.
static constexpr int kShortRowsPart = 3;
/// The time to make a choice legal, in analyses of the program, until it has
/// been measured.
static constexpr int kAnalysesPerChoice = 3;
/// Writing the result takes one part in this many of that time.
static constexpr int kWritingPart = 2;
/// Rows that are added between two checks of whether to end.
static constexpr size_t kRowsBetween = 1024;

/// A time in words: "10 s", "0.5 s".
static std::string formatSeconds(std::chrono::milliseconds time) {
  int64_t tenths = time.count() / 100;
  std::string text = std::to_string(tenths / 10);
  if (tenths % 10 || tenths == 0)
    text += "." + std::to_string(tenths % 10);
  return text + " s";
}

namespace {

/// The search for the best choice.
class Search {
public:
  Search(Operation *root, const OptimizerOptions &options)
      : options(options), begin(Clock::now()),
        deadline(begin + options.timeLimit, options.isCancelled),
        model(root, options),
        choiceTime(kAnalysesPerChoice * (Clock::now() - begin)) {}

  OptimizerResult run();

private:
  using Choice = std::vector<uint32_t>;

  /// True if no time is left to make and write another legal choice.
  bool isOver() const {
    return !deadline.allows(choiceTime + choiceTime / kWritingPart);
  }
  bool isStopped() const {
    return isOver() ||
           (options.roundLimit && result.rounds >= options.roundLimit);
  }

  enum class Verdict {
    Legal,    ///< The analysis confirms it.
    HasRows,  ///< Rows were added that the choice leaves violated.
    HasGrown, ///< The model was too coarse; it has been refined.
    Ended     ///< `result` says why.
  };
  Verdict check(const Choice &choice, bool isForced = false);
  Verdict refine(bool isForced);
  bool addRow(const std::vector<uint32_t> &row);
  bool activate(const Choice &choice);
  void findShortRows();

  void forceStart();
  bool findStart();
  bool repair(Choice choice);
  void offer(const Choice &choice);
  CoverResult solve();
  bool isGoodEnough() const;
  void minimiseCost();
  void settleTies();
  void end(OptimizerStatus status, Value culprit, std::string message);
  void report() const;

  const OptimizerOptions &options;
  const Clock::time_point begin;
  Deadline deadline;
  ReductionModel model;
  /// The time it took to make the last legal choice and to confirm it, which
  /// cannot be interrupted.
  Clock::duration choiceTime;

  /// All known rows, and those that are passed to the solver: the short ones,
  /// and those that an optimum of these left violated. Long rows that matter
  /// nowhere near an optimum would hide the structure from presolve.
  CoverProblem fullProblem, problem;
  std::set<std::vector<uint32_t>> knownRows;
  /// For each row of `fullProblem`: true if it is in `problem`.
  std::vector<char> isActive;
  /// The best legal choice so far.
  std::optional<Choice> incumbent;
  int64_t cost = 0;
  OptimizerResult result;
  /// True if the last solution left rows violated.
  bool foundRows = true;
  bool hasEnded = false;
};

} // namespace

void Search::end(OptimizerStatus status, Value culprit, std::string message) {
  result.status = status;
  result.culprit = culprit;
  result.message = std::move(message);
  hasEnded = true;
}

void Search::report() const {
  if (options.progress)
    options.progress(incumbent ? cost : -1, result.lowerBound);
}

bool Search::addRow(const std::vector<uint32_t> &row) {
  if (!knownRows.insert(row).second)
    return false;
  fullProblem.Rows.push_back(row);
  isActive.push_back(false);
  return true;
}

/// Adds the known rows that `choice` leaves violated to the problem; false if
/// there are none.
bool Search::activate(const Choice &choice) {
  size_t previousCount = problem.Rows.size();
  std::vector<char> isChosen(fullProblem.columns());
  for (uint32_t column : choice)
    isChosen[column] = true;
  for (auto [row, active] : llvm::zip_equal(fullProblem.Rows, isActive)) {
    if (active || llvm::any_of(row, [&](uint32_t c) { return isChosen[c]; }))
      continue;
    active = true;
    problem.Rows.push_back(row);
  }
  return problem.Rows.size() > previousCount;
}

/// Checks `choice` with the oracle and, if that has no objection, with the
/// analysis. Ends when time runs out, unless `isForced`.
Search::Verdict Search::check(const Choice &choice, bool isForced) {
  std::optional<std::vector<NoiseOracle::Row>> rows = model.check(
      choice, [&] { return isForced ? deadline.isCancelled() : isOver(); });
  if (!rows)
    return Verdict::Ended;
  if (rows->empty()) {
    if (model.confirm(choice))
      return Verdict::Legal;
    return refine(isForced);
  }
  bool isNew = false;
  for (NoiseOracle::Row &row : *rows) {
    if (row.columns.empty()) {
      std::string reason = model.explain(row);
      if (model.isFinal(row))
        end(OptimizerStatus::Infeasible, model.getValue(row.culprit), reason);
      else // The row may be wrong.
        end(OptimizerStatus::Stopped, model.getValue(row.culprit),
            "no placement was found (" + model.explainInexact() +
                "): " + reason);
      return Verdict::Ended;
    }
    isNew |= addRow(row.columns);
  }
  if (isNew)
    return Verdict::HasRows;
  end(OptimizerStatus::Failed, model.getValue(rows->front().culprit),
      "the optimizer made no progress; please report this with the "
      "program");
  return Verdict::Ended;
}

/// Refines the model, because the analysis sees more than the oracle.
Search::Verdict Search::refine(bool isForced) {
  if (!isForced && isOver())
    return Verdict::Ended;
  if (model.refine())
    return Verdict::HasGrown;
  if (model.isConfined())
    end(OptimizerStatus::Infeasible, nullptr,
        "it cannot be fixed within this function alone; fix the whole program");
  else
    end(OptimizerStatus::Failed, nullptr,
        "the noise analysis does not confirm the optimizer's solution; please "
        "report this with the program");
  return Verdict::Ended;
}

/// Keeps a legal choice if it is better than the incumbent.
void Search::offer(const Choice &choice) {
  int64_t newCost = coverCost(fullProblem, choice);
  if (incumbent && newCost >= cost)
    return;
  incumbent = choice;
  cost = newCost;
  report();
}

/// Adds to `choice` until it is legal, then removes columns that are not
/// needed. Offers the result; false if time ran out.
bool Search::repair(Choice choice) {
  bool isLegal = false;
  unsigned checksLeft = kMostChecks;
  removeRedundant(fullProblem, choice);
  for (unsigned checks = 0; !isStopped(); ++checks) {
    Clock::time_point checkBegin = Clock::now();
    choice = greedyCover(fullProblem, choice);
    // Adding rows one by one gives better choices, but may take long.
    if (!isLegal && checks >= kMostChecks)
      choice = model.complete(choice);
    switch (check(choice)) {
    case Verdict::Legal: {
      isLegal = true;
      choiceTime = Clock::now() - checkBegin;
      offer(choice);
      size_t previousCount = choice.size();
      removeRedundant(fullProblem, choice);
      if (choice.size() == previousCount)
        return true;
      break;
    }
    case Verdict::Ended:
      return false;
    case Verdict::HasRows:
    case Verdict::HasGrown:
      break;
    }
    // Columns that the known rows do not need may be needed by others; but the
    // attempts are limited.
    if (isLegal && checksLeft-- == 0)
      return true;
  }
  return isLegal;
}

/// Finds a legal choice by force, so that no result is ever worse than that.
/// This runs even if the time is too short for it.
void Search::forceStart() {
  Choice choice = model.getExisting();
  for (unsigned checks = 0; checks < kMostChecks; ++checks) {
    if (deadline.isCancelled())
      return;
    Clock::time_point checkBegin = Clock::now();
    choice = greedyCover(fullProblem, model.complete(choice));
    switch (check(choice, /*isForced=*/true)) {
    case Verdict::Legal:
      choiceTime = Clock::now() - checkBegin;
      return offer(choice);
    case Verdict::Ended:
      return;
    case Verdict::HasRows:
    case Verdict::HasGrown:
      break;
    }
    if (!isOver())
      return; // `repair` makes a better choice
  }
}

/// Finds a legal choice by a heuristic: covers the violated rows until there
/// are none.
bool Search::findStart() {
  forceStart();
  if (!hasEnded)
    repair(model.getExisting());
  if (!hasEnded && !incumbent && isOver())
    forceStart();
  if (incumbent) {
    // Clears the reason that kept the search from a better one.
    hasEnded = false;
    result = OptimizerResult();
    return true;
  }
  if (!hasEnded)
    end(OptimizerStatus::Stopped, nullptr,
        deadline.isCancelled()
            ? "the search was cancelled"
            : "time ran out before a legal placement was found; allow more "
              "time");
  return false;
}

CoverResult Search::solve() {
  CoverOptions coverOptions;
  // The rest is for rows that this solution may leave violated.
  auto timeLeft = std::chrono::duration_cast<milliseconds>(deadline.timeLeft() -
                                                           choiceTime);
  coverOptions.TimeLimit =
      std::max(milliseconds(0), foundRows ? timeLeft / 2 : timeLeft);
  coverOptions.Gap = options.gap;
  coverOptions.NodeLimit = options.nodeLimit;
  coverOptions.Workers = options.workers;
  coverOptions.IsCancelled = [&] { return deadline.isCancelled(); };
  coverOptions.Start = *incumbent;
  coverOptions.WorkerPath = options.workerPath;
  coverOptions.Progress = [&](int64_t, int64_t bound) {
    // A cover of the rows so far need not be legal; the bound holds.
    if (!model.isExact() || bound <= result.lowerBound)
      return;
    result.lowerBound = std::min(bound, cost);
    report();
  };
  ++result.rounds;
  CoverResult cover = solveCover(problem, coverOptions);
  result.statistics = cover.Statistics;
  if (model.isExact())
    result.lowerBound = std::max(result.lowerBound, cover.LowerBound);
  return cover;
}

bool Search::isGoodEnough() const {
  return double(cost - result.lowerBound) <=
         options.gap * double(result.lowerBound);
}

void Search::minimiseCost() {
  while (!isStopped() && !isGoodEnough() && !hasEnded) {
    CoverResult cover = solve();
    bool hasCover = cover.Status == CoverStatus::Optimal ||
                    cover.Status == CoverStatus::Feasible;
    result.message = cover.Message;
    size_t rows = problem.Rows.size();
    foundRows = false;
    if (!hasCover || cover.Cost >= cost) {
      // The incumbent is as good as the solution.
      if (hasCover && cover.TimedOut)
        continue;
      break;
    }
    if (!activate(cover.ChosenColumns)) {
      Verdict verdict = check(cover.ChosenColumns);
      if (verdict == Verdict::Legal)
        offer(cover.ChosenColumns);
      if (verdict == Verdict::Legal && !cover.TimedOut)
        break;
      activate(cover.ChosenColumns);
    }
    foundRows = problem.Rows.size() > rows;
    if (!hasEnded)
      repair(std::move(cover.ChosenColumns));
  }
  // Whatever ended the search, the incumbent is legal.
  result.culprit = nullptr;
  hasEnded = false;
  bool isProven = result.lowerBound >= cost;
  result.status =
      isProven ? OptimizerStatus::Optimal : OptimizerStatus::Feasible;
  if (isProven)
    result.message.clear();
  else if (!model.isExact())
    result.message = model.explainInexact();
  else if (isGoodEnough())
    result.message = "the requested gap is reached";
  else if (deadline.isCancelled())
    result.message = "the search was cancelled";
  else if (isOver()) {
    result.isOutOfTime = true;
    result.message = "stopped after " + formatSeconds(options.timeLimit);
  } else if (result.message.empty())
    result.message = "the limit was reached";
}

/// Finds, among equal solutions, the one that reduces earliest: a second phase
/// with the cost fixed. If it does not finish, the first solution stands.
void Search::settleTies() {
  problem.Tie.resize(problem.columns());
  for (auto [position, tie] : llvm::enumerate(problem.Tie))
    tie = position + 1;
  OptimizerResult first = result;
  Clock::time_point currentTime = Clock::now();
  deadline =
      Deadline(std::min(deadline.end(),
                        currentTime + std::max<Clock::duration>(
                                          kTieFactor * (currentTime - begin),
                                          kLeastTieTime)),
               options.isCancelled);
  while (!isStopped()) {
    CoverResult cover = solve();
    if (cover.Status != CoverStatus::Optimal || !cover.TieSettled ||
        cover.Cost != cost)
      break;
    if (activate(cover.ChosenColumns))
      continue;
    Verdict verdict = check(cover.ChosenColumns);
    // Rows of a coarser program may exclude earlier choices.
    if (!model.isExact())
      break;
    if (verdict == Verdict::Legal) {
      incumbent = cover.ChosenColumns;
      result.earliest = true;
      return;
    }
    if (verdict == Verdict::Ended)
      break;
    activate(cover.ChosenColumns);
  }
  // The first phase has its answer.
  first.rounds = result.rounds;
  result = std::move(first);
}

/// Adds the rows of few columns. Without them more rounds are needed, but they
/// are not worth all of the time.
void Search::findShortRows() {
  Deadline enough(std::min(begin + options.timeLimit / kShortRowsPart,
                           deadline.end() - choiceTime),
                  options.isCancelled);
  auto isEnough = [&] { return enough.isOver(); };
  for (const auto &[i, row] :
       llvm::enumerate(enumerateShortRows(model.getOracle(), isEnough))) {
    if (i % kRowsBetween == 0 && isOver())
      return;
    addRow(row);
  }
}

OptimizerResult Search::run() {
  if (std::optional<NoiseFinding> hopeless = model.findHopeless()) {
    end(OptimizerStatus::Infeasible, hopeless->value,
        hopeless->kind == NoiseFindingKind::Unknown
            ? "its noise is unknown, and a reduction does not fix that; " +
                  adviseOnUnknown(hopeless->value)
            : "it is passed where 'noisy.range' states less, and a reduction "
              "does not fix that; change the value or the stated range");
    return std::move(result);
  }
  if (options.existingReductions == ExistingReductions::Keep &&
      !model.hasFindings()) {
    result.status = OptimizerStatus::Optimal;
    result.earliest = true;
    return std::move(result);
  }
  fullProblem.Cost = problem.Cost = model.getCosts();
  if (model.isExact()) // otherwise only violated rows count
    findShortRows();
  activate({});
  if (!findStart())
    return std::move(result);
  minimiseCost();
  if (result.status == OptimizerStatus::Optimal)
    settleTies();
  if (result.isLegal()) {
    model.apply(*incumbent, result);
    result.cost = cost;
    result.isWeighted = model.isWeighted();
  }
  return std::move(result);
}

OptimizerResult
mlir::noisy::optimizeReductions(Operation *root,
                                const OptimizerOptions &options) {
  return Search(root, options).run();
}
