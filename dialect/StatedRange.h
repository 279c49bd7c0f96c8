//===- StatedRange.h - Ranges that users state ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `noisy.range = [0, 63]` on an argument of a function: the range of an integer
// that its callers promise.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_STATEDRANGE_H
#define NOISY_DIALECT_STATEDRANGE_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include <optional>

namespace mlir::noisy {

/// True if a range can be stated for values of this type: `index`, and signless
/// integers of 1 to 64 bits.
bool canStateRange(Type type);

/// The range stated for an argument of `function`, in the width of its type (64
/// bits for `index`). Nothing if none is stated, if there is no such argument,
/// and for a range that the verifier refuses: the IR may not be verified yet.
std::optional<ConstantIntRanges> getStatedRange(FunctionOpInterface function,
                                                unsigned argument);

/// True if `op` is a function that states the range of an argument.
bool statesRange(Operation *op);

/// Verifies the value of `noisy.range` on an argument of type `type`. Two
/// numbers, low <= high, both of which the type can hold: read as signed
/// numbers when low is negative, else as unsigned ones (for i8 within [-128,
/// 127] or [0, 255]). `emitError` begins a message that continues with " has
/// 'noisy.range' = ...".
LogicalResult
verifyStatedRange(llvm::function_ref<InFlightDiagnostic()> emitError, Type type,
                  Attribute attribute);

} // namespace mlir::noisy

#endif // NOISY_DIALECT_STATEDRANGE_H
