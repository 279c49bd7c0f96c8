//===- NoiseBound.h - An upper bound of a value's noise ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_UNITS_NOISEBOUND_H
#define NOISY_DIALECT_UNITS_NOISEBOUND_H

#include <algorithm>
#include <cassert>
#include <cstdint>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir {
class IntegerValueRange;

namespace noisy {

/// An upper bound of the noise of a value, in bits: an element of a lattice
/// that is a chain,
///
///   unreachable < 1 < 2 < ... < cap < more than the cap < unbounded < unknown
///
/// so that the join is the maximum. Sums are exact up to the cap and never
/// wrap.
class NoiseBound {
public:
  /// The largest bound that is an exact number, in bits.
  static constexpr uint32_t kCap = 1u << 16;

  /// Unreachable: no value flows here (the bottom of the lattice).
  constexpr NoiseBound() = default;

  static constexpr NoiseBound unreachable() { return NoiseBound(); }
  static constexpr NoiseBound bits(uint64_t n) {
    assert(n > 0 && "a value has some noise");
    return NoiseBound(static_cast<uint32_t>(std::min<uint64_t>(n, kMore)));
  }
  /// A number exists, but it is larger than the cap.
  static constexpr NoiseBound moreThanCap() { return NoiseBound(kMore); }
  /// Proven to grow without end.
  static constexpr NoiseBound unbounded() { return NoiseBound(kUnbounded); }
  /// The origin of the value is unknown.
  static constexpr NoiseBound unknown() { return NoiseBound(kUnknown); }

  constexpr bool isUnreachable() const { return code == 0; }
  constexpr bool isBits() const { return code >= 1 && code <= kCap; }
  constexpr bool isMoreThanCap() const { return code == kMore; }
  constexpr bool isUnbounded() const { return code == kUnbounded; }
  constexpr bool isUnknown() const { return code == kUnknown; }

  /// The bound in bits; valid only if `isBits`.
  constexpr uint32_t getBits() const {
    assert(isBits() && "not a number");
    return code;
  }

  /// True if the noise may be above `max` bits; every bound that is no number
  /// exceeds any `max`.
  constexpr bool exceeds(uint32_t max) const { return code > max; }

  constexpr bool operator==(const NoiseBound &rhs) const = default;
  constexpr auto operator<=>(const NoiseBound &rhs) const = default;

  static constexpr NoiseBound join(NoiseBound lhs, NoiseBound rhs) {
    return std::max(lhs, rhs);
  }

  /// The sum; unreachable if either operand is.
  constexpr NoiseBound operator+(NoiseBound rhs) const {
    if (isUnreachable() || rhs.isUnreachable())
      return unreachable();
    NoiseBound larger = std::max(*this, rhs);
    if (!larger.isBits())
      return larger;
    return bits(uint64_t(code) + rhs.code);
  }
  constexpr NoiseBound plus(uint32_t n) const {
    return isBits() ? bits(uint64_t(code) + n) : *this;
  }

  /// The bound as the range [0, bound] of MLIR's integer range analysis. It is
  /// never a single point: the analysis would turn a point into an integer
  /// constant, which an encrypted type does not have.
  IntegerValueRange toRange() const;
  /// The bound that a range of the analysis stands for. A range of another
  /// width than that of `toRange` was not made by a noise analysis: unknown.
  static NoiseBound fromRange(const IntegerValueRange &range);

  /// Writes "24", "more than 65536", "unbounded", "unknown" or "unreachable".
  void print(llvm::raw_ostream &os) const;

private:
  static constexpr uint32_t kMore = kCap + 1;
  static constexpr uint32_t kUnbounded = kCap + 2;
  static constexpr uint32_t kUnknown = kCap + 3;

  constexpr explicit NoiseBound(uint32_t code) : code(code) {}

  uint32_t code = 0;
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &os, NoiseBound bound);

} // namespace noisy
} // namespace mlir

#endif // NOISY_DIALECT_UNITS_NOISEBOUND_H
