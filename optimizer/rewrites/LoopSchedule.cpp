//===- LoopSchedule.cpp - The order of a loop's turns in numbers ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/LoopSchedule.h"
#include "optimizer/rewrites/Plan.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <queue>

using namespace mlir;
using namespace mlir::noisy;

/// The most turns of a loop that is not the outermost, the most loops in each
/// other, and the most turns left over.
static constexpr int64_t kMostInnerTurns = 64;
static constexpr size_t kMostLoops = 6;
static constexpr int64_t kMostRest = 7;
/// The most nests of one number of turns that are looked at: some have very
/// many divisors.
static constexpr unsigned kMostNests = 1000;

namespace {
/// Sums so far, one way to place reductions on them.
struct State {
  uint64_t reductions;
  uint32_t bits;

  auto operator<=>(const State &) const = default;
};

/// The ways that may become the best: of two with as many reductions the one
/// with less noise.
struct States {
  void add(uint64_t reductions, uint64_t bits, uint32_t max) {
    if (bits <= max)
      all.push_back({reductions, static_cast<uint32_t>(bits)});
  }
  void prune() {
    llvm::sort(all);
    std::vector<State> kept;
    for (const State &state : all)
      if (kept.empty() || state.bits < kept.back().bits)
        kept.push_back(state);
    all = std::move(kept);
  }
  std::vector<State> all;
};

class SumEstimate {
public:
  SumEstimate(const NoiseModel &model, const LoopSum &sum)
      : model(model), sum(sum) {}

  State find(const LoopSchedule &schedule) const;

private:
  uint64_t join(uint64_t a, uint64_t b) const {
    return std::max(a, b) + sum.join.added;
  }
  uint64_t joinAll(uint64_t begin, uint64_t term, int64_t turns) const {
    return std::max(begin, term) + sum.join.added * uint64_t(turns);
  }
  State joinTerms(int64_t turns) const;
  States addLoop(const States &terms, uint64_t begin, int64_t turns,
                 uint64_t executions) const;
  State addRest(State state, int64_t turns) const;

  const NoiseModel &model;
  const LoopSum &sum;
};
} // namespace

/// The terms of some turns as a tree, with the noisiest reduced where that is
/// needed.
State SumEstimate::joinTerms(int64_t turns) const {
  std::vector<uint32_t> terms;
  for (int64_t i = 0; i < turns; ++i)
    llvm::append_range(terms, sum.terms);
  llvm::sort(terms, std::greater<>());
  for (uint64_t reductions = 0;; ++reductions) {
    std::priority_queue<uint64_t, std::vector<uint64_t>, std::greater<>> queue(
        std::greater<>(), {terms.begin(), terms.end()});
    while (queue.size() > 1) {
      queue.pop();
      uint64_t second = queue.top();
      queue.pop();
      queue.push(second + sum.join.added);
    }
    if (queue.top() <= model.max)
      return {reductions, static_cast<uint32_t>(queue.top())};
    if (reductions == terms.size() || terms[reductions] <= model.getReduced())
      return {kHopelessReductions, model.max};
    terms[reductions] = model.getReduced();
  }
}

/// `turns` terms joined one after the other, to what is there at the beginning.
States SumEstimate::addLoop(const States &terms, uint64_t begin, int64_t turns,
                            uint64_t executions) const {
  const uint32_t reduced = model.getReduced();
  const uint64_t carried = std::max<uint64_t>(begin, reduced);
  States result;
  for (auto [reductions, bits] : terms.all) {
    // Nothing is reduced here; each term; the sum in each turn; or both.
    result.add(reductions, joinAll(begin, bits, turns), model.max);
    if (bits > reduced)
      result.add(reductions + executions, joinAll(begin, reduced, turns),
                 model.max);
    if (join(carried, bits) <= model.max)
      result.add(reductions + executions, reduced, model.max);
    if (bits > reduced && join(carried, reduced) <= model.max)
      result.add(reductions + 2 * executions, reduced, model.max);
  }
  result.prune();
  return result;
}

/// More turns at the end.
State SumEstimate::addRest(State state, int64_t turns) const {
  if (turns == 0)
    return state;
  State term = joinTerms(1);
  State best = {kHopelessReductions, model.max};
  uint64_t reductions = state.reductions + term.reductions * turns;
  const uint32_t reduced = model.getReduced();
  auto consider = [&](uint64_t more, uint64_t bits) {
    if (bits <= model.max)
      best = std::min(best, State{reductions + more, uint32_t(bits)});
  };
  consider(0, joinAll(state.bits, term.bits, turns));
  consider(1, joinAll(reduced, term.bits, turns));
  consider(turns, joinAll(state.bits, reduced, turns));
  if (join(std::max(state.bits, reduced), term.bits) <= model.max)
    consider(turns, reduced);
  return best;
}

State SumEstimate::find(const LoopSchedule &schedule) const {
  uint64_t executions =
      std::accumulate(schedule.turns.begin(), schedule.turns.end(), uint64_t(1),
                      std::multiplies<>());
  const uint32_t outer = sum.isApart ? model.initial : sum.init;
  State term = joinTerms(schedule.joined);
  States states;
  if (schedule.turns.empty()) {
    states = addLoop({{term}}, outer, 1, 1);
  } else {
    states.add(term.reductions * executions, term.bits, model.max);
    for (size_t i = schedule.turns.size(); i-- > 0;) {
      states = addLoop(states, i == 0 ? outer : model.initial,
                       schedule.turns[i], executions);
      executions /= schedule.turns[i];
    }
  }
  if (states.all.empty())
    return {kHopelessReductions, model.max};
  State best = states.all.front();
  best = addRest(best, schedule.rest);
  if (!sum.isApart)
    return best;
  if (join(best.bits, sum.init) <= model.max)
    return {best.reductions, uint32_t(join(best.bits, sum.init))};
  if (join(model.getReduced(), sum.init) <= model.max)
    return {best.reductions + 1, uint32_t(join(model.getReduced(), sum.init))};
  return {best.reductions + 1, model.max};
}

