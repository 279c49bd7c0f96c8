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

/// The operation that computes an integer from others, or null.
static Operation *getComputation(Value value) {
  Operation *op = value.getDefiningOp();
  return op && op->getNumRegions() == 0 && hasRange(value) ? op : nullptr;
}

llvm::SetVector<Value> mlir::noisy::findIntegerSources(ArrayRef<Value> values) {
  llvm::SetVector<Value> visited(values.begin(), values.end());
  for (unsigned i = 0; i < visited.size() && i < kMostValues; ++i) {
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
mlir::noisy::findVariableLoops(const llvm::SetVector<Value> &sources) {
  SmallVector<Operation *> loops;
  for (Value source : sources)
    if (Operation *loop = getLoopOfVariable(source))
      loops.push_back(loop);
  return loops;
}

IterationRanges::IterationRanges(ArrayRef<Operation *> loops,
                                 GeneralRange rangeOf, ArrayRef<Value> inputs)
    : loops(loops), inputs(inputs), variables(inputs.begin(), inputs.end()),
      rangeOf(std::move(rangeOf)) {
  for (Operation *loop : loops)
    variables.insert(loop->getRegion(0).getArgument(0));
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

void IterationRanges::setState(ArrayRef<uint64_t> iterations,
                               ArrayRef<std::optional<uint64_t>> known) {
  ranges.clear();
  for (auto [input, bits] : llvm::zip(inputs, known))
    if (bits)
      ranges[input] = ConstantIntRanges::constant(
          APInt(standsForCondition(input)
                    ? 1
                    : ConstantIntRanges::getStorageBitwidth(input.getType()),
                *bits, /*isSigned=*/false, /*implicitTrunc=*/true));
  for (auto [loop, iteration] : llvm::zip_equal(loops, iterations)) {
    Value variable = loop->getRegion(0).getArgument(0);
    std::optional<ConstantIntRanges> range = rangeOf(variable);
    std::optional<ConstantIntRanges> lower = getLowerBound(loop);
    std::optional<ConstantIntRanges> step = getStep(loop);
    std::optional<APInt> first =
        lower ? lower->getConstantValue() : std::nullopt;
    std::optional<APInt> distance =
        step ? step->getConstantValue() : std::nullopt;
    if (first && distance)
      range = ConstantIntRanges::constant(
          *first + *distance * APInt(first->getBitWidth(), iteration,
                                     /*isSigned=*/false,
                                     /*implicitTrunc=*/true));
    ranges[variable] = range;
  }
}

/// True if a value is computed from an induction variable.
bool IterationRanges::depends(Value value) {
  if (variables.contains(value))
    return true;
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

std::optional<ConstantIntRanges> IterationRanges::compute(OpResult result) {
  Operation *op = result.getOwner();
  SmallVector<IntegerValueRange> operands;
  for (Value operand : op->getOperands()) {
    if (!hasRange(operand)) {
      operands.emplace_back();
      continue;
    }
    std::optional<ConstantIntRanges> range = getRange(operand);
    if (!range)
      return std::nullopt;
    operands.push_back(IntegerValueRange(*range));
  }
  return inferResultRanges(op, operands)[result.getResultNumber()];
}

std::optional<ConstantIntRanges> IterationRanges::getRange(Value value) {
  if (auto known = ranges.find(value); known != ranges.end())
    return known->second;
  std::optional<ConstantIntRanges> general = rangeOf(value);
  if (!general || !depends(value) || variables.contains(value))
    return general;
  ranges[value] = general;
  std::optional<ConstantIntRanges> computed = compute(cast<OpResult>(value));
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
