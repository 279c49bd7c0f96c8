//===- NoiseSolverLoops.cpp - Loops that are run --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/NoiseSolver.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>

using namespace mlir;
using namespace mlir::noisy;

/// The most units that one outermost loop may run, and the number that it may
/// run in any case.
static constexpr uint64_t kMostSteps = 1u << 21, kFewSteps = 1u << 12;

/// The longest period, in iterations, after which a loop's state is expected to
/// repeat or to move by a constant amount; or that of what is done in them, if
/// that is longer.
static constexpr unsigned kLongestPeriod = 16;

/// The last states of a loop's carried values at the beginning of iterations,
/// and the slots that passed their limit in the iterations before.
class NoiseSolver::History {
public:
  explicit History(uint64_t longestPeriod) : longestPeriod(longestPeriod) {}

  void push(const State &state, Excess excess) {
    if (entries.size() > 2 * longestPeriod)
      entries.pop_front();
    entries.push_back({state, std::move(excess)});
  }
  void clear() { entries.clear(); }
  size_t size() const { return entries.size(); }
  /// The state \p iterations before the last one.
  const State &ago(unsigned iterations) const {
    return entry(iterations).state;
  }
  const Excess &excessAgo(unsigned iterations) const {
    return entry(iterations).excess;
  }

  /// The first iteration at which the next trial may run.
  uint64_t nextTrial = 0;

private:
  struct Entry {
    State state;
    Excess excess;
  };
  const Entry &entry(unsigned iterations) const {
    return entries[entries.size() - 1 - iterations];
  }

  std::deque<Entry> entries;
  uint64_t longestPeriod;
};

/// `state`, moved `times` times by the difference from `fromState` to
/// `toState`; entries that are no numbers must be equal in both.
static SmallVector<NoiseBound> move(ArrayRef<NoiseBound> state,
                                    ArrayRef<NoiseBound> fromState,
                                    ArrayRef<NoiseBound> toState,
                                    int64_t times) {
  SmallVector<NoiseBound> result;
  for (auto [start, x, y] : llvm::zip_equal(state, fromState, toState)) {
    bool isNumber = start.isBits() && y.isBits();
    int64_t step = isNumber ? int64_t(y.getBits()) - int64_t(x.getBits()) : 0;
    result.push_back(isNumber ? NoiseBound::bits(start.getBits() + times * step)
                              : start);
  }
  return result;
}

/// True if the difference from `a` to `b` is that from `b` to `c`.
static bool goesOn(ArrayRef<NoiseBound> a, ArrayRef<NoiseBound> b,
                   ArrayRef<NoiseBound> c) {
  for (auto [x, y, z] : llvm::zip_equal(a, b, c))
    if (y.isBits() && x.isBits() && z.isBits()
            ? 2 * y.getBits() != x.getBits() + z.getBits()
            : x != y || y != z)
      return false;
  return true;
}

/// True if the next period from `start`, before an iteration, changes the
/// loop's state as the last one did, with the same values above the limit in
/// each iteration.
bool NoiseSolver::tryJump(const Loop &loop, unsigned period,
                          const History &history, const State &start,
                          uint64_t iteration) {
  State end = start;
  Mode savedMode = mode;
  Faults savedFaults = faults;
  mode.joins = mode.isReal = false;
  bool isSame = true;
  for (unsigned i = 0; i < period && isSame; ++i) {
    enterIteration(loop, iteration + i);
    isSame = runIteration(loop, end) == history.excessAgo(period - 1 - i);
  }
  mode = savedMode;
  faults = savedFaults;
  return isSame && end == move(start, history.ago(period), history.ago(0), 1);
}

