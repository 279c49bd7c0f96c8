//===- InterpreterOps.h - Operations without control flow -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of the interpreter that need neither a state nor chance.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_INTERPRETER_INTERPRETEROPS_H
#define NOISY_TESTS_INTERPRETER_INTERPRETEROPS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Operation.h"
#include "tests/interpreter/Interpreter.h"

namespace mlir::noisy::test {

/// Thrown where a run cannot go on.
struct GaveUp {
  RunEnd end;
  Operation *op;
  std::string reason;

  GaveUp(RunEnd end, Operation *op, const llvm::Twine &reason);
};

/// Thrown where an element is read that nobody wrote.
struct ReadUnwritten : GaveUp {
  using GaveUp::GaveUp;
};

/// The bits of an integer or index.
unsigned getWidth(Type type);

inline RuntimeValue makeIndex(int64_t value) {
  return llvm::APInt(64, static_cast<uint64_t>(value), /*isSigned=*/true);
}
inline RuntimeValue makeBool(bool value) { return llvm::APInt(1, value); }
inline int64_t toIndex(const RuntimeValue &value) {
  return value.integer().getSExtValue();
}

/// The results of `op` on `operands`, or none when it is no operation on
/// integers (`arith`, `index`, `affine.apply` and their like).
std::optional<RuntimeValue> evaluateInteger(Operation *op,
                                            ArrayRef<RuntimeValue> operands);

/// The same for operations that make, take apart or change tensors and memrefs,
/// `tensor.parallel_insert_slice` included.
std::optional<RuntimeValue> evaluateShaped(Operation *op,
                                           ArrayRef<RuntimeValue> operands);

/// The position of an element in row-major order.
size_t getPosition(Operation *op, ArrayRef<int64_t> shape,
                   ArrayRef<int64_t> indices);

/// The numbers that an affine map gives; `op` is what it belongs to.
SmallVector<int64_t> evaluateMap(Operation *op, AffineMap map,
                                 ArrayRef<RuntimeValue> operands);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_INTERPRETER_INTERPRETEROPS_H
