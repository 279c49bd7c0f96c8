//===- IterationRanges.cpp - Integers in one iteration of loops -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/IterationRanges.h"
#include "analysis/integers/Conditions.h"
#include "analysis/integers/IntegerTypes.h"
#include "analysis/integers/LoopRanges.h"
#include "analysis/integers/TransferFunctions.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy;
using llvm::APInt;

/// The values that are looked at on the way to induction variables.
static constexpr unsigned kMostValues = 256;

/// The loop that has `value` as its induction variable, or null.
static Operation *getLoopOfVariable(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getArgNumber() != 0)
    return nullptr;
  Operation *parent = argument.getOwner()->getParentOp();
  return isa_and_nonnull<scf::ForOp, affine::AffineForOp>(parent) ? parent
                                                                  : nullptr;
}

static bool isCounted(Operation *loop) {
  return isa<scf::ForOp, affine::AffineForOp>(loop);
}

/// The operation that computes an integer from others, or null.
static Operation *getComputation(Value value) {
  Operation *op = value.getDefiningOp();
  return op && op->getNumRegions() == 0 && hasRange(value) ? op : nullptr;
}

llvm::SetVector<Value>
mlir::noisy::findIntegerSources(ArrayRef<Value> values,
                                const LoopCounters *counters) {
  llvm::SetVector<Value> visited(values.begin(), values.end());
  for (unsigned i = 0; i < visited.size() && i < kMostValues; ++i) {
    if (counters) {
      Value alias = counters->getAlias(visited[i]);
      Value initial = counters->getInitial(visited[i]);
      if (alias)
        visited.insert(alias);
      if (initial)
        visited.insert(initial);
      if (alias || initial)
        continue;
    }
    if (Operation *loop = getLoopOfVariable(visited[i])) {
      if (auto scfFor = dyn_cast<scf::ForOp>(loop))
        visited.insert(scfFor.getLowerBound());
      else
        visited.insert_range(
            cast<affine::AffineForOp>(loop).getLowerBoundOperands());
    } else if (Operation *op = getComputation(visited[i])) {
      visited.insert_range(op->getOperands());
    }
  }
  return visited;
}

SmallVector<Operation *>
mlir::noisy::findVariableLoops(const llvm::SetVector<Value> &sources,
                               const LoopCounters *counters) {
  SmallVector<Operation *> loops;
  for (Value source : sources) {
    Operation *loop = counters ? counters->getLoop(source) : nullptr;
    if (!loop)
      loop = getLoopOfVariable(source);
    if (loop && !llvm::is_contained(loops, loop))
      loops.push_back(loop);
  }
  return loops;
}

IntegerSpan IntegerSpan::of(const ConstantIntRanges &range) {
  bool isUnsigned =
      (range.umax() - range.umin()).ule(range.smax() - range.smin());
  return isUnsigned ? IntegerSpan{range.umin().getZExtValue(),
                                  range.umax().getZExtValue()}
                    : IntegerSpan{range.smin().getZExtValue(),
                                  range.smax().getZExtValue()};
}

ConstantIntRanges IntegerSpan::getRange(unsigned width) const {
  auto bits = [&](uint64_t value) {
    return APInt(width, value, /*isSigned=*/false, /*implicitTrunc=*/true);
  };
  APInt from = bits(first), to = bits(last);
  return from.ule(to) ? ConstantIntRanges::fromUnsigned(from, to)
                      : ConstantIntRanges::fromSigned(from, to);
}

IterationRanges::IterationRanges(ArrayRef<Operation *> loops,
                                 GeneralRange rangeOf, ArrayRef<Value> inputs,
                                 const LoopCounters *counters)
    : loops(loops), inputs(inputs), variables(inputs.begin(), inputs.end()),
      rangeOf(std::move(rangeOf)), counters(counters) {
  for (Operation *loop : loops) {
    if (isCounted(loop))
      variables.insert(loop->getRegion(0).getArgument(0));
    if (!counters)
      continue;
    for (const LoopCounter &counter : counters->getCounters(loop))
      variables.insert(counter.value);
    for (const LoopSequence &sequence : counters->getSequences(loop))
      variables.insert(sequence.value);
  }
}