/// Skips iterations with known outcome after `iteration` of them were run, and
/// returns their number.
///
/// A state that comes back will come back again. If the state moved by the same
/// amount d in two periods, from a by a + d to a + 2 d, jump: a period is a
/// function F made of maxima and sums, so each component of F(a + k d) - (a +
/// (k + 1) d) is convex in k. It is 0 at k = 0 and 1; if it is 0 at some K as
/// well, it is 0 all the way to K. Likewise every value in the body is convex
/// in k, so that its maximum on the way is at the beginning or at the end,
/// which are both run; and so is what the test sees before the loop ends. No
/// jump goes over the iteration in which a value begins
/// to pass its limit, because that one has to be noted. Where iterations do
/// different things, the period is one after which these repeat, and no jump
/// leaves their phase.
uint64_t NoiseSolver::skip(const Loop &loop, TripCount iterations,
                           History &history, State &state, uint64_t iteration) {
  const uint64_t ownPeriod = loop.getPeriod();
  if (ownPeriod == 0)
    return 0;
  // If control may leave the loop in any iteration, each counts.
  bool mayLeave = iteration >= iterations.min && !iterations.isExact();
  uint64_t remainingIterations =
      (iteration < iterations.min ? iterations.min : iterations.max) -
      iteration;
  // What was run is of the phase of the last iteration.
  if (uint64_t phaseEnd = loop.getPhaseEnd(iteration - 1);
      phaseEnd - iteration < remainingIterations)
    remainingIterations = phaseEnd - iteration;
  for (uint64_t period = ownPeriod;
       period <= std::max<uint64_t>(kLongestPeriod, ownPeriod);
       period += ownPeriod) {
    if (history.size() <= period || remainingIterations < period)
      return 0;
    if (mayLeave && iteration < iterations.min + 2 * period)
      continue;
    const State &previousState = history.ago(period);
    if (previousState == state)
      return remainingIterations / period * period;
    if (history.size() <= 2 * period || iteration < history.nextTrial ||
        remainingIterations < 2 * period)
      continue;
    const State &earlierState = history.ago(2 * period);
    if (!goesOn(earlierState, previousState, state))
      continue;
    uint64_t periods = remainingIterations / period - 1;
    for (auto [x, y] : llvm::zip_equal(previousState, state)) {
      if (!y.isBits() || x == y)
        continue;
      uint64_t distance =
          x < y ? y.getBits() - x.getBits() : x.getBits() - y.getBits();
      uint64_t room = x < y ? NoiseBound::kCap - y.getBits() : y.getBits() - 1;
      if (mayLeave && y < x)
        periods = 0; // the maximum is not at the end
      periods = std::min<uint64_t>(periods,
                                   room / distance ? room / distance - 1 : 0);
    }
    uint64_t cost = 0;
    for (; periods >= 2 && !isGivenUp(); periods /= 2) {
      State end = move(state, previousState, state, periods);
      cost += period;
      if (!tryJump(loop, period, history, end, iteration + periods * period))
        continue;
      state = std::move(end);
      history.clear();
      return periods * period;
    }
    history.nextTrial = iteration + cost;
    return 0;
  }
  return 0;
}

void NoiseSolver::enterIteration(const Loop &loop,
                                 std::optional<uint64_t> iteration) {
  if (!loop.tellsApart())
    return;
  loop.setIteration(stateOf, iteration);
  ++epoch; // earlier runs of loops within were of another iteration
}

/// Runs what is in front of the loop's test, from `state`.
void NoiseSolver::runHeader(const Loop &loop, const State &state) {
  for (auto [slot, bound] : llvm::zip_equal(loop.carriedSlots, state))
    bounds[slot] = bound;
  if (!loop.hasTest)
    return;
  spend(mode.joins ? loop.header.slots.size() : 0);
  run(loop.header);
  if (mode.joins)
    for (Slot slot : loop.header.slots)
      if (slot < joins.size())
        joins[slot] = NoiseBound::join(joins[slot], bounds[slot]);
}

/// Runs something for each combination of the conditions of a loop.
void NoiseSolver::forEachCombination(const Loop &loop,
                                     llvm::function_ref<void()> run) {
  loop.forEachCombination(stateOf, [&] {
    if (loop.conditions)
      ++epoch; // earlier runs of loops within were of another combination
    run();
  });
}

/// Runs the body once from `state`, and replaces it by the state passed on.
NoiseSolver::Excess NoiseSolver::runIteration(const Loop &loop, State &state) {
  llvm::DenseSet<Slot> outerExcess = std::exchange(excess, {});
  State next(state.size());
  forEachCombination(loop, [&] {
    spend(2 * state.size() + (mode.joins ? loop.slots.size() : 0));
    runHeader(loop, state);
    run(loop);
    for (auto [slots, bound] : llvm::zip_equal(loop.yieldedSlots, next))
      for (Slot slot : slots)
        bound = NoiseBound::join(bound, bounds[slot]);
    if (mode.joins)
      for (Slot slot : loop.slots)
        if (slot < joins.size())
          joins[slot] = NoiseBound::join(joins[slot], bounds[slot]);
  });
  state = std::move(next);
  Excess iterationExcess(excess.begin(), excess.end());
  llvm::sort(iterationExcess);
  excess = std::move(outerExcess);
  excess.insert(iterationExcess.begin(), iterationExcess.end());
  return iterationExcess;
}

