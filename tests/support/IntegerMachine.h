//===- IntegerMachine.h - Runs programs of integers -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_INTEGERMACHINE_H
#define NOISY_TESTS_SUPPORT_INTEGERMACHINE_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>
#include <optional>

namespace mlir::noisy::test {

/// Runs functions of integers by the book: the arith, index, scf, cf, func and
/// affine dialects, as far as random programs use them. Knows nothing of MLIR's
/// folders and range inference. `index` has 64 bits.
class IntegerMachine {
public:
  using Values = SmallVector<llvm::APInt>;

  /// `seeBlock` is told each block as it is entered, `seeValue` each value as
  /// it is defined.
  std::function<void(Block *)> seeBlock = [](Block *) {};
  std::function<void(Value, const llvm::APInt &)> seeValue =
      [](Value, const llvm::APInt &) {};
  /// Told each time a loop ends: `scf.for`, `affine.for` or `scf.while`, and
  /// how often its body was run.
  std::function<void(Operation *, uint64_t)> seeTurns = [](Operation *,
                                                           uint64_t) {};
  /// Whether a call may pass these arguments.
  std::function<bool(Operation *, ArrayRef<llvm::APInt>)> mayCall =
      [](Operation *, ArrayRef<llvm::APInt>) { return true; };

  /// Runs `function`. False when the run ends with something undefined, with
  /// poison, or after too many steps; what was told until then holds. Otherwise
  /// `results`, if it is given, is what the function returns.
  bool run(Operation *function, ArrayRef<llvm::APInt> arguments,
           Values *results = nullptr);

  /// The only result of an operation without regions, of `operands`; none if
  /// that is undefined or poison.
  std::optional<llvm::APInt> computeOne(Operation *op,
                                        ArrayRef<llvm::APInt> operands);

private:
  bool call(Operation *function, ArrayRef<llvm::APInt> arguments,
            Values &results);
  /// Runs a region to an end without successors; its operands are `results`.
  Operation *runRegion(Region &region, ArrayRef<llvm::APInt> arguments,
                       Values &results);
  bool runOperation(Operation *op);
  bool runStructured(Operation *op, Values &results);
  bool runWhile(Operation *op, Values &results);
  bool runForall(Operation *op, Values &results);
  /// A loop whose turns are counted: `scf.for` or `affine.for`.
  bool runCounted(Operation *op, Values &results);
  bool compute(Operation *op, Values &results);
  void define(Value value, const llvm::APInt &number);
  const llvm::APInt &get(Value value) { return numbers.find(value)->second; }
  Values getNumbers(ValueRange values);

  llvm::DenseMap<Value, llvm::APInt> numbers;
  unsigned steps = 0;
  unsigned depth = 0;
};

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_SUPPORT_INTEGERMACHINE_H
