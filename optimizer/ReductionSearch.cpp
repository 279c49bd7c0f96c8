//===- ReductionSearch.cpp - The search for the best choice ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/ReductionSearch.h"
#include "optimizer/OptimizerReport.h"
#include "optimizer/RowSeparation.h"
#include "optimizer/ShortRows.h"
#include "optimizer/placement/PlacementBranching.h"
#include <thread>

using namespace mlir;
using namespace mlir::noisy;

using std::chrono::milliseconds;

/// The second phase gets at most one part in this many of the time of the
/// first, within the limits below: somebody waits for an answer that is proven.
static constexpr int kTiePart = 2;
static constexpr milliseconds kLeastTieTime(500);
static constexpr milliseconds kMostTieTime(1000);
/// The enumeration of rows gets one part in this many of the time.
static constexpr int kShortRowsPart = 3;
/// Writing the result takes one part in this many of the time to confirm it.
static constexpr int kWritingPart = 2;
/// Rows that are added between two checks of whether to end.
static constexpr size_t kRowsBetween = 1024;
/// Moves of the local search: while there is nothing else to do, each time;
/// and before each round where limits must not depend on the machine, for each
/// column.
static constexpr uint64_t kMovesWhileIdle = 256;
static constexpr uint64_t kMovesPerColumn = 20;
/// The moves without success, for each column, after which it pauses between.
static constexpr uint64_t kPatience = 100;
static constexpr milliseconds kPause(20);
/// The local search gets at least one part in this many of the time.
static constexpr int kImprovementPart = 3;
/// From then on it has that share whatever else this thread does, so that more
/// time makes no answer worse; what is proven soon is not held back.
static constexpr milliseconds kSoon(1000);
/// The search for rows of the relaxation gets at most one part in this many of
/// the time.
static constexpr int kSeparationPart = 4;
/// The most evaluations of nodes of the graph in branching where costs depend
/// on noise: a few seconds.
static constexpr uint64_t kMostEvaluations = uint64_t(1) << 27;
/// Where one round multiplies the known rows by this, rows are looked for
/// before the next.
static constexpr double kFewRows = 1.2;

/// A time in words: "10 s", "0.5 s".
static std::string formatSeconds(std::chrono::milliseconds time) {
  int64_t tenths = time.count() / 100;
  std::string text = std::to_string(tenths / 10);
  if (tenths % 10 || tenths == 0)
    text += "." + std::to_string(tenths % 10);
  return text + " s";
}

ReductionSearch::ReductionSearch(Operation *root,
                                 const OptimizerOptions &options, bool raises)
    : options(options), begin(Clock::now()),
      deadline(begin + options.timeLimit, options.isCancelled),
      model(root, options, raises, /*skipsIdle=*/true),
      choiceTime(Clock::now() - begin),
      knownRows(/*bucket_count=*/0, RowHash{&fullProblem},
                RowEqual{&fullProblem}) {}

bool ReductionSearch::isOver() const {
  return !deadline.allows(choiceTime + choiceTime / kWritingPart);
}

void ReductionSearch::end(OptimizerStatus status, Value culprit,
                          std::string message) {
  result.status = status;
  result.culprit = culprit;
  result.message = std::move(message);
  hasEnded = true;
}

void ReductionSearch::report() const {
  if (options.progress)
    options.progress(incumbent ? cost : -1, result.lowerBound);
}

/// Adds a row to the known ones; false if it is among them.
bool ReductionSearch::addRow(std::vector<uint32_t> row) {
  uint32_t index = fullProblem.Rows.size();
  fullProblem.Rows.push_back(std::move(row));
  if (!knownRows.insert(index).second) {
    fullProblem.Rows.pop_back();
    return false;
  }
  isActive.push_back(false);
  return true;
}