/// Runs a loop, unless its last run had the same inputs.
void NoiseSolver::runLoop(const Unit &unit) {
  State inputs;
  for (Slot input : unit.inputs)
    inputs.push_back(bounds[input]);
  const Memo &memo = memos[unit.loop];
  auto serves = [](bool had, bool needs) { return had || !needs; };
  if (memo.epoch == epoch && memo.inputs == inputs &&
      serves(memo.mode.joins, mode.joins) &&
      serves(memo.mode.isReal, mode.isReal) &&
      serves(memo.mode.tracksExcess, mode.tracksExcess)) {
    for (auto [slot, bound] : llvm::zip_equal(unit.outputs, memo.outputs))
      bounds[slot] = bound;
    excess.insert(memo.excess.begin(), memo.excess.end());
    faults.add(memo.faults);
    return;
  }
  llvm::DenseSet<Slot> outerExcess = std::exchange(excess, {});
  Faults outerFaults = std::exchange(faults, {});
  if (unit.loop->isOpenIn(stateOf))
    runOpen(unit);
  else
    runIterations(unit);
  Memo next{std::move(inputs),
            {},
            Excess(excess.begin(), excess.end()),
            mode,
            epoch,
            faults};
  outerFaults.add(faults);
  faults = outerFaults;
  for (Slot output : unit.outputs)
    next.outputs.push_back(bounds[output]);
  excess.insert(outerExcess.begin(), outerExcess.end());
  if (!isGivenUp())
    memos[unit.loop] = std::move(next);
}

/// Notes a loop that cannot be run (`getUnfinished`).
void NoiseSolver::giveUp(const Loop &loop) {
  if (!llvm::is_contained(unfinishedLoops, &loop))
    unfinishedLoops.push_back(&loop);
}

/// Adds the bounds that the outputs of a loop have if it ends in `state`.
void NoiseSolver::addExits(const Loop &loop, const State &state, State &sums) {
  forEachCombination(loop, [&] {
    runHeader(loop, state);
    for (auto [sum, slot] : llvm::zip_equal(sums, loop.exitSlots))
      sum = NoiseBound::join(sum, bounds[slot]);
  });
}

void NoiseSolver::runIterations(const Unit &unit) {
  const Loop &loop = *unit.loop;
  const TripCount iterations = *loop.getIterations(stateOf);
  State state, endState;
  for (unsigned i = 0; i < loop.carriedSlots.size(); ++i)
    state.push_back(bounds[unit.inputs[i]]);
  endState.resize(unit.outputs.size());
  // The test is run once more than the rest.
  auto mayEnd = [&](uint64_t iteration) {
    if (loop.hasTest)
      enterIteration(loop, iteration);
    addExits(loop, state, endState);
  };
  if (iterations.min == 0)
    mayEnd(0);
  History history(std::max<uint64_t>(kLongestPeriod, loop.getPeriod()));
  history.push(state, {});
  uint64_t phaseEnd = loop.getPhaseEnd(0);
  for (uint64_t iteration = 0; iteration < iterations.max && !isGivenUp();) {
    // What was done in another phase says nothing of this one.
    if (iteration >= phaseEnd) {
      phaseEnd = loop.getPhaseEnd(iteration);
      history.clear();
      history.push(state, {});
    }
    enterIteration(loop, iteration);
    Excess iterationExcess = runIteration(loop, state);
    ++iteration;
    history.push(state, std::move(iterationExcess));
    if (iteration >= iterations.min)
      mayEnd(iteration);
    if (uint64_t skippedIterations =
            skip(loop, iterations, history, state, iteration)) {
      iteration += skippedIterations;
      if (iteration >= iterations.min)
        mayEnd(iteration);
    }
  }
  for (auto [slot, bound] : llvm::zip_equal(unit.outputs, endState))
    bounds[slot] = bound;
}

/// The bits that an iteration adds to a carried value, however many it has; 0
/// if that is not one number.
uint32_t NoiseSolver::findGain(const Loop &loop, State state,
                               unsigned carried) {
  Faults savedFaults = faults;
  auto runFrom = [&](uint32_t bits) {
    State next = state;
    next[carried] = NoiseBound::bits(bits);
    runIteration(loop, next);
    return next[carried];
  };
  NoiseBound bound = runFrom(kFarBits);
  bool isSum = bound.isBits() && bound.getBits() >= kFarBits &&
               runFrom(kFarBits + 1) == bound.plus(1);
  faults = savedFaults;
  return isSum ? bound.getBits() - kFarBits : 0;
}

