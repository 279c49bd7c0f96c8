//===- HiddenFlow.h - What passes values without a name ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How values get from one part of a program to functions of another that it
// does not name: it calls a value, or gives values away to where nobody sees
// what becomes of them, and somebody else hands the function out.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISE_HIDDENFLOW_H
#define NOISY_ANALYSIS_NOISE_HIDDENFLOW_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::noisy {

/// Where the encrypted operands of an operation go, as far as it tells itself.
enum class NoiseExit {
  /// To values: results, and what control flow passes them on to.
  None,
  /// To the arguments of the function that it names.
  Callee,
  /// To the callers of the function that it ends.
  Caller,
  /// Out of sight. Memory is out of sight.
  OutOfSight
};

NoiseExit getNoiseExit(Operation *op);

/// Whether `op` is a function in sight.
bool hasBody(Operation *op);

/// Values that go somewhere.
struct HiddenValues {
  void add(OperandRange values);
  void add(const HiddenValues &other);
  /// Whether there is any of these among them.
  bool intersect(const HiddenValues &other) const;
  bool isEmpty() const { return !hasNoise && numbers.empty(); }

  bool hasNoise = false;
  /// The types of integers, each once.
  llvm::SmallVector<Type, 1> numbers;
};

/// What a part of a program has to do with functions in other parts. None of
/// this depends on these: where it cannot be told without them, it says yes.
struct HiddenFlow {
  /// Of all operations in `root`, which was verified.
  static HiddenFlow compute(Operation *root);
  void add(const HiddenFlow &other);

  /// What it names for more than calls and launches: a function may escape.
  llvm::SmallVector<SymbolRefAttr, 0> names;
  bool launches = false;
  /// Of which arguments of its functions a bound or a range is stated.
  HiddenValues stated;
  /// Has a function without a body.
  bool declares = false;
  /// Says which noise model holds.
  bool setsModel = false;
  /// What it gives away, whatever it is that it calls.
  HiddenValues given;
  /// What it passes to functions that it names.
  HiddenValues passed;
  /// The types of the arguments of its functions, and of its calls of values,
  /// each list as one number.
  llvm::SmallVector<size_t, 1> functions;
  llvm::SmallVector<size_t, 0> valueCalls;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_HIDDENFLOW_H