std::optional<ConstantIntRanges>
IterationRanges::getLowerBound(Operation *loop) {
  if (auto scfFor = dyn_cast<scf::ForOp>(loop))
    return getRange(scfFor.getLowerBound());
  auto affineFor = cast<affine::AffineForOp>(loop);
  auto operands = getRanges(affineFor.getLowerBoundOperands(),
                            [&](Value value) { return getRange(value); });
  if (!operands)
    return std::nullopt;
  return inferAffineBound(affineFor.getLowerBoundMap(), *operands,
                          /*isLower=*/true);
}

std::optional<ConstantIntRanges> IterationRanges::getStep(Operation *loop) {
  if (auto scfFor = dyn_cast<scf::ForOp>(loop))
    return getRange(scfFor.getStep());
  return ConstantIntRanges::constant(
      APInt(IndexType::kInternalStorageBitWidth,
            cast<affine::AffineForOp>(loop).getStepAsInt()));
}

void IterationRanges::setState(ArrayRef<std::optional<uint64_t>> iterations,
                               ArrayRef<std::optional<IntegerSpan>> known) {
  ranges.clear();
  for (auto [input, span] : llvm::zip(inputs, known))
    if (span)
      ranges[input] = span->getRange(
          standsForCondition(input) ? 1 : getDecidingWidth(input.getType()));
  for (auto [loop, iteration] : llvm::zip_equal(loops, iterations))
    setVariable(loop, iteration);
}

/// Sets what a loop counts by in an iteration.
void IterationRanges::setVariable(Operation *loop,
                                  std::optional<uint64_t> iteration) {
  auto set = [&](Value variable, std::optional<APInt> first,
                 std::optional<APInt> distance) {
    std::optional<ConstantIntRanges> range = rangeOf(variable);
    if (iteration && first && distance &&
        first->getBitWidth() == distance->getBitWidth())
      range = ConstantIntRanges::constant(
          *first + *distance * APInt(first->getBitWidth(), *iteration,
                                     /*isSigned=*/false,
                                     /*implicitTrunc=*/true));
    ranges[variable] = range;
  };
  auto getConstant = [](const std::optional<ConstantIntRanges> &range) {
    return range ? range->getConstantValue() : std::nullopt;
  };
  if (isCounted(loop))
    set(loop->getRegion(0).getArgument(0), getConstant(getLowerBound(loop)),
        getConstant(getStep(loop)));
  if (!counters)
    return;
  for (const LoopCounter &counter : counters->getCounters(loop))
    set(counter.value, getConstant(getRange(counter.initial)), counter.step);
  for (const LoopSequence &sequence : counters->getSequences(loop)) {
    std::optional<APInt> number;
    if (iteration)
      number = sequence.get(*iteration);
    ranges[sequence.value] =
        number ? ConstantIntRanges::constant(*number) : rangeOf(sequence.value);
  }
}

/// True if a value is computed from an induction variable or a counter.
bool IterationRanges::depends(Value value) {
  if (variables.contains(value))
    return true;
  if (Value alias = counters ? counters->getAlias(value) : Value())
    return depends(alias);
  Operation *op = getComputation(value);
  if (!op)
    return false;
  if (auto known = dependent.find(value); known != dependent.end())
    return known->second;
  if (dependent.size() == kMostValues)
    return false;
  // In a region without order a value may depend on itself.
  dependent[value] = false;
  bool result = llvm::any_of(op->getOperands(),
                             [&](Value operand) { return depends(operand); });
  dependent[value] = result;
  return result;
}

std::optional<ConstantIntRanges> IterationRanges::compute(Value value) {
  if (Value alias = counters ? counters->getAlias(value) : Value())
    return getRange(alias);
  return inferResultRange(cast<OpResult>(value),
                          [&](Value operand) { return getRange(operand); });
}

std::optional<ConstantIntRanges> IterationRanges::getRange(Value value) {
  if (auto known = ranges.find(value); known != ranges.end())
    return known->second;
  std::optional<ConstantIntRanges> general = rangeOf(value);
  if (!general || !depends(value) || variables.contains(value))
    return general;
  ranges[value] = general;
  std::optional<ConstantIntRanges> computed = compute(value);
  if (!computed ||
      computed->umin().getBitWidth() != general->umin().getBitWidth())
    return general;
  ConstantIntRanges both = computed->intersection(*general);
  // Code that is not executed in these iterations has no value.
  bool isEmpty = both.umin().ugt(both.umax()) || both.smin().sgt(both.smax());
  std::optional<ConstantIntRanges> range = isEmpty ? *computed : both;
  ranges[value] = range;
  return range;
}
