//===- NoiseLevel.h - How bad the noise is ----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NOISE_NOISELEVEL_H
#define NOISY_SERVER_FEATURES_NOISE_NOISELEVEL_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// How bad the noise of a value is, from good to bad. What is not known is
/// never good.
enum class NoiseLevel {
  /// Within the limit. It may rest on an assumption, which is to be shown.
  Safe,
  /// Within the limit, with few bits left.
  NearLimit,
  /// Within the limit, but it depends on what is over the limit or unknown.
  Spoiled,
  /// Nothing is known.
  Unknown,
  /// Over the limit, or growing without end.
  Over
};

/// The level of a value of which this is known; near the limit with at most
/// `NearLimit` bits left.
NoiseLevel getNoiseLevel(const NoiseInfo &Known, uint32_t NearLimit);

/// The noise in a few characters: "24/26", "unbounded", "unknown",
/// "24/26 assumed", "24/26 spoiled". What is of before an edit (`IsStale`) says
/// so: "24/26 stale". Empty for what is never executed.
std::string describeNoiseShortly(const NoiseInfo &Known, bool IsStale);

/// Whether what is known of the noise in a section is, or rests on, what was
/// known before its text broke.
bool isNoiseStale(const Snapshot::Placed &In);

/// Why it is stale, a sentence without capital and full stop; empty where it is
/// not.
std::string explainStaleNoise(const Snapshot::Placed &In);

/// Why nothing is known of an encrypted value, in the same way.
std::string explainMissingNoise(ValueRef Value);

/// What is to be said of the noise in a function as a whole.
struct FunctionNoise {
  /// The one that is worst: the first of those with the highest level, and of
  /// these with the most noise. Null where no value carries noise that is
  /// known.
  const NoiseInfo *Worst = nullptr;
  /// The first value over the limit, or unknown, that no other has spoiled: the
  /// place to mend. Null when there is none in here.
  const NoiseInfo *Origin = nullptr;
  /// That of `Worst`; but at least Unknown where something was not analysed.
  NoiseLevel Level = NoiseLevel::Safe;
  /// How many contracts are broken in it, in the text as it is: within its
  /// limit a value may still be too much for who gets it.
  unsigned BrokenContracts = 0;
  /// How many `noisy.reduce_noise` it has.
  unsigned Reductions = 0;
  /// Encrypted values of which nothing was computed: the function is not to be
  /// called safe. In what was analysed these are those in memory.
  unsigned NotAnalysed = 0;
  /// Something in it rests on an assumption about callers.
  bool IsAssumed = false;
  /// What is said is of before an edit, or rests on what is.
  bool IsStale = false;

  /// Whether there is anything to say.
  bool hasNoise() const { return Worst || NotAnalysed > 0 || Reductions > 0; }
};

/// Looks at all values in a function of a section: its arguments, and what is
/// in its body. Linear in what it holds.
FunctionNoise getFunctionNoise(OperationRef Function, uint32_t NearLimit);

/// The problems of a section's facts where these are of the text as it is.
llvm::ArrayRef<Problem> currentProblems(const Snapshot::Placed &In);

/// Whether a problem is a value with more noise than whoever gets it allows.
bool isBrokenContract(const Problem &Found);

/// Whether reductions may fix a problem with this code (Problem::Code).
bool isReducible(llvm::StringRef Code);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NOISE_NOISELEVEL_H
