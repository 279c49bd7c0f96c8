//===- InterpreterControl.cpp - Structured control flow -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IntegerSet.h"
#include "tests/interpreter/InterpreterMachine.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::noisy::test;
using llvm::APInt;

bool Machine::runStructured(Operation *op) {
  auto finish = [&](Region *region) {
    if (region && !region->empty())
      define(op->getResults(), runRegion(*region, {}).operands);
    return true;
  };
  if (auto loop = dyn_cast<scf::ForOp>(op))
    runFor(loop);
  else if (auto loop = dyn_cast<affine::AffineForOp>(op))
    runAffineFor(loop);
  else if (auto loop = dyn_cast<scf::WhileOp>(op))
    runWhile(loop);
  else if (auto loop = dyn_cast<scf::ParallelOp>(op))
    runParallel(loop);
  else if (auto loop = dyn_cast<scf::ForallOp>(op))
    runForall(loop);
  else if (auto elementOp = dyn_cast<linalg::LinalgOp>(op))
    runElements(elementOp);
  else if (auto index = dyn_cast<linalg::IndexOp>(op))
    define(index.getResult(), point[index.getDim()]);
  else if (auto ifOp = dyn_cast<scf::IfOp>(op))
    return finish(get(ifOp.getCondition()).integer().isZero()
                      ? &ifOp.getElseRegion()
                      : &ifOp.getThenRegion());
  else if (auto ifOp = dyn_cast<affine::AffineIfOp>(op))
    return finish(evaluateSet(ifOp) ? &ifOp.getThenRegion()
                                    : &ifOp.getElseRegion());
  else if (auto execute = dyn_cast<scf::ExecuteRegionOp>(op))
    return finish(&execute.getRegion());
  else if (auto choice = dyn_cast<scf::IndexSwitchOp>(op)) {
    int64_t value = toIndex(get(choice.getArg()));
    auto position = llvm::find(choice.getCases(), value);
    return finish(
        position == choice.getCases().end()
            ? &choice.getDefaultRegion()
            : &choice.getCaseRegions()[position - choice.getCases().begin()]);
  } else
    return false;
  return true;
}

bool Machine::evaluateSet(affine::AffineIfOp op) {
  IntegerSet set = op.getIntegerSet();
  AffineMap map = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                 set.getConstraints(), op.getContext());
  for (auto [value, isEquality] : llvm::zip_equal(
           evaluateMap(op, map, get(op.getOperands())), set.getEqFlags()))
    if (isEquality ? value != 0 : value < 0)
      return false;
  return true;
}

void Machine::runFor(scf::ForOp op) {
  APInt step = get(op.getStep()).integer();
  if (!step.isStrictlyPositive())
    giveUp(RunEnd::Undefined, op, "steps by what is not positive");
  APInt iv = get(op.getLowerBound()).integer();
  APInt end = get(op.getUpperBound()).integer();
  auto goesOn = [&] { return op.getUnsignedCmp() ? iv.ult(end) : iv.slt(end); };
  Values carriedValues = get(op.getInitArgs());
  // What has wrapped goes on, as in the loop that this is lowered to.
  for (; goesOn(); iv += step) {
    carriedValues.insert(carriedValues.begin(), RuntimeValue(iv));
    carriedValues = runRegion(op.getRegion(), carriedValues).operands;
  }
  define(op.getResults(), carriedValues);
}

void Machine::runAffineFor(affine::AffineForOp op) {
  __int128 iv = *llvm::max_element(
      evaluateMap(op, op.getLowerBoundMap(), get(op.getLowerBoundOperands())));
  __int128 end = *llvm::min_element(
      evaluateMap(op, op.getUpperBoundMap(), get(op.getUpperBoundOperands())));
  Values carriedValues = get(op.getInits());
  for (; iv < end; iv += op.getStepAsInt()) {
    carriedValues.insert(carriedValues.begin(),
                         makeIndex(static_cast<int64_t>(iv)));
    carriedValues = runRegion(op.getRegion(), carriedValues).operands;
  }
  define(op.getResults(), carriedValues);
}

void Machine::runWhile(scf::WhileOp op) {
  Values carriedValues = get(op.getInits());
  while (true) {
    Values passedValues = runRegion(op.getBefore(), carriedValues).operands;
    bool goesOn = !passedValues.front().integer().isZero();
    passedValues.erase(passedValues.begin());
    if (!goesOn) {
      define(op.getResults(), passedValues);
      return;
    }
    carriedValues = runRegion(op.getAfter(), passedValues).operands;
  }
}

