//===- LoopRewriting.h - Loops whose turns are grouped anew -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REWRITES_LOOPREWRITING_H
#define NOISY_OPTIMIZER_REWRITES_LOOPREWRITING_H

#include "optimizer/rewrites/Rewriter.h"

namespace mlir::noisy {

class NoiseFacts;

/// Puts other loops in place of those below `top` (`options.scope` or the root)
/// that have a known number of turns and carry encrypted values, inner ones
/// first, where `findSchedule` says that this takes fewer reductions. All turns
/// are executed in the same order, each once, so whatever else a body does is
/// done as before. Sums, and products in a model where a product costs a level,
/// are added up in parts.
///
/// Afterwards `facts`, which are those of the program as it was, are void if a
/// note says that something was done.
std::vector<RewriteNote> rewriteLoops(Operation *top, const NoiseFacts &facts,
                                      const RewriteOptions &options);

/// Moves what computes an encrypted value anew in each turn of a loop, from
/// values of outside, in front of it; but for what has attributes of its own.
/// Returns how many operations were moved.
unsigned moveInvariants(Operation *top);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REWRITES_LOOPREWRITING_H
