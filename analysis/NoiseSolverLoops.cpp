//===- NoiseSolverLoops.cpp - Loops of known trip count -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/NoiseSolver.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;

/// Units that one outermost loop may run, and those that it always may.
static constexpr uint64_t kMostSteps = 1u << 21, kFewSteps = 1u << 12;

/// Turns after which the state of a loop may come back, or go on as before.
static constexpr unsigned kLongestPeriod = 16;

/// The last states of what a loop carries, at the beginning of turns, and which
/// slots were above their limit in the turns that led to them.
class NoiseSolver::History {
public:
  void push(const State &state, std::vector<bool> exceeding) {
    if (states.size() > 2 * kLongestPeriod) {
      states.erase(states.begin());
      excesses.erase(excesses.begin());
    }
    states.push_back(state);
    excesses.push_back(std::move(exceeding));
  }
  void clear() {
    states.clear();
    excesses.clear();
  }
  size_t size() const { return states.size(); }
  /// The state so many turns ago.
  const State &ago(unsigned turns) const {
    return states[states.size() - 1 - turns];
  }
  const std::vector<bool> &exceedingAgo(unsigned turns) const {
    return excesses[excesses.size() - 1 - turns];
  }

  /// No trial before this turn.
  uint64_t nextTrial = 0;

private:
  std::vector<State> states;
  std::vector<std::vector<bool>> excesses;
};

/// `state`, moved on by so many times the way from `from` to `to`; what is no
/// number has to be the same in these.
static SmallVector<NoiseBound> move(ArrayRef<NoiseBound> state,
                                    ArrayRef<NoiseBound> from,
                                    ArrayRef<NoiseBound> to, int64_t times) {
  SmallVector<NoiseBound> moved;
  for (auto [start, x, y] : llvm::zip_equal(state, from, to)) {
    bool isNumber = start.isBits() && y.isBits();
    int64_t step = isNumber ? int64_t(y.getBits()) - int64_t(x.getBits()) : 0;
    moved.push_back(isNumber ? NoiseBound::bits(start.getBits() + times * step)
                             : start);
  }
  return moved;
}

/// Whether the way from `a` to `b` is that from `b` to `c`.
static bool goesOn(ArrayRef<NoiseBound> a, ArrayRef<NoiseBound> b,
                   ArrayRef<NoiseBound> c) {
  for (auto [x, y, z] : llvm::zip_equal(a, b, c))
    if (y.isBits() && x.isBits() && z.isBits()
            ? 2 * y.getBits() != x.getBits() + z.getBits()
            : x != y || y != z)
      return false;
  return true;
}

/// The slots of `loop` that are above the limit; nothing in a trial, in which
/// nobody asks.
std::vector<bool> NoiseSolver::findExceeding(const Loop &loop) const {
  std::vector<bool> exceeding;
  if (observed)
    for (Slot slot = loop.begin; slot < loop.end; ++slot)
      exceeding.push_back(bounds[slot].exceeds(program.getModel(slot).max));
  return exceeding;
}

/// Whether the loop goes on from `start`, by one period, as it did in the last
/// one, with the same values above the limit in each turn.
bool NoiseSolver::tryJump(const Loop &loop, unsigned period,
                          const History &history, const State &start) {
  State end = start;
  for (unsigned i = 0; i < period; ++i) {
    bool wasObserved = std::exchange(observed, false);
    runTurn(loop, end);
    observed = wasObserved;
    if (findExceeding(loop) != history.exceedingAgo(period - 1 - i))
      return false;
  }
  return end == move(start, history.ago(period), history.ago(0), 1);
}

