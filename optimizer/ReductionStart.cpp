//===- ReductionStart.cpp - Legal choices ---------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/ReductionSearch.h"
#include "optimizer/cover/CoverGreedy.h"
#include "optimizer/placement/PlacementLayers.h"
#include <numeric>

using namespace mlir;
using namespace mlir::noisy;

/// Checks of a choice before it is made legal by force.
static constexpr unsigned kMostChecks = 5;
/// Where choices of the local search have to be confirmed, that gets one part
/// in this many of the time.
static constexpr int kConfirmationPart = 5;

//===----------------------------------------------------------------------===//
// What is legal
//===----------------------------------------------------------------------===//

/// True if the analysis will confirm what the graph calls legal: once is
/// enough, at the end.
bool ReductionSearch::isTrusted() const {
  return model.isComplete() && !model.isConfined();
}

/// True if the analysis confirms a choice that the graph calls legal. Elsewhere
/// than in a trusted graph that has been asked before.
bool ReductionSearch::isConfirmed(const Choice &choice) {
  return !isTrusted() || model.confirm(choice);
}

/// Checks `choice` with the oracle and, if that has no objection and does not
/// see the whole program, with the analysis. Ends when time runs out, unless
/// `isForced`.
ReductionSearch::Verdict ReductionSearch::check(const Choice &choice,
                                                bool isForced) {
  std::optional<std::vector<NoiseOracle::Row>> rows = model.check(
      choice, [&] { return isForced ? deadline.isCancelled() : isOver(); });
  if (!rows)
    return Verdict::Ended;
  if (rows->empty()) {
    if (isTrusted() || model.confirm(choice))
      return Verdict::Legal;
    return refine(isForced);
  }
  bool isNew = false;
  for (NoiseOracle::Row &row : *rows) {
    if (row.columns.empty()) {
      if (model.isConfined() && !incumbent && takeAll())
        return Verdict::Ended;
      std::string reason = model.explain(row);
      if (model.isFinal(row))
        end(OptimizerStatus::Infeasible, model.getValue(row.culprit), reason);
      else // The row may be wrong.
        end(OptimizerStatus::Stopped, model.getValue(row.culprit),
            "no placement was found (" + model.explainInexact() +
                "): " + reason);
      return Verdict::Ended;
    }
    isNew |= addRow(std::move(row.columns));
  }
  if (isNew)
    return Verdict::HasRows;
  end(OptimizerStatus::Failed, model.getValue(rows->front().culprit),
      "the optimizer made no progress; please report this with the "
      "program");
  return Verdict::Ended;
}

/// Refines the model, because the analysis sees more than the oracle.
ReductionSearch::Verdict ReductionSearch::refine(bool isForced) {
  if (!isForced && isOver())
    return Verdict::Ended;
  if (model.refine()) {
    makePlacements();
    return Verdict::HasGrown;
  }
  if (model.isConfined() && !incumbent && takeAll())
    return Verdict::Ended;
  if (model.isConfined())
    end(OptimizerStatus::Infeasible, nullptr,
        "it cannot be fixed within this function alone; fix the whole program");
  else
    end(OptimizerStatus::Failed, nullptr,
        "the noise analysis does not confirm the optimizer's solution; please "
        "report this with the program");
  return Verdict::Ended;
}

/// Takes every column of a scope, without those that the analysis alone calls
/// needless: what is wrong elsewhere can hide from the graph what is told in
/// the scope. False if that is not legal, either.
bool ReductionSearch::takeAll() {
  Choice choice(problem.columns());
  std::iota(choice.begin(), choice.end(), 0);
  if (!model.confirm(choice))
    return false;
  for (uint32_t column = problem.columns(); column-- > 0 && !isOver();) {
    Choice fewer = choice;
    llvm::erase(fewer, column);
    if (model.confirm(fewer))
      choice = std::move(fewer);
  }
  incumbent = std::move(choice);
  cost = model.getCost(*incumbent);
  report();
  return true;
}

/// Begins the local search anew on the graph as it is now.
void ReductionSearch::makePlacements() {
  placements.emplace(model.getPlacementGraph());
  if (incumbent)
    placements->offer(*incumbent);
}

/// Takes the best choice of the local search as the incumbent, if it costs
/// less.
bool ReductionSearch::takePlacement() {
  if (!placements->hasChoice() || (incumbent && placements->bestCost() >= cost))
    return false;
  if (!isTrusted() && !model.confirm(placements->best()))
    return false;
  incumbent = placements->best();
  cost = placements->bestCost();
  report();
  return true;
}

