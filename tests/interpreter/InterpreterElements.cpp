//===- InterpreterElements.cpp - Bodies that are run for elements ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/interpreter/InterpreterMachine.h"

using namespace mlir;
using namespace mlir::noisy::test;

/// The size of each loop of an operation, from the sizes of its operands.
static SmallVector<int64_t> getSizes(linalg::LinalgOp op,
                                     ArrayRef<RuntimeValue> operands) {
  SmallVector<int64_t> sizes(op.getNumLoops(), -1);
  for (auto [map, operand] :
       llvm::zip_equal(op.getIndexingMapsArray(), operands))
    for (auto [d, expr] : llvm::enumerate(map.getResults()))
      if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
        int64_t &size = sizes[dim.getPosition()];
        int64_t extent = operand.elements().shape[d];
        if (size >= 0 && size != extent)
          throw GaveUp(RunEnd::Undefined, op, "has sizes that differ");
        size = extent;
      }
  if (llvm::is_contained(sizes, -1))
    throw GaveUp(RunEnd::UnknownOperation, op, "has a loop of unknown size");
  return sizes;
}

/// Runs the body for each point, the last loop being the innermost one. An
/// operand that is no tensor is an element itself. On memory, operands may be
/// the same memory: each point sees what those before have written.
void Machine::runElements(linalg::LinalgOp op) {
  Values operands = get(op->getOperands());
  bool isOnMemory = op.hasPureBufferSemantics();
  if (!isOnMemory && op->getNumResults() != op.getNumDpsInits())
    giveUp(RunEnd::UnknownOperation, op, "works on memory and tensors");
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<int64_t> sizes = getSizes(op, operands);
  std::vector<Elements> outputs;
  for (const RuntimeValue &operand :
       ArrayRef(operands).drop_front(op.getNumDpsInputs()))
    outputs.push_back(isOnMemory ? Elements() : operand.elements());
  Values savedPoint = point;
  std::vector<Values> points =
      throwPoints(op, SmallVector<int64_t>(sizes.size(), 0), sizes,
                  SmallVector<int64_t>(sizes.size(), 1));
  llvm::sort(points, [](const Values &a, const Values &b) {
    for (auto [x, y] : llvm::zip_equal(a, b))
      if (toIndex(x) != toIndex(y))
        return toIndex(x) < toIndex(y);
    return false;
  });
  for (const Values &next : points) {
    point = next;
    Values arguments;
    SmallVector<size_t> positions;
    for (auto [i, operand] : llvm::enumerate(op->getOpOperands())) {
      bool isInput = i < size_t(op.getNumDpsInputs());
      RuntimeValue element = operands[i];
      if (element.isShaped()) {
        const Elements &elements = isInput || isOnMemory
                                       ? element.elements()
                                       : outputs[i - op.getNumDpsInputs()];
        size_t position =
            getPosition(op, elements.shape, evaluateMap(op, maps[i], point));
        element = elements.values[position];
        if (!isInput)
          positions.push_back(position);
      }
      BlockArgument argument = op.getMatchingBlockArgument(&operand);
      if (!element.isWritten() && !argument.use_empty()) {
        if (!options.readsJunk)
          giveUp(RunEnd::Undefined, op, "reads what nobody wrote");
        element = throwJunk(op);
      }
      arguments.push_back(std::move(element));
    }
    Values results = runRegion(op->getRegion(0), arguments).operands;
    for (auto [i, position, result] : llvm::enumerate(positions, results)) {
      Elements &output =
          isOnMemory ? operands[op.getNumDpsInputs() + i].memory() : outputs[i];
      output.values[position] = result;
      output.store();
    }
  }
  point = std::move(savedPoint);
  if (isOnMemory)
    return;
  for (auto [result, output] : llvm::zip_equal(op->getResults(), outputs))
    define(result, RuntimeValue(std::move(output)));
}
