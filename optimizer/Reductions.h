//===- Reductions.h - Write reductions into the IR --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REDUCTIONS_H
#define NOISY_OPTIMIZER_REDUCTIONS_H

#include "analysis/noise/NoiseFacts.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace mlir::noisy {

/// A place for the operation that reduces a value (ReducingOperations.h), which
/// serves all uses of the value.
struct Reduction {
  Value value;
  /// Null: right after the definition (at the top of its block for an
  /// argument). Otherwise at the top of this block, which dominates all uses:
  /// for a value defined in a loop and used only after it.
  Block *block = nullptr;
  /// The number that says what the reduction leaves, where there are several
  /// (`NoiseCosts::Target`); nothing for what the model says.
  std::optional<int64_t> target = std::nullopt;
};

/// Inserts `reductions`, and replaces each operation in `removals`, all of
/// which are such operations, by what it reduces.
void applyReductions(ArrayRef<Reduction> reductions,
                     ArrayRef<Operation *> removals = {});

/// Makes a copy of `root` with these changes; `mapping` maps to it.
OwningOpRef<Operation *> copyWithReductions(Operation *root,
                                            ArrayRef<Reduction> reductions,
                                            ArrayRef<Operation *> removals,
                                            IRMapping &mapping);

/// True if no reduction fixes a finding: unknown noise, and integers that break
/// a stated range.
bool isBeyondReductions(const NoiseFinding &finding);

/// The number of findings of unknown noise.
size_t countUnknown(const NoiseFacts &facts);

/// True if the analysis finds nothing to report below `root` once the changes
/// are made, but for what is beyond reductions, with no more than `mostUnknown`
/// findings of unknown noise. Works on a copy; `root` stays as it is.
bool confirmReductions(Operation *root, ArrayRef<Reduction> reductions,
                       ArrayRef<Operation *> removals = {},
                       size_t mostUnknown = SIZE_MAX);

/// True if the analysis finds nothing to report in the function `scope` once
/// the changes are made, but for what is beyond reductions, and no value
/// outside of it has more noise than `oldFacts`, nor one of `limited` more than
/// its limit. Works on a copy.
bool confirmReductions(Operation *root, ArrayRef<Reduction> reductions,
                       ArrayRef<Operation *> removals, Operation *scope,
                       const NoiseFacts &oldFacts,
                       const llvm::DenseSet<Value> &limited = {});

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REDUCTIONS_H