/// Joins the state of a loop to that after any number of iterations. Returns
/// what grows without end, if something does; that becomes unbounded.
///
/// A value changes in an iteration because another one did in the iteration
/// before. After more iterations than there are values, one of these is on that
/// way twice: its noise made it larger itself. As noise is made of maxima and
/// sums, that goes on without end.
std::optional<NoiseSolver::Growth>
NoiseSolver::findFixpoint(const Loop &loop, State &state, bool mayPassCap) {
  std::optional<Growth> growth;
  for (size_t iteration = 0; !isGivenUp(); ++iteration) {
    State next = state;
    runIteration(loop, next);
    SmallVector<unsigned> changed, growing;
    for (auto [i, before] : llvm::enumerate(state)) {
      next[i] = NoiseBound::join(next[i], before);
      if (next[i] == before)
        continue;
      changed.push_back(i);
      // Beyond the cap, fast growth shows no more.
      if (next[i].isBits() ? iteration >= state.size()
                           : next[i].isMoreThanCap() && !mayPassCap)
        growing.push_back(i);
    }
    if (changed.empty())
      break;
    if (!growing.empty() && !growth) {
      growth.emplace().isOfCase = loop.isPartlyOpen;
      for (unsigned i : growing)
        growth->slots.push_back(program.getOrigin(loop.carriedSlots[i]));
      if (changed.size() == 1)
        growth->gain = findGain(loop, state, growing.front());
    }
    for (unsigned i : growing)
      next[i] = NoiseBound::unbounded();
    state = std::move(next);
  }
  return growth;
}

/// Runs a loop of unknown trip count.
void NoiseSolver::runOpen(const Unit &unit) {
  const Loop &loop = *unit.loop;
  bool mayPassCap = false;
  for (Slot input : unit.inputs)
    mayPassCap |= bounds[input].isMoreThanCap();
  State state, endState(unit.outputs.size());
  for (unsigned i = 0; i < loop.carriedSlots.size(); ++i)
    state.push_back(bounds[unit.inputs[i]]);
  enterIteration(loop, std::nullopt);
  // What is wrong in trials is so for fewer iterations.
  Mode savedMode = mode;
  mode = {.joins = false, .isReal = false, .tracksExcess = false};
  std::optional<Growth> growth = findFixpoint(loop, state, mayPassCap);
  mode = savedMode;
  if (growth) {
    // Without the conditions that decide together it is a cycle.
    if (loop.isOpen && mode.isReal && !isGivenUp())
      giveUp(loop);
    const Slot first = growth->slots.front();
    if (callDepth > 0) {
      faults.isAny = true;
      if (!faults.overflow)
        faults.overflow = first;
    }
    // Other calls may show more of the same growth, or less.
    if (llvm::none_of(growths, [&](const Growth &known) {
          return llvm::is_contained(known.slots, first);
        }))
      growths.push_back(std::move(*growth));
  }
  // What is noted is so for all iterations.
  State last = state;
  runIteration(loop, last);
  addExits(loop, state, endState);
  for (auto [slot, bound] : llvm::zip_equal(unit.outputs, endState))
    bounds[slot] = bound;
}

/// Runs an outermost loop, and makes the joins over its iterations the bounds
/// of the values within.
void NoiseSolver::runOuterLoop(const Unit &unit) {
  const Loop &loop = *unit.loop;
  // The loop may have been run before, on a cycle.
  std::fill(joins.begin() + loop.begin, joins.begin() + loop.end, NoiseBound());
  uint64_t stepBudget = std::min(stepsLeft, kMostSteps);
  stepsLeft -= stepBudget;
  limit = std::max(stepBudget, kFewSteps);
  inLoop = true;
  ++epoch;
  runLoop(unit);
  if (limit == 0) {
    giveUp(loop);
    for (Slot slot : unit.outputs)
      bounds[slot] = NoiseBound::unknown();
  }
  inLoop = false;
  stepsLeft += std::min(limit, stepBudget);
  std::copy(joins.begin() + loop.begin, joins.begin() + loop.end,
            bounds.begin() + loop.begin);
}