/// The reductions of values that pass through all loops.
static uint64_t countOthers(const LoopNoise &noise,
                            const LoopSchedule &schedule) {
  if (noise.others == 0 || noise.freeTurns >= noise.turns)
    return 0;
  if (noise.freeTurns == 0)
    return noise.others * uint64_t(noise.turns);
  // How often what the largest part within `freeTurns` gives is executed.
  uint64_t executions = uint64_t(noise.turns - schedule.rest);
  if (schedule.joined > noise.freeTurns) {
    executions = executions / schedule.joined *
                 llvm::divideCeil(schedule.joined, noise.freeTurns);
  } else {
    int64_t part = schedule.joined;
    for (size_t i = schedule.turns.size(); i-- > 0;)
      if (part * schedule.turns[i] <= noise.freeTurns)
        part *= schedule.turns[i];
      else
        break;
    executions /= uint64_t(part);
  }
  executions += uint64_t(schedule.rest / noise.freeTurns);
  return noise.others * executions;
}

static void estimate(const NoiseModel &model, const LoopNoise &noise,
                     LoopSchedule &schedule) {
  schedule.reductions = countOthers(noise, schedule);
  schedule.bits = 0;
  for (const LoopSum &sum : noise.sums) {
    State state = SumEstimate(model, sum).find(schedule);
    schedule.reductions += state.reductions;
    schedule.bits = std::max(schedule.bits, state.bits);
  }
  schedule.work = 0;
  uint64_t executions = 1;
  for (size_t i = 0; i + 1 < schedule.turns.size(); ++i) {
    executions *= uint64_t(schedule.turns[i]);
    schedule.work += noise.sums.size() * executions;
  }
}

/// The reductions of a sum as it is: its terms are joined to it one by one.
static uint64_t countSimple(const NoiseModel &model, const LoopSum &sum,
                            int64_t turns) {
  const uint64_t term = *llvm::max_element(sum.terms);
  const uint64_t added = sum.join.added * uint64_t(sum.terms.size());
  if (std::max<uint64_t>(sum.init, term) + added * uint64_t(turns) <= model.max)
    return 0;
  bool isOnce =
      std::max<uint64_t>(model.getReduced(), term) + added <= model.max;
  return uint64_t(turns) * (isOnce ? 1 : 2);
}

uint64_t mlir::noisy::countSimpleReductions(const NoiseModel &model,
                                            const LoopNoise &noise) {
  LoopSchedule schedule;
  schedule.turns = {noise.turns};
  uint64_t reductions = countOthers(noise, schedule);
  for (const LoopSum &sum : noise.sums)
    reductions += countSimple(model, sum, noise.turns);
  return reductions;
}

static auto getKey(const LoopNoise &noise, const LoopSchedule &schedule) {
  // The noise of what is a term elsewhere counts there.
  bool isTerm =
      llvm::any_of(noise.sums, [](const LoopSum &sum) { return sum.isApart; });
  return std::tuple(schedule.reductions, isTerm ? schedule.bits : 0,
                    schedule.work, schedule.rest, schedule.joined,
                    schedule.turns.size());
}

namespace {
class ScheduleSearch {
public:
  ScheduleSearch(const NoiseModel &model, const LoopNoise &noise)
      : model(model), noise(noise) {
    best.turns = {noise.turns};
    estimate(model, noise, best);
  }

  LoopSchedule run() {
    if (noise.turns < 2)
      return best;
    int64_t mostRest = std::min(kMostRest, noise.turns - 1);
    for (current.rest = 0; current.rest <= mostRest; ++current.rest) {
      int64_t turns = noise.turns - current.rest;
      for (current.joined = 1;
           current.joined <= std::min(noise.mostJoined, turns);
           ++current.joined)
        if (turns % current.joined == 0) {
          count = 0;
          split(turns / current.joined);
        }
    }
    return best;
  }

private:
  /// Tries all nests of `turns` turns around the inner loops so far.
  void split(int64_t turns) {
    if (++count > kMostNests)
      return;
    if (turns > 1)
      inner.push_back(turns);
    current.turns.assign(inner.rbegin(), inner.rend());
    if (turns > 1)
      inner.pop_back();
    estimate(model, noise, current);
    if (getKey(noise, current) < getKey(noise, best))
      best = current;
    if (inner.size() + 1 == kMostLoops)
      return;
    for (int64_t factor = 2; factor <= std::min(kMostInnerTurns, turns / 2);
         ++factor) {
      if (turns % factor != 0)
        continue;
      inner.push_back(factor);
      split(turns / factor);
      inner.pop_back();
    }
  }

  const NoiseModel &model;
  const LoopNoise &noise;
  LoopSchedule best, current;
  /// From the innermost on.
  SmallVector<int64_t> inner;
  unsigned count = 0;
};
} // namespace

LoopSchedule mlir::noisy::findSchedule(const NoiseModel &model,
                                       const LoopNoise &noise) {
  return ScheduleSearch(model, noise).run();
}
