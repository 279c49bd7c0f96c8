//===- NoisePatch.h - Noise facts after a change of a function --*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_NOISEPATCH_H
#define NOISY_SERVER_PARSE_NOISEPATCH_H

#include "mlir/IR/Value.h"
#include "server/snapshot/FactsShift.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::noisy::lsp {

/// A function of which some operations were replaced (SectionPatch).
struct PatchedFunction {
  Operation *Function;
  const Section &OldData, &Data;
  /// The values of `Data`, by their numbers.
  llvm::ArrayRef<Value> Values;
  /// The replaced operations, with all of their values.
  const ValueChange &Change;
  /// The numbers of the values from outside that the new operations use; these
  /// are the same before and after the change.
  const llvm::DenseMap<Value, Section::Index> &Outer;
  /// The problems of its statements (uncheckedStatements).
  const std::vector<Problem> &Statements;
};

/// Makes the noise facts of a straight function (isStraightLine) that nothing
/// else in the program names, from those before the change. Computes only what
/// depends on the change. Null if the whole has to be analysed: if results have
/// contracts, if facts are about operations by their numbers, or if too much
/// depends on the change for this to be the quicker way.
std::shared_ptr<const SectionFacts> patchNoise(const SectionFacts &Old,
                                               const PatchedFunction &Patched);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_NOISEPATCH_H
