//===- IntegerArithmetic.h - Arithmetic by the book -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_INTEGERARITHMETIC_H
#define NOISY_TESTS_SUPPORT_INTEGERARITHMETIC_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/APInt.h"
#include <optional>

namespace mlir::noisy::test {

/// What arith and index compute of two numbers.
enum class Kind {
  Add,
  Sub,
  Mul,
  DivS,
  DivU,
  CeilDivS,
  CeilDivU,
  FloorDivS,
  RemS,
  RemU,
  Shl,
  ShrS,
  ShrU,
  And,
  Or,
  Xor,
  MaxS,
  MaxU,
  MinS,
  MinU
};

/// The result; none for what is poison or undefined. `nsw`, `nuw` and `exact`
/// are the flags of the operation.
std::optional<llvm::APInt> computeBinary(Kind kind, const llvm::APInt &a,
                                         const llvm::APInt &b, bool nsw = false,
                                         bool nuw = false, bool exact = false);

bool compare(arith::CmpIPredicate predicate, const llvm::APInt &a,
             const llvm::APInt &b);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_SUPPORT_INTEGERARITHMETIC_H
