//===- NoisePatch.h - Noise facts after a change of a function --*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PATCH_NOISEPATCH_H
#define NOISY_SERVER_PATCH_NOISEPATCH_H

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
  /// All operations that were parsed again.
  const ValueChange &Run;
  /// Those of which the facts may change. If the function is not `IsSimple`,
  /// the change is local (EditReach::Local).
  const ValueChange &Change;
  /// The numbers of the values from outside that the new operations use; these
  /// are the same before and after the change.
  const llvm::DenseMap<Value, Section::Index> &Outer;
  /// The problems of its statements (uncheckedStatements).
  const std::vector<Problem> &Statements;
  /// True for a straight function (isStraightLine) that names no symbol, and
  /// that nothing else in the program names.
  bool IsSimple;
};

/// Makes the noise facts of a function from those before the change. Computes
/// only what depends on the change. If the function is not simple, the facts of
/// others are those of before: no noise that flows into a call, to a caller in
/// sight or through a region has changed. Null if the whole has to be
/// analysed: if this is not so; if results of a simple function have contracts,
/// if facts are about operations by their numbers, if noise depends on integers
/// that change or whose ranges have to be known, or if too much depends on the
/// change for this to be the quicker way.
std::shared_ptr<const SectionFacts> patchNoise(const SectionFacts &Old,
                                               const PatchedFunction &Patched);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PATCH_NOISEPATCH_H
