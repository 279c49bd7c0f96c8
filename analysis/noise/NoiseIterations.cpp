//===- NoiseIterations.cpp - What differs between iterations --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of NoiseProgram's builder that finds what depends on the iteration
// of a loop that is run.
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/IterationRanges.h"
#include "analysis/noise/NoiseProgramBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::noisy;

/// The most iterations that are told apart. None of these can be skipped.
static constexpr uint64_t kMostIterations = 4096;
/// The most units that may be run for that, about: a loop within counts as
/// `kFewIterations`, and one around it as `kFewOuterIterations`, because many
/// can be skipped.
static constexpr uint64_t kMostSteps = 1u << 19, kFewIterations = 64,
                          kFewOuterIterations = 16;

/// The operands of a loop that its trip count follows from.
static SmallVector<Value> getBoundOperands(Operation *loop) {
  if (auto scfFor = dyn_cast<scf::ForOp>(loop))
    return {scfFor.getLowerBound(), scfFor.getUpperBound(), scfFor.getStep()};
  auto affineFor = dyn_cast<affine::AffineForOp>(loop);
  if (!affineFor)
    return {};
  SmallVector<Value> operands(affineFor.getLowerBoundOperands());
  llvm::append_range(operands, affineFor.getUpperBoundOperands());
  return operands;
}

/// Finds the trip counts of loops whose bounds depend on the induction
/// variables of loops around them, and the branches of conditionals and selects
/// whose conditions do.
void NoiseProgram::Builder::findByIteration() {
  for (std::unique_ptr<Loop> &loop : program.loops) {
    if (!loop->iterations.isExact())
      findTripCounts(*loop);
    if (!isa<scf::ForOp, affine::AffineForOp>(loop->op))
      continue;
    // Loops within look at what they have themselves.
    loop->op->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != loop->op && program.loopOfOp.contains(op) &&
          isa<scf::ForOp, affine::AffineForOp>(op))
        return WalkResult::skip();
      if (auto ifOp = dyn_cast<scf::IfOp>(op))
        findChoice(op, ifOp.getCondition());
      else if (auto select = dyn_cast<arith::SelectOp>(op);
               select && carriesNoise(select.getResult()) &&
               select.getCondition().getType().isInteger(1))
        findChoice(op, select.getCondition());
      return WalkResult::advance();
    });
  }
}

/// Evaluates what follows from `values`, which `op` uses, for all iterations of
/// the loops around `op` that they are computed from. Returns false if there
/// are none, or too many.
template <typename T>
bool NoiseProgram::Builder::tabulate(ByIteration<T> &table,
                                     ArrayRef<Value> values, Operation *op,
                                     llvm::function_ref<T(RangeOf)> evaluate) {
  SmallVector<Loop *> loops;
  uint64_t count = 1, steps = 0;
  for (Operation *loopOp : findVariableLoops(values)) {
    auto entry = program.loopOfOp.find(loopOp);
    if (entry == program.loopOfOp.end() || !loopOp->isProperAncestor(op))
      continue;
    loops.push_back(program.loops[entry->second].get());
    const Loop &loop = *loops.back();
    count *= std::min(loop.iterations.max, kMostIterations + 1);
    if (count > kMostIterations)
      return false;
    ArrayRef<int> ids = program.loopOfSlot;
    bool hasLoops =
        llvm::any_of(ids.slice(loop.begin, loop.end - loop.begin),
                     [&](int id) { return id != int(entry->second); });
    steps = std::max<uint64_t>(steps, (loop.end - loop.begin) *
                                          (hasLoops ? kFewIterations : 1));
  }
  if (loops.empty())
    return false;
  llvm::sort(loops, [](const Loop *a, const Loop *b) {
    return a->op->isProperAncestor(b->op);
  });
  steps *= count;
  for (Operation *around = loops.front()->op->getParentOp();
       around && steps <= kMostSteps; around = around->getParentOp())
    if (auto entry = program.loopOfOp.find(around);
        entry != program.loopOfOp.end())
      steps *= std::clamp<uint64_t>(
          program.loops[entry->second]->iterations.max, 1, kFewOuterIterations);
  if (steps > kMostSteps)
    return false;
  SmallVector<Operation *> loopOps;
  for (Loop *loop : loops) {
    loopOps.push_back(loop->op);
    table.loops.push_back(loop);
  }
  IterationRanges ranges(loopOps,
                         [&](Value value) { return flows.getRange(value); });
  table.values.reserve(count);
  SmallVector<uint64_t> iterations(loops.size());
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t rest = i;
    for (unsigned j = loops.size(); j-- > 0;) {
      iterations[j] = rest % loops[j]->iterations.max;
      rest /= loops[j]->iterations.max;
    }
    ranges.setIterations(iterations);
    table.values.push_back(
        evaluate([&](Value value) { return ranges.getRange(value); }));
  }
  for (Loop *loop : loops)
    loop->varies = true;
  return true;
}

