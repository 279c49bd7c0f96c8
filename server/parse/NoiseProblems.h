//===- NoiseProblems.h - Problems of noise ----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_NOISEPROBLEMS_H
#define NOISY_SERVER_PARSE_NOISEPROBLEMS_H

#include "analysis/noise/NoiseReport.h"
#include "server/snapshot/Problem.h"
#include "server/snapshot/Section.h"

namespace mlir::noisy::lsp {

/// A problem of noise, and the values that it tells of: first the one that it
/// is about, then that of each note. It has no ranges yet.
struct NoiseProblem {
  Problem Issue;
  llvm::SmallVector<Value, 9> Values;
  /// For each note the call that is its place; null if that is its value.
  llvm::SmallVector<Operation *, 8> Calls = {};
};

/// The name of a value that has a number in a section; a description of it if
/// the text has no name.
std::string nameInText(const Section &Data, Section::Index Number, Value V);

/// The most places on the way to a finding that are told of one, from now on: 8
/// at first. Of those that are built from then on; any thread.
void setMostNoiseNotes(unsigned Most);

/// Describes a finding.
NoiseProblem makeNoiseProblem(const NoiseFactSource &Facts,
                              const NoiseFinding &Finding, ValueNamer Name);

/// The code of problems of such reductions.
inline constexpr llvm::StringLiteral idleReductionCode = "noise-no-effect";

/// Describes the result of a noise reduction that reduces nothing, because its
/// operand is as fresh as possible for every caller; nothing if that is not so.
std::optional<NoiseProblem> findIdleReduction(const NoiseFactSource &Facts,
                                              Value Result, ValueNamer Name);

/// The sentence on the results of an operation with an error.
inline constexpr llvm::StringLiteral stubRemark =
    "the operation that defines it has an error";

/// The sentence on what depends on values that a loop carries which does not
/// say yet what they are in the next iteration.
inline constexpr llvm::StringLiteral unfinishedRemark =
    "in the first iteration: the loop does not pass on all values yet";

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_NOISEPROBLEMS_H
