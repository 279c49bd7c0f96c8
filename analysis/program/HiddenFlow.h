//===- HiddenFlow.h - Flow of values to unnamed functions -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The flow of values from one part of a program to functions of another that it
// does not name: it calls a value, or passes values out of sight, and another
// part hands the function out.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_PROGRAM_HIDDENFLOW_H
#define NOISY_ANALYSIS_PROGRAM_HIDDENFLOW_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::noisy {

/// The destination of an operation's encrypted operands, as far as the
/// operation itself declares it.
enum class NoiseExit {
  /// Values: results, and the values that control flow passes the operands to.
  None,
  /// The arguments of the function that it names.
  Callee,
  /// The callers of the function that it ends.
  Caller,
  /// Code out of sight. Memory is out of sight.
  OutOfSight
};

NoiseExit getNoiseExit(Operation *op);

/// True if `op` is a function in sight.
bool hasBody(Operation *op);

/// A summary of values with a common destination.
struct HiddenValues {
  void add(OperandRange values);
  void add(const HiddenValues &other);
  /// True if `other` has noise or an integer type that this has too.
  bool intersect(const HiddenValues &other) const;
  bool isEmpty() const { return !hasNoise && numbers.empty(); }

  bool hasNoise = false;
  /// The types of the integers, each once.
  llvm::SmallVector<Type, 1> numbers;
};

/// The possible flow between a part of a program and functions in other parts.
/// It does not depend on those: in doubt, the flow is assumed to exist.
struct HiddenFlow {
  /// Computes the flow of all operations in `root`, which was verified.
  static HiddenFlow compute(Operation *root);
  void add(const HiddenFlow &other);

  /// The names that it uses for more than calls and launches: the functions may
  /// escape.
  llvm::SmallVector<SymbolRefAttr, 0> names;
  bool launches = false;
  /// The arguments of its functions for which a bound or a range is stated.
  HiddenValues statements;
  /// True if it has a function without a body.
  bool declares = false;
  /// True if it states a noise model.
  bool setsModel = false;
  /// The values that it passes out of sight, whatever it calls.
  HiddenValues exits;
  /// The values that it passes to functions that it names.
  HiddenValues callArguments;
  /// The argument types of its functions, and of its calls of values, each list
  /// as one number.
  llvm::SmallVector<size_t, 1> functions;
  llvm::SmallVector<size_t, 0> valueCalls;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_PROGRAM_HIDDENFLOW_H
