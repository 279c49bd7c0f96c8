//===- StatedRange.h - Ranges that users state ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `noisy.range = [0, 63]` on an argument of a function: the range of an integer
// that its callers promise; on a result of a function without a body, or on an
// operation for its results: the range that these have.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_STATEDRANGE_H
#define NOISY_DIALECT_STATEDRANGE_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include <optional>

namespace mlir::noisy {

/// True if a range can be stated for values of this type: `index`, signless
/// integers of 1 to 64 bits, and vectors and tensors of these, whose elements
/// share one range.
bool canStateRange(Type type);

/// The range stated for an argument of `function`, in the width of its type (64
/// bits for `index`). Nothing if none is stated, if there is no such argument,
/// and for a range that the verifier refuses: the IR may not be verified yet.
std::optional<ConstantIntRanges> getStatedRange(FunctionOpInterface function,
                                                unsigned argument);

/// The range stated for a result of a function without a body: what its calls
/// give. Nothing if none is stated, if there is a body, which tells more, and
/// for a range that the verifier refuses.
std::optional<ConstantIntRanges>
getStatedResultRange(FunctionOpInterface function, unsigned result);

/// The range that an operation states for one of its results, by an attribute
/// or because it is a `noisy.assume`, in the width of
/// the type. Nothing if none is stated, and for a range that the verifier
/// refuses.
std::optional<ConstantIntRanges> getStatedRange(OpResult result);

/// True if `op` states the range of one of its results.
bool statesResultRange(Operation *op);

/// True if `op` is a function that states the range of an argument or, without
/// a body, of a result.
bool statesRange(Operation *op);

/// Verifies the value of `noisy.range` on an argument of type `type`. Two
/// numbers, low <= high, both of which the type can hold: read as signed
/// numbers when low is negative, else as unsigned ones (for i8 within [-128,
/// 127] or [0, 255]). "-inf" and "inf" stand for the ends of the signed type,
/// "inf" above them for that of the unsigned one. `emitError` begins a message
/// that continues with " has 'noisy.range' = ...".
LogicalResult
verifyStatedRange(llvm::function_ref<InFlightDiagnostic()> emitError, Type type,
                  Attribute attribute);

/// Verifies the value of `noisy.range` on an operation: the range of its only
/// result, or a list with the range of each result, `unit` for none. On loops
/// and branches any value is right, since passes drop results of these: one
/// that does not fit states nothing.
LogicalResult verifyStatedRange(Operation *op, Attribute attribute);

} // namespace mlir::noisy

#endif // NOISY_DIALECT_STATEDRANGE_H