/// Adds the known rows that `choice` leaves violated to the problem; false if
/// there are none.
bool ReductionSearch::activate(const Choice &choice) {
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

CoverResult ReductionSearch::solve() {
  CoverOptions coverOptions;
  // The rest is for rows that this solution may leave violated.
  auto timeLeft = std::chrono::duration_cast<milliseconds>(deadline.timeLeft() -
                                                           choiceTime);
  if (knowsRelaxation) // Most rows that matter are known.
    timeLeft = timeLeft * 3 / 4;
  else if (foundRows)
    timeLeft /= 2;
  coverOptions.TimeLimit = std::max(milliseconds(0), timeLeft);
  coverOptions.Gap = options.gap;
  coverOptions.NodeLimit = options.nodeLimit;
  coverOptions.Workers = options.workers;
  // The local search may have met the bound.
  bool isSettling = !problem.Tie.empty();
  coverOptions.IsCancelled = [this, isSettling] {
    if (!isSettling)
      improveBeside();
    return deadline.isCancelled() || (!isSettling && isProven());
  };
  // Where the machine must make no difference, as much before each round.
  if (options.roundLimit || options.nodeLimit)
    improve(kMovesPerColumn * problem.columns());
  else if (!isSettling)
    coverOptions.Idle = [this, lastCost = cost,
                         lastMoves = placements->moves()]() mutable {
      improve(kMovesWhileIdle);
      if (cost < lastCost) {
        lastCost = cost;
        lastMoves = placements->moves();
      }
      // Without success the processors are left to the workers.
      if (placements->moves() - lastMoves >= kPatience * problem.columns())
        std::this_thread::sleep_for(kPause);
    };
  coverOptions.Start = model.toCover(*incumbent);
  coverOptions.WorkerPath = options.workerPath;
  coverOptions.Progress = [&](int64_t, int64_t bound) {
    // A cover of the rows so far need not be legal; the bound holds.
    bound += leastRest;
    if (!model.isExact() || bound <= result.lowerBound)
      return;
    result.lowerBound = std::min(bound, cost);
    report();
  };
  ++result.rounds;
  CoverResult cover = solveCover(problem, coverOptions);
  // Rows are only added, so that no relaxation is above the next; but that may
  // not have been solved in time.
  cover.Statistics.Nodes += result.statistics.Nodes;
  cover.Statistics.Relaxation =
      std::max(cover.Statistics.Relaxation, result.statistics.Relaxation);
  result.statistics = cover.Statistics;
  if (model.isExact())
    result.lowerBound = std::min(
        cost, std::max(result.lowerBound, cover.LowerBound + leastRest));
  return cover;
}

bool ReductionSearch::isGoodEnough() const {
  return double(cost - result.lowerBound) <=
         options.gap * double(result.lowerBound);
}

/// Adds the rows that the relaxation needs, as far as they are found in a share
/// of the time.
void ReductionSearch::separate() {
  isSeparating = false;
  Deadline enough(Clock::now() +
                      (deadline.end() - Clock::now()) / kSeparationPart,
                  options.isCancelled);
  auto isTimeOver = [&] { return enough.isOver() || isOver(); };
  auto isEnough = [&] {
    improveBeside();
    return isTimeOver();
  };
  RowSeparation separation(model.getCoverGraph());
  while (separation.isOpen() && !isEnough())
    separation.step(double(cost - leastRest), isEnough);
  for (std::vector<uint32_t> &row : separation.rows())
    if (addRow(row)) {
      isActive.back() = true;
      problem.Rows.push_back(std::move(row));
      knowsRelaxation = true;
    }
  if (isTrusted() &&
      placements->offerCompleted(separation.roundedChoice(), isTimeOver))
    takePlacement();
}

/// Gives the local search its share while this thread does other things that
/// take long, which call this often.
void ReductionSearch::improveBeside() {
  const Clock::duration elapsed = Clock::now() - begin;
  if (options.roundLimit || options.nodeLimit || elapsed < kSoon ||
      !placements || !placements->hasChoice() ||
      kImprovementPart * improvementTime >= elapsed)
    return;
  const uint64_t moves = placements->moves();
  if (cost < besideCost || moves < besideMoves) {
    besideCost = cost;
    besideMoves = moves;
  }
  if (moves - besideMoves < kPatience * problem.columns())
    improve(kMovesWhileIdle);
}

/// Gives the local search its share where there was little else to wait for.
void ReductionSearch::balance(Clock::time_point searchBegin) {
  if (options.roundLimit || options.nodeLimit || !model.isComplete() ||
      !placements->hasChoice())
    return;
  while (!isOver() && !isProven() &&
         kImprovementPart * improvementTime < Clock::now() - searchBegin)
    improve(kMovesWhileIdle);
}

void ReductionSearch::minimiseCost() {
  Clock::time_point searchBegin = Clock::now();
  while (!isStopped() && !isGoodEnough() && !hasEnded) {
    CoverResult cover = solve();
    bool hasCover = cover.Status == CoverStatus::Optimal ||
                    cover.Status == CoverStatus::Feasible;
    result.message = cover.Message;
    size_t rows = problem.Rows.size(), knownCount = fullProblem.Rows.size();
    foundRows = false;
    if (!hasCover || cover.Cost + leastRest >= cost) {
      // The incumbent is as good as the solution.
      if (hasCover && cover.TimedOut)
        continue;
      if (cover.Status == CoverStatus::Feasible && !options.roundLimit &&
          !options.nodeLimit)
        searchAlone(cover.Message);
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
    // Hardly any of the rows that matter were known.
    if (isSeparating && !hasEnded && !isOver() && !isProven() &&
        model.isExact() &&
        double(fullProblem.Rows.size()) > kFewRows * double(knownCount))
      separate();
    balance(searchBegin);
  }
}

/// Without a solver, for `reason`, the time is for the local search, until that
/// finds nothing for long.
void ReductionSearch::searchAlone(std::string reason) {
  solverTrouble = std::move(reason);
  uint64_t lastMoves = placements->moves();
  for (int64_t lastCost = cost;
       placements->hasChoice() && model.isComplete() && !isOver() &&
       !isProven() && !isGoodEnough() &&
       placements->moves() - lastMoves < kPatience * problem.columns();) {
    improve(kMovesWhileIdle);
    if (cost < std::exchange(lastCost, cost))
      lastMoves = placements->moves();
  }
}

/// Where costs depend on noise, or on what reductions leave, rows price a
/// choice by the least that it can cost. Looks for the best one by local
/// search, and if there are few columns by branching.
void ReductionSearch::branch() {
  if (model.hasExactCosts() || !model.isExact() || !isTrusted() || isProven() ||
      isGoodEnough() || isOver())
    return;
  // The covers were found too fast for the local search beside them.
  uint64_t lastMoves = placements->moves();
  for (int64_t lastCost = cost;
       placements->hasChoice() && !isOver() && !isProven() &&
       placements->moves() - lastMoves < kPatience * problem.columns();) {
    improve(kMovesWhileIdle);
    if (cost < std::exchange(lastCost, cost))
      lastMoves = placements->moves();
  }
  if (isProven())
    return;
  const PlacementGraph &graph = model.getPlacementGraph();
  const std::vector<std::vector<uint32_t>> rows =
      model.toPlacement(fullProblem.Rows);
  PlacementBranching branching(graph, rows);
  bool isDone = branching.run(cost, kMostEvaluations / (graph.size() + 1),
                              [&] { return isOver(); });
  result.statistics.Nodes += branching.nodes();
  if (branching.best())
    offer(*branching.best());
  // Nothing costs less than the best one that it knows, as far as the graph
  // knows all choices.
  if (isDone && !model.mayRaisingPay() && !model.leavesOutTargets())
    result.lowerBound = std::min(cost, branching.bestCost());
}

/// Sets the status of the incumbent, and why it is not proven to be optimal.
void ReductionSearch::conclude() {
  // Whatever ended the search, the incumbent is legal.
  result.culprit = nullptr;
  hasEnded = false;
  result.status =
      isProven() ? OptimizerStatus::Optimal : OptimizerStatus::Feasible;
  if (isProven())
    result.message.clear();
  else if (deadline.isCancelled()) {
    result.endedEarly = true;
    result.message = options.cancellation + " after " +
                     formatSeconds(std::chrono::duration_cast<milliseconds>(
                         Clock::now() - begin));
  } else if (!model.isExact())
    result.message = model.explainInexact();
  else if (isGoodEnough())
    result.message = "the requested gap is reached";
  else if (isOver()) {
    result.endedEarly = true;
    result.message = "stopped after " + formatSeconds(options.timeLimit);
    if (!solverTrouble.empty())
      result.message += "; " + solverTrouble;
  } else if (!isStopped() && (model.leavesOutTargets() ||
                              (model.hasSteps() && model.mayRaisingPay()))) {
    result.message = "what reductions cost depends on noise, and one that "
                     "raises noise could make others cheaper; that was not "
                     "tried";
  } else if (!model.hasExactCosts() && !isStopped()) {
    result.message = model.hasSteps()
                         ? "what the program costs depends on noise, and there "
                           "are too many reductions to try all"
                         : "reductions may leave several noises, and there "
                           "are too many to try all";
  } else if (result.message.empty())
    result.message = "the limit was reached";
}

/// Finds, among equal solutions, the one that reduces earliest: a second phase
/// with the cost fixed. If it does not finish, the first solution stands.
void ReductionSearch::settleTies() {
  problem.Tie.resize(problem.columns());
  for (auto [position, tie] : llvm::enumerate(problem.Tie))
    tie = position + 1;
  OptimizerResult first = result;
  Clock::time_point currentTime = Clock::now();
  Clock::duration tieTime = std::clamp<Clock::duration>(
      (currentTime - begin) / kTiePart, kLeastTieTime, kMostTieTime);
  // Any choice has to be confirmed, so that is no part of it.
  deadline =
      Deadline(std::min(deadline.end(), currentTime + tieTime + choiceTime +
                                            choiceTime / kWritingPart),
               options.isCancelled);
  while (!isStopped()) {
    CoverResult cover = solve();
    if (cover.Status != CoverStatus::Optimal || !cover.TieSettled ||
        cover.Cost + leastRest != cost)
      break;
    if (activate(cover.ChosenColumns))
      continue;
    Verdict verdict = check(cover.ChosenColumns);
    // Rows of a coarser program may exclude earlier choices; and a cover may
    // cost more than the least that it can.
    if (!model.isExact() || (verdict == Verdict::Legal &&
                             model.getCost(cover.ChosenColumns) != cost))
      break;
    if (verdict == Verdict::Legal && isConfirmed(cover.ChosenColumns)) {
      incumbent = cover.ChosenColumns;
      result.earliest = true;
      return;
    }
    if (verdict == Verdict::Legal || verdict == Verdict::Ended)
      break;
    activate(cover.ChosenColumns);
  }
  // The first phase has its answer.
  first.rounds = result.rounds;
  result = std::move(first);
}

/// Adds the rows of few columns. Without them more rounds are needed, but they
/// are not worth all of the time.
void ReductionSearch::findShortRows() {
  Deadline enough(std::min(begin + options.timeLimit / kShortRowsPart,
                           deadline.end() - choiceTime),
                  options.isCancelled);
  auto isEnough = [&] {
    improveBeside();
    return enough.isOver();
  };
  std::vector<std::vector<uint32_t>> rows =
      enumerateShortRows(model.getOracle(), isEnough);
  knownRows.reserve(knownRows.size() + rows.size());
  for (auto [i, row] : llvm::enumerate(rows)) {
    if (i % kRowsBetween == 0 && isOver())
      return;
    addRow(std::move(row));
  }
}

OptimizerResult ReductionSearch::run() {
  std::vector<NoiseFinding> hopeless = model.getHopeless();
  // Beside it the rest can still be fixed.
  if (!hopeless.empty() && !model.hasFindings()) {
    end(OptimizerStatus::Infeasible, hopeless.front().value,
        explainUnfixed(hopeless.front()));
    return std::move(result);
  }
  if (options.existingReductions == ExistingReductions::Keep &&
      !model.hasFindings()) {
    result.status = OptimizerStatus::Optimal;
    result.earliest = true;
    result.operationCost = model.findIdleCost();
    result.hasOperationCosts = result.isWeighted = model.hasOperationCosts();
    result.cost = result.lowerBound = result.operationCost;
    return std::move(result);
  }
  fullProblem.Cost = problem.Cost = model.getCosts();
  leastRest = model.getLeastRest();
  auto measure = [](OptimizerTimes::Duration &duration, auto step) {
    Clock::time_point stepBegin = Clock::now();
    step();
    duration += Clock::now() - stepBegin;
  };
  OptimizerTimes times;
  times.model = Clock::now() - begin;
  bool hasStart = false;
  measure(times.start, [&] { hasStart = findStart(); });
  if (!hasStart) {
    if (!hopeless.empty() && result.status == OptimizerStatus::Infeasible)
      result.message += "; nothing else was fixed";
    result.times = times;
    return std::move(result);
  }
  if (model.isExact() && !isOver()) // otherwise only violated rows count
    measure(times.rows, [&] { findShortRows(); });
  // Where the machine must make no difference, rows come from the oracle.
  isSeparating = model.isExact() && !options.roundLimit && !options.nodeLimit;
  activate({});
  measure(times.search, [&] {
    minimiseCost();
    branch();
    conclude();
  });
  if (result.status == OptimizerStatus::Optimal)
    measure(times.ties, [&] { settleTies(); });
  bool isLegal = result.earliest;
  measure(times.check, [&] {
    if (isLegal)
      return;
    removeNeedlessColumns();
    isLegal = isConfirmed(*incumbent);
  });
  result.times = times;
  if (!isLegal) {
    end(OptimizerStatus::Failed, nullptr,
        "the noise analysis does not confirm the optimizer's solution; please "
        "report this with the program");
    return std::move(result);
  }
  model.apply(*incumbent, result);
  // Loops that are not followed to the end may have more noise than was seen.
  if (model.hasSteps()) {
    const ReductionModel::Cost parts = model.findCost(*incumbent);
    cost = parts.sum();
    result.operationCost = parts.operations;
    result.hasOperationCosts = model.hasOperationCosts();
  }
  if (result.status == OptimizerStatus::Optimal && !isProven()) {
    result.status = OptimizerStatus::Feasible;
    result.earliest = false;
    result.message =
        "what reductions cost depends on noise, and loops were not "
        "followed to the end";
  }
  result.cost = cost;
  result.isWeighted = model.isWeighted();
  result.hasCostsByNoise = model.hasSteps();
  result.unfixed = std::move(hopeless);
  return std::move(result);
}
