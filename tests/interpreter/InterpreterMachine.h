//===- InterpreterMachine.h - One run of a program --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_INTERPRETER_INTERPRETERMACHINE_H
#define NOISY_TESTS_INTERPRETER_INTERPRETERMACHINE_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tests/interpreter/InterpreterOps.h"

namespace mlir::noisy::test {

/// One run. Gives up by throwing GaveUp.
class Machine {
public:
  Machine(std::mt19937 &random, const RunOptions &options,
          Interpreter::Visitor visit)
      : random(random), options(options), visit(visit) {}

  using Values = SmallVector<RuntimeValue>;

  Values call(func::FuncOp function, Values arguments);
  RuntimeValue throwValue(Operation *op, Type type, uint64_t maxNoise);

private:
  RuntimeValue throwJunk(Operation *op);
  /// A number below `n`.
  uint64_t throwBelow(uint64_t n) {
    return std::uniform_int_distribution<uint64_t>(0, n - 1)(random);
  }
  uint64_t throwNoise(uint64_t max) {
    if (options.worstCase || throwBelow(2))
      return max;
    return 1 + throwBelow(max);
  }

  /// What the values of one call of a function are.
  using Frame = llvm::DenseMap<Value, RuntimeValue>;

  /// The end of a region: its terminator, with the values of its operands.
  struct End {
    Operation *op;
    Values operands;
  };

  void define(Value value, RuntimeValue content);
  void define(ValueRange values, ArrayRef<RuntimeValue> contents);
  const RuntimeValue &get(Value value);
  Values get(ValueRange values);
  void step(Operation *op);
  [[noreturn]] void giveUp(RunEnd end, Operation *op,
                           const llvm::Twine &reason) {
    throw GaveUp(end, op, reason);
  }

  End runRegion(Region &region, Values arguments);
  Block *branch(Operation *terminator, Values &arguments);
  void run(Operation *op);
  bool runNoise(Operation *op, ArrayRef<RuntimeValue> operands);
  bool runStructured(Operation *op);
  bool runCall(Operation *op);

  void runFor(scf::ForOp op);
  void runAffineFor(affine::AffineForOp op);
  void runWhile(scf::WhileOp op);
  void runParallel(scf::ParallelOp op);
  RuntimeValue reduce(Region &region, Values values);
  void runForall(scf::ForallOp op);
  void runElements(linalg::LinalgOp op);
  bool evaluateSet(affine::AffineIfOp op);

  /// All points of a loop nest, in a random order.
  std::vector<Values> throwPoints(Operation *op, ArrayRef<int64_t> lower,
                                  ArrayRef<int64_t> upper,
                                  ArrayRef<int64_t> step);

  void keepContract(Operation *op, Attribute contract,
                    const RuntimeValue &value);
  void keepRange(Operation *op, Attribute range, const RuntimeValue &value);
  void callBack(Operation *call, func::FuncOp function,
                const Values &availableValues);
  Values callOutOfSight(Operation *call, func::FuncOp callee,
                        const Values &arguments);

  std::mt19937 &random;
  const RunOptions &options;
  Interpreter::Visitor visit;
  Frame *frame = nullptr;
  /// The point that the body of an operation of linalg is run for.
  Values point;
  /// What functions out of sight were given: they may share it.
  Values escapedValues;
  unsigned steps = 0, depth = 0;
};

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_INTERPRETER_INTERPRETERMACHINE_H
