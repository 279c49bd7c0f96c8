//===- StraightLine.cpp - Straight-line programs in numbers ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/optimizer/StraightLine.h"
#include "dialect/NoisyOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::bench;

/// ceil(log2 abs(factor)).
static uint32_t countBits(int64_t factor) {
  uint64_t size = factor < 0 ? -static_cast<uint64_t>(factor) : factor;
  uint32_t bits = 0;
  while (bits < 64 && uint64_t(1) << bits < size)
    ++bits;
  return bits;
}

namespace {
class Reader {
public:
  explicit Reader(StraightLine &program) : program(program) {}

  bool readFunction(func::FuncOp function);

private:
  bool readOperation(Operation &op);
  Step &define(Value value, StepKind kind) {
    numbers[value] = program.steps.size();
    Step &step = program.steps.emplace_back();
    step.kind = kind;
    step.value = value;
    step.bits = program.model.initial;
    return step;
  }

  StraightLine &program;
  llvm::DenseMap<Value, unsigned> numbers;
};
} // namespace

bool Reader::readOperation(Operation &op) {
  if (op.getNumRegions() != 0 || isa<CallOpInterface>(op))
    return false;
  auto compute = [&](StepKind kind) -> Step & {
    Step &step = define(op.getResult(0), kind);
    step.isReducible = true;
    if (auto cost = op.getAttrOfType<IntegerAttr>("noisy.cost"))
      step.cost = cost.getInt();
    for (Value operand : op.getOperands())
      step.operands.push_back(numbers.lookup(operand));
    return step;
  };
  return llvm::TypeSwitch<Operation *, bool>(&op)
      .Case<EncodeOp, ReduceNoiseOp>([&](auto op) {
        define(op.getResult(), StepKind::Fresh);
        return true;
      })
      .Case<AddOp, SubOp>([&](auto) {
        compute(StepKind::Add);
        return true;
      })
      .Case<MulOp>([&](auto) {
        compute(StepKind::Mul);
        return true;
      })
      .Case<ScaleOp>([&](ScaleOp op) {
        compute(StepKind::Scale).bits = countBits(op.getFactor());
        return true;
      })
      .Default([](Operation *op) {
        return llvm::none_of(op->getResultTypes(),
                             [](Type type) { return isa<NoisyI32Type>(type); });
      });
}

bool Reader::readFunction(func::FuncOp function) {
  if (function.isExternal() || function.getBody().getBlocks().size() != 1)
    return false;
  Block &body = function.getBody().front();
  if (program.steps.empty())
    program.model = NoiseModel::get(function);
  else if (!(program.model == NoiseModel::get(function)))
    return false;
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (function.getResultAttr(i, "noisy.bound"))
      return false;
  for (BlockArgument argument : body.getArguments()) {
    if (!isa<NoisyI32Type>(argument.getType()))
      continue;
    Step &step = define(argument, StepKind::Fresh);
    auto contract = function.getArgAttrOfType<IntegerAttr>(
        argument.getArgNumber(), "noisy.bound");
    if (contract) {
      step.bits = contract.getInt();
      step.isReducible = true;
    }
    if (auto cost = function.getArgAttrOfType<IntegerAttr>(
            argument.getArgNumber(), "noisy.cost"))
      step.cost = cost.getInt();
  }
  return llvm::all_of(body, [&](Operation &op) { return readOperation(op); });
}

std::optional<StraightLine> StraightLine::read(Operation *root) {
  StraightLine program;
  Reader reader(program);
  bool isStraight = true;
  root->walk([&](Operation *op) {
    if (auto function = dyn_cast<func::FuncOp>(op))
      isStraight = isStraight && reader.readFunction(function);
  });
  if (!isStraight)
    return std::nullopt;
  return program;
}

std::vector<Reduction>
StraightLine::getReductions(const std::vector<bool> &isReduced) const {
  std::vector<Reduction> reductions;
  for (size_t i = 0; i < steps.size(); ++i)
    if (isReduced[i])
      reductions.push_back({steps[i].value});
  return reductions;
}
