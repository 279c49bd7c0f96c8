//===- NoiseCarriers.h - Values that carry noise ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_NOISECARRIERS_H
#define NOISY_DIALECT_NOISECARRIERS_H

#include "mlir/IR/Value.h"
#include <cstdint>
#include <optional>

namespace mlir::noisy {

/// True if the analyses track the noise of this value: it is encrypted and no
/// memref (values stored in memory are not followed).
bool carriesNoise(Value value);

/// The contract stated on a function's argument or result, in bits.
std::optional<uint32_t> getArgumentContract(Operation *function,
                                            unsigned argument);
std::optional<uint32_t> getResultContract(Operation *function, unsigned result);

/// The bound stated on the operation itself for one of its results, in units of
/// the model around it. Nothing if none is stated, and for one that the
/// verifier refuses.
std::optional<uint32_t> getStatedBound(OpResult result);
/// True if an operation states the noise of any of its results.
bool statesBound(Operation *op);
/// Why an operation cannot state the noise of its results, as it goes on behind
/// "'noisy.bound' cannot be here: "; nothing if it can: its noise does not
/// follow from its operands.
std::optional<std::string> explainNoStatement(Operation *op);

/// True if `op` only moves encrypted values, so that the noise of its results
/// is the join of that of its encrypted operands: `arith.select`, and
/// operations that take tensors and vectors apart or put them together.
bool movesNoise(Operation *op);

} // namespace mlir::noisy

#endif // NOISY_DIALECT_NOISECARRIERS_H
