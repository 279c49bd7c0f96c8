//===- NoiseReport.h - The texts on noise -----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The texts on noise that the command line and the editor share. Nothing here
// prints.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISE_NOISEREPORT_H
#define NOISY_ANALYSIS_NOISE_NOISEREPORT_H

#include "analysis/flow/ValueNamer.h"
#include "analysis/noise/NoiseFacts.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::noisy {

/// The code of a kind of finding: "noise-overflow".
llvm::StringRef getFindingCode(NoiseFindingKind kind);

/// True if a program with such a finding is wrong; otherwise it is not known to
/// be right.
bool isError(const NoiseFinding &finding);

/// A description of the finding in one line.
std::string describeFinding(const NoiseFactSource &facts,
                            const NoiseFinding &finding, ValueNamer name);

/// Writes where a call is, as " at line 12"; nothing if that is not known.
using CallPlacer = llvm::function_ref<std::string(Operation *call)>;
/// By the location of the call.
std::string placeByLocation(Operation *call);

/// One contribution to a finding.
struct NoiseNote {
  Value value;
  std::string message;
  /// The call that passes the value, which is the place of the note; null if
  /// that is where the value is defined.
  Operation *call = nullptr;
};

/// The chain of contributions to a finding: the values that determine the
/// bound, nearest first, at most `limit` of them.
std::vector<NoiseNote> explainFinding(const NoiseFactSource &facts,
                                      const NoiseFinding &finding,
                                      ValueNamer name, unsigned limit = 8);

/// The bound of a value and the sum that gives it, "48 = 24 + 24"; only the
/// bound if there is no sum.
std::string describeBound(const NoiseFactSource &facts, Value value);

/// All that is said of the origin of a bound: values with equal origins have
/// the same sentences.
struct NoiseOrigin {
  /// The first sentence, which is never freed; empty if there is none.
  llvm::StringRef source;
  /// Unknown callers are assumed to pass fresh values; and known ones count.
  bool isAssumed = false;
  bool hasKnownCalls = false;
  /// What was too much to be followed.
  NoiseLimit limit = NoiseLimit::None;
  /// The values in `NoiseFact` that it depends on, or null.
  Value restsOn, unreliableCause;
  SmallVector<CallNoise, 0> byCall = {};
  /// The units in a bit, if there are such calls.
  unsigned unit = 1;

  bool operator==(const NoiseOrigin &rhs) const = default;
};
NoiseOrigin getOrigin(const NoiseFact &fact, Value value);
std::vector<std::string> describeOrigin(const NoiseFactSource &facts,
                                        const NoiseOrigin &origin,
                                        ValueNamer name,
                                        CallPlacer place = placeByLocation);

/// The origin of `value`'s bound and its assumptions, a sentence each: "fresh
/// encryption", "assumed for callers out of sight", ...
std::vector<std::string> describeOrigin(const NoiseFactSource &facts,
                                        Value value, ValueNamer name,
                                        CallPlacer place = placeByLocation);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_NOISEREPORT_H
