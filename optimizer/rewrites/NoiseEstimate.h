//===- NoiseEstimate.h - The noise with reductions --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REWRITES_NOISEESTIMATE_H
#define NOISY_OPTIMIZER_REWRITES_NOISEESTIMATE_H

#include "dialect/NoiseModel.h"
#include "dialect/NoisyOps.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::noisy {

class NoiseFacts;

/// An estimate of the noise that values have once reductions are inserted:
/// operations are passed in their order, and where the noise of one would pass
/// the limit, its noisiest operand is reduced. The bounds of a program without
/// reductions say nothing where they are far above the limit. For one thread.
class NoiseEstimate {
public:
  /// The bits that a value has by the estimate so far; by the analysis where
  /// nothing was estimated; the limit of `model` where that knows nothing.
  uint32_t get(Value value, const NoiseFacts &facts,
               const NoiseModel &model) const;
  void set(Value value, uint32_t bits) { noise[value] = bits; }
  void forget(Value value) { noise.erase(value); }

  /// Passes an operation that stays as it is. Returns the number of reductions
  /// that it needs; many where reductions do not help.
  uint64_t pass(NoiseOpInterface op, const NoiseFacts &facts,
                const NoiseModel &model);

private:
  llvm::DenseMap<Value, uint32_t> noise;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REWRITES_NOISEESTIMATE_H
