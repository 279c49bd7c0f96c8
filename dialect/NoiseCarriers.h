//===- NoiseCarriers.h - What noise is on, and what moves it ----*- C++ -*-===//
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

/// Whether the analyses track the noise of this value: it is encrypted and no
/// memref (what is stored in memory is not followed).
bool carriesNoise(Value value);

/// The contract that a function's argument or result states, in bits.
std::optional<uint32_t> getArgumentContract(Operation *function,
                                            unsigned argument);
std::optional<uint32_t> getResultContract(Operation *function, unsigned result);

/// Whether `op` only moves encrypted values on, so that the noise of its
/// results is the join of that of its encrypted operands: `arith.select`, and
/// operations that take tensors and vectors apart or put them together.
bool movesNoise(Operation *op);

} // namespace mlir::noisy

#endif // NOISY_DIALECT_NOISECARRIERS_H
