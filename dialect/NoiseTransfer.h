//===- NoiseTransfer.h - What an operation does to noise --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_NOISETRANSFER_H
#define NOISY_DIALECT_NOISETRANSFER_H

#include "dialect/NoiseBound.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include <string>

namespace mlir::noisy {

/// What an operation does to the noise of its operands, by the scheme: a
/// maximum or a sum, and bits that are added. It is monotone and convex, and
/// never below an operand: proofs of growth, the skipping of loop iterations
/// and the rows of the optimizer depend on that.
struct NoiseTransfer {
  enum class Form : uint8_t {
    /// The noisiest operand.
    Max,
    /// The noise of all operands.
    Sum
  };

  Form form = Form::Max;
  /// In bits.
  uint16_t added = 0;

  static constexpr NoiseTransfer max(uint16_t added) {
    return {Form::Max, added};
  }
  static constexpr NoiseTransfer sum(uint16_t added) {
    return {Form::Sum, added};
  }

  bool operator==(const NoiseTransfer &rhs) const = default;
  friend llvm::hash_code hash_value(NoiseTransfer transfer) {
    return llvm::hash_combine(static_cast<uint8_t>(transfer.form),
                              transfer.added);
  }

  /// The noise of the result, given that of two operands.
  NoiseBound apply(NoiseBound lhs, NoiseBound rhs) const {
    NoiseBound bound =
        form == Form::Sum ? lhs + rhs : NoiseBound::join(lhs, rhs);
    return bound.plus(added);
  }
  /// Writes "32 + max(24, 12)" or "24 + 12 + 4".
  void describe(llvm::raw_ostream &os, NoiseBound lhs, NoiseBound rhs) const;
  /// Writes "max + 32" or "sum", as `parse` reads it.
  std::string str() const;
  /// Reads "max", "sum + 4"; blanks may be between the parts. False for any
  /// other text, and for more bits than `kMostAdded`.
  static bool parse(llvm::StringRef text, NoiseTransfer &transfer);

  /// The most bits that are added.
  static constexpr uint32_t kMostAdded = 10000;
};

} // namespace mlir::noisy

#endif // NOISY_DIALECT_NOISETRANSFER_H
