//===- ModulusChain.h - The factors of a modulus, by levels -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In BFV and BGV a ciphertext on level l has the modulus q_0 ... q_l, and its
// limit is lower by D(l), the bits of the factors that were dropped. Noise is
// counted with these bits added: then one limit holds on all levels, and
// switching the modulus, which scales noise and limit alike, adds next to
// nothing. (The normalised noise of Kim, Polyakov, Zucca 2021, eprint
// 2021/204.)
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_UNITS_MODULUSCHAIN_H
#define NOISY_DIALECT_UNITS_MODULUSCHAIN_H

#include <cstdint>
#include <optional>
#include <vector>

namespace mlir::noisy {

/// The factors of the modulus that a model was made for.
struct ModulusChain {
  /// D(l) for l = 0, 1, ..., rounded up to units of noise; 0 for the last.
  std::vector<uint32_t> dropped;
  /// The noise that switching the modulus leaves at least, in units; nothing if
  /// the scheme has no formula for it.
  std::optional<uint32_t> rounding;

  auto operator<=>(const ModulusChain &rhs) const = default;

  /// Keeps a chain for as long as the process runs, and returns its number,
  /// which is not 0. Equal chains have the same. Any thread.
  static uint32_t keep(ModulusChain chain);
  /// The chain with a number; null for 0. Any thread.
  static const ModulusChain *find(uint32_t number);
};

/// What the type of a ciphertext says of its level.
struct StatedLevel {
  /// The factors that are left, less one, and those that there were at first,
  /// less one; the latter is not always said.
  uint32_t level = 0;
  std::optional<uint32_t> top;

  bool operator==(const StatedLevel &rhs) const = default;

  /// The bits that were dropped, in units of noise; nothing if that cannot be
  /// told: without a chain, or with one of another length.
  std::optional<uint32_t> findDropped(const ModulusChain *chain) const;
};

} // namespace mlir::noisy

#endif // NOISY_DIALECT_UNITS_MODULUSCHAIN_H