void NoiseProgram::Builder::findTripCounts(Loop &loop) {
  ByIteration<TripCount> table;
  auto count = [&](RangeOf rangeOf) {
    TripCount both = loop.iterations;
    if (std::optional<TripCount> known =
            getTripCount(cast<LoopLikeOpInterface>(loop.op), rangeOf))
      both = {std::max(both.min, known->min), std::min(both.max, known->max)};
    return both.min <= both.max ? both : loop.iterations;
  };
  SmallVector<Value> operands = getBoundOperands(loop.op);
  if (!operands.empty() && tabulate<TripCount>(table, operands, loop.op, count))
    loop.iterationsByOuters = std::move(table);
}

/// Finds the branch that an operation takes: 0 if the condition is true.
void NoiseProgram::Builder::findChoice(Operation *op, Value condition) {
  auto choice = std::make_unique<Choice>();
  auto choose = [&](RangeOf rangeOf) -> std::optional<unsigned> {
    std::optional<ConstantIntRanges> range = rangeOf(condition);
    std::optional<llvm::APInt> single =
        range ? range->getConstantValue() : std::nullopt;
    return single ? std::optional<unsigned>(single->isZero()) : std::nullopt;
  };
  if (!tabulate<std::optional<unsigned>>(*choice, condition, op, choose))
    return;
  std::tie(choice->around, choice->branchAround) = findChoiceAround(op);
  choiceOf[op] = choice.get();
  program.choices.push_back(std::move(choice));
}

/// The innermost conditional around an operation that is decided by iterations,
/// and the branch; null if there is none.
std::pair<const NoiseProgram::Choice *, unsigned>
NoiseProgram::Builder::findChoiceAround(Operation *op) const {
  while (!choiceOf.empty() && op && !isa<CallableOpInterface>(op)) {
    Region *region = op->getParentRegion();
    op = op->getParentOp();
    if (auto choice = choiceOf.find(op); choice != choiceOf.end())
      return {choice->second, region->getRegionNumber()};
  }
  return {nullptr, 0};
}

/// Sets what decides a unit, and whether it is executed.
void NoiseProgram::Builder::setChoices(Unit &unit, Value value) {
  Operation *op = value.getDefiningOp();
  std::tie(unit.around, unit.branchAround) =
      findChoiceAround(op ? op : value.getParentBlock()->getParentOp());
  auto choice = choiceOf.find(op);
  if (!op || choice == choiceOf.end() || unit.kind != UnitKind::Join ||
      unit.bound.isUnknown())
    return;
  SmallVector<Value, 2> origins;
  if (auto ifOp = dyn_cast<scf::IfOp>(op)) {
    unsigned number = cast<OpResult>(value).getResultNumber();
    origins = {ifOp.thenYield().getOperand(number),
               ifOp.elseYield().getOperand(number)};
  } else {
    auto select = cast<arith::SelectOp>(op);
    origins = {select.getTrueValue(), select.getFalseValue()};
  }
  // Both must be what flows in: no branch is dead in all iterations.
  ArrayRef<Slot> inputs = number(origins);
  ArrayRef<Slot> known = program.slotFlows[program.getSlot(value)].inputs;
  if (!llvm::all_of(inputs,
                    [&](Slot slot) { return llvm::is_contained(known, slot); }))
    return;
  unit.choice = choice->second;
  unit.inputs = getAllSeen(inputs, value.getParentBlock());
}
