//===- NoiseTransfer.h - What an operation does to noise --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_UNITS_NOISETRANSFER_H
#define NOISY_DIALECT_UNITS_NOISETRANSFER_H

#include "dialect/units/NoiseBound.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include <optional>
#include <string>

namespace mlir::noisy {

/// A sum: so often the noise of each operand, and a number of units, which may
/// be negative.
struct NoiseTerm {
  int32_t added = 0;
  uint8_t lhs = 0, rhs = 0;

  bool isConstant() const { return lhs == 0 && rhs == 0; }
  bool operator==(const NoiseTerm &rhs) const = default;
  auto operator<=>(const NoiseTerm &rhs) const = default;
};

/// What an operation does to the noise of its operands, by the scheme: the
/// maximum of some terms. It is monotone and convex, and in a model never below
/// an operand, unless it is a reset (NoiseModel::findError): proofs of growth,
/// the skipping of loop iterations and the rows of the optimizer depend on
/// that. All numbers are units of the model.
///
/// A small value, equal to another if it has the same terms; any thread.
struct NoiseTransfer {
  enum class Form : uint8_t {
    /// The noisiest operand.
    Max,
    /// The noise of all operands.
    Sum,
    /// Any other maximum of terms.
    Terms
  };

  Form form = Form::Max;
  /// In units; the number of a list of terms if these are the form.
  uint32_t added = 0;

  static constexpr NoiseTransfer max(uint32_t added) {
    return {Form::Max, added};
  }
  static constexpr NoiseTransfer sum(uint32_t added) {
    return {Form::Sum, added};
  }
  /// The maximum of these terms, at least one and at most `kMostTerms`; of one
  /// of the first two forms if it is the same. `isUnary`: there is one operand,
  /// `lhs`, and `rhs` is a number that comes with the operation; `Max` leaves
  /// that out.
  static NoiseTransfer of(llvm::ArrayRef<NoiseTerm> terms, bool isUnary);

  bool operator==(const NoiseTransfer &rhs) const = default;
  friend llvm::hash_code hash_value(NoiseTransfer transfer) {
    return llvm::hash_combine(static_cast<uint8_t>(transfer.form),
                              transfer.added);
  }

  /// The terms, whatever the form. Valid for ever if the form is `Terms`, else
  /// in `storage`.
  llvm::ArrayRef<NoiseTerm> getTerms(NoiseTerm (&storage)[2],
                                     bool isUnary) const;
  /// The terms, if they are the form.
  llvm::ArrayRef<NoiseTerm> getTerms() const;
  /// The number to which it sets noise, whatever comes in; none if it is no
  /// reset.
  std::optional<int64_t> getReset() const;

  /// The noise of the result, given that of two operands.
  NoiseBound apply(NoiseBound lhs, NoiseBound rhs) const {
    if (form == Form::Terms)
      return applyTerms(lhs, rhs);
    NoiseBound bound =
        form == Form::Sum ? lhs + rhs : NoiseBound::join(lhs, rhs);
    return bound.plus(added);
  }
  /// The same of an operation on one operand, with a number of its own.
  NoiseBound applyUnary(NoiseBound operand, uint32_t number) const;

  /// Writes "32 + max(24, 12)" or "24 + 12 + 4", in bits.
  void describe(llvm::raw_ostream &os, NoiseBound lhs, NoiseBound rhs,
                unsigned unit) const;
  void describeUnary(llvm::raw_ostream &os, NoiseBound operand, uint32_t number,
                     unsigned unit) const;
  /// Writes "max + 32", "sum" or "max(lhs + rhs, lhs + 20.5) + 1", as texts of
  /// models have it.
  std::string str(unsigned unit = 1, bool isUnary = false) const;

  /// The most bits that are added, and terms.
  static constexpr uint32_t kMostAdded = 10000;
  static constexpr unsigned kMostTerms = 8;

private:
  NoiseBound applyTerms(NoiseBound lhs, NoiseBound rhs) const;
};

/// The names of operands in texts of models, `lhs` and `rhs`, or `x` and
/// `factor`: the operand of a `noisy.scale`, and log2 of its factor.
llvm::StringRef getOperandName(unsigned operand, bool isUnary);

} // namespace mlir::noisy

#endif // NOISY_DIALECT_UNITS_NOISETRANSFER_H
