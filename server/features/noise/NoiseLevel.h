//===- NoiseLevel.h - Levels of noise, from good to bad ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NOISE_NOISELEVEL_H
#define NOISY_SERVER_FEATURES_NOISE_NOISELEVEL_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// The level of a value's noise, from good to bad. Unknown noise is never good.
enum class NoiseLevel {
  /// Within the limit. It may rest on an assumption, which must be shown.
  Safe,
  /// Within the limit, with few bits left.
  NearLimit,
  /// Within the limit, but dependent on a value that is over it or unknown.
  Unreliable,
  /// Unknown noise.
  Unknown,
  /// Over the limit, or growing without end.
  OverLimit
};

/// Returns the level of a value with the noise `Info`; it is near the limit
/// with at most `NearLimit` bits left.
NoiseLevel getNoiseLevel(const NoiseInfo &Info, uint32_t NearLimit);

/// The noise in a few characters, for labels beside code: "24/26", "unbounded",
/// "unknown". Empty for code that is never executed. What it rests on is told
/// elsewhere: words that come and go would move what is beside them.
std::string describeNoiseShortly(const NoiseInfo &Info);

/// What stands for a number that nobody knows. It is no number, so that it is
/// never taken for a safe one.
inline constexpr llvm::StringLiteral unknownNoiseSign = "?";

/// The number, with a sign where it is too large, which a number alone does not
/// show at a glance, or where it is only that of the first iteration; a sign
/// alone where there is none. Of what depends on an overflow, the number means
/// nothing. Empty for code that is never executed.
std::string describeNoiseQuietly(const NoiseInfo &Info);

/// The noise in words, the same everywhere: "24 bits, limit 26"; "more than
/// 65535 bits, limit 26"; "unbounded, limit 26"; "unknown". Empty for code that
/// is never executed.
std::string describeNoiseInWords(NoiseBound Bound, uint32_t Limit,
                                 unsigned Unit);
inline std::string describeNoiseInWords(const NoiseInfo &Info) {
  return describeNoiseInWords(Info.Bound, Info.Limit, Info.Unit);
}

/// A limit in bits, "26" or "202.9".
std::string describeLimit(uint32_t Limit, unsigned Unit);

/// True if the noise of a section is, or rests on, that from before its text
/// broke.
bool isNoiseStale(const PlacedSection &Placement);

/// The reason why the noise is stale: a sentence without capital and full stop,
/// empty if it is not stale.
std::string explainStaleNoise(const PlacedSection &Placement);

/// What is said of noise from before an operation broke, on which it depends: a
/// sentence without capital and full stop.
llvm::StringRef explainEarlierNoise();

/// The reason why the noise of an encrypted value is unknown: a sentence
/// without capital and full stop.
std::string explainMissingNoise(ValueRef Value);

/// A summary of the noise in a function.
struct FunctionNoise {
  /// The worst value: the first one with the most noise at the highest level.
  /// Nothing if no value has known noise.
  std::optional<NoiseInfo> Worst;
  /// The first value that is over the limit or unknown without depending on
  /// another: the place to fix. Nothing if the function has none. Of both only
  /// the number of the value is sure to be one of the section.
  std::optional<NoiseInfo> Origin;
  /// The level of `Worst`; at least Unknown if something was not analysed.
  NoiseLevel Level = NoiseLevel::Safe;
  /// The number of broken contracts in the current text: a value within its
  /// limit may still be too noisy for its receiver.
  unsigned BrokenContracts = 0;
  /// The number of `noisy.reduce_noise` operations.
  unsigned Reductions = 0;
  /// The number of encrypted values without a computed noise: the function must
  /// not be called safe. In analysed code these are the values in memory.
  unsigned NotAnalysed = 0;
  /// The number of operations that do not parse or verify: the function must
  /// not be called safe either.
  unsigned Broken = 0;
  /// All of these are being written: they say nothing of the rest, and values
  /// with unknown noise because of them do not count.
  bool IsUnfinished = false;
  /// `Worst` is over the limit because of a value outside of the function.
  bool IsWorstFromOutside = false;
  /// Some fact rests on an assumption about callers.
  bool IsAssumed = false;
  /// The facts date from before an edit, or rest on such facts.
  bool IsStale = false;

  /// True if there is anything to report.
  bool hasNoise() const { return Worst || NotAnalysed > 0 || Reductions > 0; }
};

/// Summarizes all values of a function in a section: its arguments and the
/// values in its body. Linear in the contents of the function. `Unfinished`:
/// the bytes of the text that the user is filling in.
FunctionNoise getFunctionNoise(OperationRef Function, uint32_t NearLimit,
                               llvm::ArrayRef<ByteRange> Unfinished = {});

/// The problems of a section's facts, in its own places; empty if the facts are
/// those of another text.
llvm::ArrayRef<Problem> ownProblems(const PlacedSection &Placement);

/// Visits the problems of a function: those of the current text, and those of
/// before that it broke which still hold as far as is known.
void forEachProblem(OperationRef Function,
                    llvm::function_ref<void(const Problem &)> Visit);

/// True if a problem is a value with more noise than its receiver allows.
bool isBrokenContract(const Problem &Issue);

/// True if reductions may fix a problem with this code (Problem::Code).
bool isReducible(llvm::StringRef Code);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NOISE_NOISELEVEL_H
