//===- NoiseSavings.h - Computations that could have less noise -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REWRITES_NOISESAVINGS_H
#define NOISY_OPTIMIZER_REWRITES_NOISESAVINGS_H

#include "dialect/units/NoiseBound.h"
#include "optimizer/rewrites/Replacement.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace mlir::noisy {

class NoiseFacts;

/// What an analysis has found out about the noise of a value.
struct KnownNoise {
  NoiseBound bound;
  /// The value depends on one that is over its limit, or unknown.
  bool isUnreliable = false;
  /// The bound is that of the noisiest of several runs (NoiseFact::perRun).
  bool isPerRun = false;
};

/// Returns what is known of a value; nothing for one without noise.
using KnownNoiseSource = llvm::function_ref<std::optional<KnownNoise>(Value)>;

/// What analysed facts say of a value.
std::optional<KnownNoise> getKnownNoise(const NoiseFacts &facts, Value value);

/// A computation that has less noise if it is done in another order.
struct NoiseSaving {
  Operation *root;
  /// The bound of its value as it is, and the most that it has afterwards, in
  /// bits. In code that is executed once that is just what the analysis finds
  /// then; in a loop the other values may have less noise, too, and so has this
  /// one.
  uint32_t before, after;
  /// "added up in another order, its 16 terms have at most 16 bits of noise
  /// instead of 27".
  std::string text;
};

/// Finds out whether the computation of `root` (see `Computation`) can be done
/// with less noise, by no more operations and without reductions: its terms
/// joined in the order of `joinTerms`, equal ones once, products with constants
/// as scales. By the noise of its operands alone; nothing is searched for, and
/// the time is about that of sorting the operands.
///
/// Found are only savings that matter. A reduction gives back the bits between
/// a fresh value and the limit, so that is the measure: a quarter of them (of
/// 12 and 26 bits 4, so a chain of less than 8 fresh terms is let be), or
/// any saving that brings a value back within its limit. Afterwards the value
/// is within its limit, and no value of the program has more noise than before,
/// in no run of a loop or function.
std::optional<NoiseSaving> findNoiseSaving(Operation *root,
                                           KnownNoiseSource noise);

/// All savings below `program`, in its order; those until then if `shouldStop`
/// returns true, which is called for each computation.
std::vector<NoiseSaving>
findNoiseSavings(Operation *program, KnownNoiseSource noise,
                 llvm::function_ref<bool()> shouldStop);

/// Computes the value of `root` in the way that `findNoiseSaving` has found for
/// the same noise. Returns the new value; null if there is no such way.
Value rewriteForNoise(Operation *root, KnownNoiseSource noise,
                      const RewriteObserver &observer);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REWRITES_NOISESAVINGS_H
