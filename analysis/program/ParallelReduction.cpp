//===- ParallelReduction.cpp - Reductions of parallel loops ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/program/ParallelReduction.h"
#include "dialect/NoiseCarriers.h"
#include "dialect/NoiseModel.h"
#include "dialect/NoisyOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::noisy;

/// The noise of the product of `count` values with noise `bound`.
static NoiseBound multiply(uint64_t count, NoiseBound bound) {
  if (count == 0 || !bound.isBits())
    return count == 0 ? NoiseBound::unreachable() : bound;
  return NoiseBound::bits(
      llvm::SaturatingMultiply<uint64_t>(count, bound.getBits()));
}

/// The bound if every combination is reduced at once.
static NoiseBound evaluateReset(const ParallelReduction &reduction,
                                ParallelReduction::Part part,
                                NoiseBound initial, NoiseBound iterationBound,
                                NoiseBound fresh) {
  bool isCombinedAgain = reduction.iterations.max > 1;
  NoiseBound operandBound = NoiseBound::join(initial, iterationBound);
  if (isCombinedAgain)
    operandBound = NoiseBound::join(operandBound, fresh);
  switch (part) {
  case ParallelReduction::Operand:
    return operandBound;
  case ParallelReduction::Combination:
    // The initial value is combined only once.
    return isCombinedAgain
               ? reduction.combine->apply(
                     NoiseBound::join(iterationBound, fresh), operandBound)
               : reduction.combine->apply(initial, iterationBound);
  case ParallelReduction::Result:
    return reduction.iterations.min > 0 ? fresh
                                        : NoiseBound::join(initial, fresh);
  }
  llvm_unreachable("all parts are handled");
}

NoiseBound ParallelReduction::evaluate(Part part, NoiseBound initial,
                                       NoiseBound iterationBound,
                                       NoiseBound fresh) const {
  uint64_t count = iterations.max;
  if (count == 0)
    return part == Result ? initial : NoiseBound::unreachable();
  if (initial.isUnreachable() || iterationBound.isUnreachable())
    return NoiseBound::unreachable();
  if (isReset)
    return evaluateReset(*this, part, initial, iterationBound, fresh);
  uint64_t combinations = part == Operand ? count - 1 : count;
  // Saturates at more than the cap.
  auto added = static_cast<uint32_t>(std::min<uint64_t>(
      llvm::SaturatingMultiply<uint64_t>(combinations, combine->added),
      NoiseBound::kCap));
  if (combine->form == NoiseTransfer::Form::Max)
    return NoiseBound::join(initial, iterationBound).plus(added);
  if (part != Operand)
    return (initial + multiply(count, iterationBound)).plus(added);
  // All but one of the values.
  NoiseBound withInitial =
      count == 1 ? initial : initial + multiply(count - 1, iterationBound);
  return NoiseBound::join(withInitial, multiply(count, iterationBound))
      .plus(added);
}

/// Recognises the one operation on both arguments of `block`, whose result is
/// `combinedValue`.
static void recognise(ParallelReduction &reduction, Block &block) {
  Operation *op = reduction.combinedValue.getDefiningOp();
  // Another noise than the model's has no formula.
  auto reset = dyn_cast_or_null<ReduceNoiseOp>(op);
  reduction.isReset = reset && op->getBlock() == &block &&
                      reset.getNoise() == NoiseModel::get(op).getReduced();
  if (reduction.isReset)
    op = op->getOperand(0).getDefiningOp();
  if (!op || op->getBlock() != &block || op->getNumOperands() != 2 ||
      block.getNumArguments() != 2)
    return;
  Value lhs = block.getArgument(0), rhs = block.getArgument(1);
  bool onBoth = (op->getOperand(0) == lhs && op->getOperand(1) == rhs) ||
                (op->getOperand(0) == rhs && op->getOperand(1) == lhs);
  if (!onBoth)
    return;
  reduction.combination = op->getResult(0);
  NoiseModel model = NoiseModel::get(op);
  if (isa<AddOp>(op))
    reduction.combine = model.add;
  else if (isa<SubOp>(op))
    reduction.combine = model.sub;
  else if (isa<MulOp>(op))
    reduction.combine = model.mul;
  // Of other forms only the one combination is known.
  if (reduction.combine && !reduction.isReset &&
      reduction.combine->form == NoiseTransfer::Form::Terms)
    reduction.combine = std::nullopt;
}

std::optional<ParallelReduction>
mlir::noisy::getParallelReduction(Value value, RangeOf rangeOf) {
  scf::ParallelOp loop;
  scf::ReduceOp reduce;
  unsigned index;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    reduce =
        dyn_cast_or_null<scf::ReduceOp>(argument.getOwner()->getParentOp());
    if (!reduce)
      return std::nullopt;
    loop = dyn_cast<scf::ParallelOp>(reduce->getParentOp());
    index = argument.getOwner()->getParent()->getRegionNumber();
  } else {
    loop = value.getDefiningOp<scf::ParallelOp>();
    if (!loop)
      return std::nullopt;
    reduce = dyn_cast<scf::ReduceOp>(loop.getBody()->getTerminator());
    index = cast<OpResult>(value).getResultNumber();
  }
  if (!loop || !reduce || index >= loop.getInitVals().size() ||
      index >= reduce.getOperands().size() ||
      index >= reduce.getReductions().size())
    return std::nullopt;
  Region &region = reduce.getReductions()[index];
  if (!region.hasOneBlock() || region.front().empty())
    return std::nullopt;
  auto end = dyn_cast<scf::ReduceReturnOp>(region.front().back());
  if (!end)
    return std::nullopt;

  ParallelReduction reduction;
  reduction.initial = loop.getInitVals()[index];
  reduction.iterationValue = reduce.getOperands()[index];
  reduction.combinedValue = end.getResult();
  if (!carriesNoise(reduction.initial) ||
      !carriesNoise(reduction.iterationValue) ||
      !carriesNoise(reduction.combinedValue))
    return std::nullopt;
  std::optional<TripCount> iterations =
      getTripCount(cast<LoopLikeOpInterface>(loop.getOperation()), rangeOf);
  // A loop with more iterations passes the cap, or has a fixpoint.
  if (iterations && !iterations->isExact() &&
      iterations->max > NoiseBound::kCap)
    iterations = std::nullopt;
  if (iterations)
    recognise(reduction, region.front());
  // A loop of unknown length may run or not.
  reduction.iterations = iterations.value_or(TripCount{0, 2});
  return reduction;
}