std::vector<Machine::Values> Machine::throwPoints(Operation *op,
                                                  ArrayRef<int64_t> lower,
                                                  ArrayRef<int64_t> upper,
                                                  ArrayRef<int64_t> stepBy) {
  std::vector<Values> points(1);
  for (size_t d = 0; d < lower.size(); ++d) {
    if (stepBy[d] <= 0)
      giveUp(RunEnd::Undefined, op, "steps by what is not positive");
    std::vector<Values> longer;
    for (__int128 coordinate = lower[d]; coordinate < upper[d];
         coordinate += stepBy[d]) {
      for (const Values &point : points) {
        step(op);
        longer.push_back(point);
        longer.back().push_back(makeIndex(static_cast<int64_t>(coordinate)));
      }
      if (points.empty())
        break;
    }
    points = std::move(longer);
  }
  std::shuffle(points.begin(), points.end(), random);
  return points;
}

static SmallVector<int64_t> toNumbers(ArrayRef<RuntimeValue> values) {
  SmallVector<int64_t> numbers;
  for (const RuntimeValue &value : values)
    numbers.push_back(toIndex(value));
  return numbers;
}

/// Combines values two by two, in any order; in the worst case the noisiest
/// goes all the way.
RuntimeValue Machine::reduce(Region &region, Values values) {
  auto noise = [](const RuntimeValue &value) {
    return value.isCipher() ? value.cipher().noise : 0;
  };
  std::shuffle(values.begin(), values.end(), random);
  if (options.worstCase)
    std::stable_sort(values.begin(), values.end(),
                     [&](const RuntimeValue &a, const RuntimeValue &b) {
                       return noise(a) < noise(b);
                     });
  while (values.size() > 1) {
    RuntimeValue lhs = values.pop_back_val();
    RuntimeValue rhs = values.pop_back_val();
    if (throwBelow(2))
      std::swap(lhs, rhs);
    Values combinedValues = runRegion(region, {lhs, rhs}).operands;
    size_t index =
        options.worstCase ? values.size() : throwBelow(values.size() + 1);
    values.insert(values.begin() + index, combinedValues.front());
  }
  return values.front();
}

void Machine::runParallel(scf::ParallelOp op) {
  std::vector<Values> reducedValues;
  for (const RuntimeValue &init : get(op.getInitVals()))
    reducedValues.push_back({init});
  auto reduction = cast<scf::ReduceOp>(op.getBody()->getTerminator());
  for (const Values &point : throwPoints(op, toNumbers(get(op.getLowerBound())),
                                         toNumbers(get(op.getUpperBound())),
                                         toNumbers(get(op.getStep())))) {
    Values operands = runRegion(op.getRegion(), point).operands;
    for (auto [values, operand] : llvm::zip_equal(reducedValues, operands))
      values.push_back(operand);
  }
  for (auto [i, values] : llvm::enumerate(reducedValues))
    define(op.getResult(i), reduce(reduction.getReductions()[i], values));
}

/// The threads share one buffer for each shared tensor. What one of them may
/// see of the others' work is what is there when it runs.
void Machine::runForall(scf::ForallOp op) {
  auto resolve = [&](ArrayRef<OpFoldResult> bounds) {
    SmallVector<int64_t> numbers;
    for (OpFoldResult bound : bounds)
      numbers.push_back(isa<Value>(bound) ? toIndex(get(cast<Value>(bound)))
                                          : *getConstantIntValue(bound));
    return numbers;
  };
  Values sharedOutputs = get(op.getOutputs());
  for (Values arguments : throwPoints(op, resolve(op.getMixedLowerBound()),
                                      resolve(op.getMixedUpperBound()),
                                      resolve(op.getMixedStep()))) {
    llvm::append_range(arguments, sharedOutputs);
    Operation *terminator = runRegion(op.getRegion(), arguments).op;
    for (Operation &insertion : terminator->getRegion(0).front()) {
      step(&insertion);
      Values operands = get(insertion.getOperands());
      auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(insertion);
      if (!insert)
        giveUp(RunEnd::UnknownOperation, &insertion, "not known");
      // Into the newest state, whatever the thread saw when it began.
      auto argument = cast<BlockArgument>(insert.getDest());
      unsigned position = argument.getArgNumber() - op.getRank();
      operands[1] = sharedOutputs[position];
      sharedOutputs[position] = *evaluateShaped(&insertion, operands);
    }
  }
  define(op.getResults(), sharedOutputs);
}