/// Keeps a legal choice, without what is needless in it, if it is better than
/// the incumbent.
void ReductionSearch::offer(const Choice &choice) {
  int64_t newCost = model.getCost(choice);
  // What a graph without all iterations calls needless need not be so; and what
  // it calls illegal the oracle may call legal, in a scope.
  while (placements->offer(choice) && !takePlacement()) {
    if (placements->bestCost() >= cost && incumbent)
      return;
    if (isOver() || !model.refine())
      break;
    makePlacements();
  }
  if (incumbent && newCost >= cost)
    return;
  incumbent = choice;
  cost = newCost;
  report();
}

/// Improves the incumbent by local search.
void ReductionSearch::improve(uint64_t moves) {
  if (!placements->hasChoice() || !model.isComplete() || isProven())
    return;
  Clock::time_point runBegin = Clock::now();
  placements->run(moves, [&] { return isOver(); });
  improvementTime += Clock::now() - runBegin;
  if (!isTrusted()) {
    // Confirming takes much longer than the moves.
    if (Clock::now() < nextConfirmation)
      return;
    nextConfirmation = Clock::now() + kConfirmationPart * choiceTime;
  }
  if (!takePlacement() && placements->bestCost() < cost)
    makePlacements();
}

/// Takes what is needless out of the incumbent, even where it costs nothing.
void ReductionSearch::removeNeedlessColumns() {
  makePlacements();
  if (!placements->hasChoice() || placements->best() == *incumbent ||
      placements->bestCost() > cost ||
      (!isTrusted() && !model.confirm(placements->best())))
    return;
  incumbent = placements->best();
  cost = placements->bestCost();
  result.lowerBound = std::min(result.lowerBound, cost);
}

//===----------------------------------------------------------------------===//
// The first one
//===----------------------------------------------------------------------===//

/// Finds a legal choice in one pass over the graph, or several where the graph
/// has to be refined. This runs even if the time is too short for it, or the
/// search is cancelled, so that there is a best choice so far: the graph can be
/// refined a few times only.
void ReductionSearch::placeGreedily() {
  makePlacements();
  while (!hasEnded) {
    Choice start =
        placements->hasChoice() ? placements->best() : model.getExisting();
    if (!placements->offerCompleted(start))
      return;
    if (takePlacement() || model.isComplete()) {
      placeInLayers();
      return;
    }
    // More iterations: what was enough for fewer is a good start.
    start = placements->best();
    if (refine(/*isForced=*/true) != Verdict::HasGrown)
      return;
    placements->offerCompleted(start);
  }
}

/// Tries another start: whole layers.
void ReductionSearch::placeInLayers() {
  if (!incumbent || isOver())
    return;
  std::optional<Choice> layers = placeLayers(model.getPlacementGraph());
  if (layers && placements->offerCompleted(*layers, [&] { return isOver(); }))
    takePlacement();
}

/// Keeps a choice if it is legal. Returns true if there is nothing left to try.
bool ReductionSearch::settle(const Choice &choice, bool isForced) {
  Verdict verdict = check(choice, isForced);
  if (verdict == Verdict::Legal)
    offer(choice);
  return verdict == Verdict::Legal || verdict == Verdict::Ended;
}

/// Finds a legal choice by force, so that no result is ever worse than that.
/// This runs even if the time is too short for it.
void ReductionSearch::forceStart() {
  Choice choice = model.getExisting();
  for (unsigned checks = 0; checks < kMostChecks; ++checks) {
    if (deadline.isCancelled())
      return;
    choice = greedyCover(fullProblem, model.complete(choice));
    // `repair` makes a better choice.
    if (settle(choice, /*isForced=*/true) || !isOver())
      return;
  }
}

/// Finds a legal choice by a heuristic; otherwise `result` says why there is
/// none.
bool ReductionSearch::findStart() {
  placeGreedily();
  if (!incumbent && !hasEnded)
    forceStart();
  if (!incumbent && !hasEnded)
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

/// Adds to `choice` until it is legal, and offers that; adds the rows that it
/// left violated.
void ReductionSearch::repair(Choice choice) {
  removeRedundant(fullProblem, choice);
  for (unsigned checks = 0; !isStopped(); ++checks) {
    choice = greedyCover(fullProblem, choice);
    // Adding rows one by one gives better choices, but may take long.
    if (checks >= kMostChecks) {
      if (isTrusted() &&
          placements->offerCompleted(choice, [&] { return isOver(); })) {
        takePlacement();
        return;
      }
      choice = model.complete(choice);
    }
    if (settle(choice))
      return;
  }
}