/// Skips turns of which the outcome is known, `turn` of them having been run,
/// and says how many.
///
/// Where the state comes back, it will again. Where it moved by the same amount
/// d in two periods, from a by a + d to a + 2 d, jump: a period is a function F
/// made of maxima and sums, so each component of F(a + k d) - (a + (k + 1) d)
/// is convex in k. It is 0 at k = 0 and 1; if it is 0 at some K as well, it is
/// 0 all the way to K. Likewise every value in the body is convex in k, so that
/// the most it has on the way is what it has at the beginning or at the end,
/// which are both run. No jump goes over the turn in which a value passes its
/// limit, because that is to be seen.
uint64_t NoiseSolver::skip(const Loop &loop, History &history, State &state,
                           uint64_t turn) {
  const TripCount &turns = loop.turns;
  // Where control may leave the loop in any turn, each counts.
  bool mayLeave = turn >= turns.least && !turns.isExact();
  uint64_t remaining = (turn < turns.least ? turns.least : turns.most) - turn;
  for (unsigned period = 1; period <= kLongestPeriod; ++period) {
    if (history.size() <= period || remaining < 2 * period)
      return 0;
    if (mayLeave && turn < turns.least + 2 * period)
      continue;
    const State &to = history.ago(period);
    if (to == state)
      return remaining / period * period;
    if (history.size() <= 2 * period || turn < history.nextTrial)
      continue;
    const State &from = history.ago(2 * period);
    if (!goesOn(from, to, state))
      continue;
    uint64_t periods = remaining / period - 1;
    for (auto [x, y] : llvm::zip_equal(to, state)) {
      if (!y.isBits() || x == y)
        continue;
      uint64_t distance =
          x < y ? y.getBits() - x.getBits() : x.getBits() - y.getBits();
      uint64_t room = x < y ? NoiseBound::kCap - y.getBits() : y.getBits() - 1;
      if (mayLeave && y < x)
        periods = 0; // the most is not at the end
      periods = std::min<uint64_t>(periods,
                                   room / distance ? room / distance - 1 : 0);
    }
    uint64_t cost = 0;
    for (; periods >= 2 && !isGivenUp(); periods /= 2) {
      State end = move(state, to, state, periods);
      cost += period;
      if (!tryJump(loop, period, history, end))
        continue;
      state = std::move(end);
      history.clear();
      return periods * period;
    }
    history.nextTrial = turn + cost;
    return 0;
  }
  return 0;
}

/// Runs the body once, from `state`, and leaves there what it passes on.
void NoiseSolver::runTurn(const Loop &loop, State &state) {
  for (auto [slot, bound] : llvm::zip_equal(loop.carried, state))
    bounds[slot] = bound;
  run(loop);
  for (auto [yielded, bound] : llvm::zip_equal(loop.yielded, state)) {
    bound = NoiseBound::unreachable();
    for (Slot slot : yielded)
      bound = NoiseBound::join(bound, bounds[slot]);
  }
  if (observed)
    for (Slot slot : loop.slots)
      joins[slot] = NoiseBound::join(joins[slot], bounds[slot]);
}

void NoiseSolver::runLoop(const Unit &unit) {
  const Loop &loop = *unit.loop;
  State state, after;
  for (unsigned i = 0; i < loop.carried.size(); ++i)
    state.push_back(bounds[unit.inputs[i]]);
  after.resize(state.size());
  auto mayEnd = [&] {
    for (auto [sum, bound] : llvm::zip_equal(after, state))
      sum = NoiseBound::join(sum, bound);
  };
  if (loop.turns.least == 0)
    mayEnd();
  History history;
  history.push(state, {});
  for (uint64_t turn = 0; turn < loop.turns.most && !isGivenUp();) {
    runTurn(loop, state);
    ++turn;
    history.push(state, findExceeding(loop));
    if (turn >= loop.turns.least)
      mayEnd();
    if (uint64_t skipped = skip(loop, history, state, turn)) {
      turn += skipped;
      if (turn >= loop.turns.least)
        mayEnd();
    }
  }
  for (auto [slot, bound] : llvm::zip_equal(unit.outputs, after))
    bounds[slot] = bound;
}

/// Runs a loop that is in no other, and makes the joins over its turns the
/// bounds of the values within.
void NoiseSolver::runOuterLoop(const Unit &unit) {
  const Loop &loop = *unit.loop;
  auto isWithin = [&](Slot slot) {
    return slot >= loop.begin && slot < loop.end;
  };
  // It may have been run before, on a circle.
  std::fill(joins.begin() + loop.begin, joins.begin() + loop.end, NoiseBound());
  overflows.erase(overflows.lower_bound(loop.begin),
                  overflows.lower_bound(loop.end));
  llvm::erase_if(growths, [&](const Growth &growth) {
    return isWithin(growth.slots.front());
  });

  uint64_t given = std::min(stepsLeft, kMostSteps);
  stepsLeft -= given;
  limit = std::max(given, kFewSteps);
  inLoop = true;
  runLoop(unit);
  if (isGivenUp()) {
    if (!llvm::is_contained(unfinished, &loop))
      unfinished.push_back(&loop);
    for (Slot slot : unit.outputs)
      bounds[slot] = NoiseBound::unknown();
  }
  inLoop = false;
  stepsLeft += std::min(limit, given);
  std::copy(joins.begin() + loop.begin, joins.begin() + loop.end,
            bounds.begin() + loop.begin);
}
