//===- NoiseReductions.cpp - Reductions of few values ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of NoiseProgram's builder that makes a reduction of `scf.parallel`,
// for which there is no formula, a loop of its own.
//
// The values are combined two by two, in any order. What was made of k values
// was made of i and of k - i values, for some i, so the noisiest order is found
// by size: a step of the loop combines the noisiest values of two sizes. Noise
// in is noise out, so a less noisy value is never worse.
//
//===----------------------------------------------------------------------===//

#include "analysis/program/NoiseProgramBuilder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::noisy;

using Slot = NoiseProgram::Slot;

/// The most iterations of a loop whose values are combined in all orders.
static constexpr unsigned kMostValues = 8;

namespace {
/// A step: the positions of the operands, and that of the result, among the
/// noisiest values of all sizes.
struct Step {
  unsigned lhs, rhs, result;
};
} // namespace

/// The position of what was made of `count` values of iterations, and of the
/// initial value or not. Both begin with the least count: 0 or 1.
static unsigned getPosition(unsigned count, bool hasInitial, unsigned most) {
  return hasInitial ? most + count : count - 1;
}

/// All steps, smaller sizes first.
static std::vector<Step> getSteps(unsigned most) {
  std::vector<Step> steps;
  auto position = [&](unsigned count, bool hasInitial) {
    return getPosition(count, hasInitial, most);
  };
  for (unsigned count = 2; count <= most; ++count)
    for (unsigned i = 1; i < count; ++i)
      steps.push_back({position(i, false), position(count - i, false),
                       position(count, false)});
  for (unsigned count = 1; count <= most; ++count)
    for (unsigned i = 0; i < count; ++i) {
      unsigned with = position(i, true), without = position(count - i, false);
      steps.push_back({with, without, position(count, true)});
      steps.push_back({without, with, position(count, true)});
    }
  return steps;
}

/// The number of steps of the loop; none if it is no such reduction.
std::optional<TripCount>
NoiseProgram::Builder::countCombinations(scf::ParallelOp op) {
  std::optional<ParallelReduction> reduction = getParallelReduction(
      op->getResult(0), [&](Value value) { return flows.getRange(value); });
  if (!reduction || reduction->hasFormula())
    return std::nullopt;
  std::optional<TripCount> iterations =
      flows.getTripCount(cast<LoopLikeOpInterface>(op.getOperation()));
  if (!iterations || iterations->max == 0 || iterations->max > kMostValues)
    return std::nullopt;
  uint64_t count = getSteps(iterations->max).size();
  return TripCount{count, count};
}

/// Sets the parts of the loops of reductions.
void NoiseProgram::Builder::addReductions() {
  for (auto [id, loop] : llvm::enumerate(program.loops))
    if (auto op = dyn_cast<scf::ParallelOp>(loop->op))
      addReduction(*loop, id, op);
}

void NoiseProgram::Builder::addReduction(Loop &loop, int id,
                                         scf::ParallelOp op) {
  auto reduce = cast<scf::ReduceOp>(op.getBody()->getTerminator());
  Block &body = reduce.getReductions()[0].front();
  TripCount iterations =
      *flows.getTripCount(cast<LoopLikeOpInterface>(op.getOperation()));
  std::vector<Step> steps = getSteps(iterations.max);
  Slot lhs = program.getSlot(body.getArgument(0));
  Slot rhs = program.getSlot(body.getArgument(1));
  Slot combined =
      getSeen(program.getSlot(body.getTerminator()->getOperand(0)), &body);
  Slot result = program.getSlot(op.getResult(0));
  loop.varies = true;
  auto makeChoice = [&](llvm::function_ref<unsigned(const Step &)> choose) {
    auto choice = std::make_unique<Choice>();
    choice->variables.push_back(&loop);
    for (const Step &step : steps)
      choice->values.push_back(choose(step));
    program.choices.push_back(std::move(choice));
    return program.choices.back().get();
  };
  Place around = getPlaceAround(id), within = getPlace(id, op);
  Slot none = addExtraSlot(result, around);
  extraJoins[none] = {};

  // The noisiest values of all sizes: a step adds to one of them.
  unsigned most = iterations.max, count = 2 * most + 1;
  for (unsigned position = 0; position < count; ++position) {
    Slot carried = addExtraSlot(result, within),
         added = addExtraSlot(result, within);
    loop.carriedSlots.push_back(carried);
    loop.yieldedSlots.push_back({carried, added});
    loop.outputs.push_back(addExtraSlot(result, around));
    extraJoins[added] = {none, combined};
    extraChoices[added] = makeChoice(
        [&](const Step &step) { return unsigned(step.result == position); });
    Value initial = position == 0      ? reduce.getOperands()[0]
                    : position == most ? op.getInitVals()[0]
                                       : Value();
    loop.initialSlots.push_back(
        initial ? getSeen(program.getSlot(initial), op->getBlock()) : none);
  }
  for (auto [operand, choose] :
       {std::pair(lhs, &Step::lhs), std::pair(rhs, &Step::rhs)}) {
    extraReads[operand] = {SmallVector<Slot>(loop.carriedSlots),
                           makeChoice([choose = choose](const Step &step) {
                             return step.*choose;
                           })};
  }
  // The result has the initial value, and those of all iterations.
  Slot whole = addExtraSlot(result, within);
  loop.carriedSlots.push_back(whole);
  loop.initialSlots.push_back(none);
  SmallVector<Slot, 1> slots;
  for (uint64_t n = iterations.min; n <= most; ++n)
    llvm::append_range(slots, loop.yieldedSlots[getPosition(n, true, most)]);
  loop.yieldedSlots.push_back(std::move(slots));
  loop.outputs.push_back(result);
  loop.exitSlots = loop.carriedSlots;
}
