//===- ForeignProblem.h - Noise of other dialects -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NOISE_FOREIGNPROBLEM_H
#define NOISY_SERVER_FEATURES_NOISE_FOREIGNPROBLEM_H

#include "server/snapshot/Handles.h"
#include "server/snapshot/Problem.h"

namespace mlir::noisy::lsp {

/// True if reductions may fix a problem of a section: by its code
/// (`isReducible`), and because it is about values of our own type. The
/// operation that reduces values of another dialect is theirs.
bool canReduce(const PlacedSection &Placement, const Problem &Issue);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NOISE_FOREIGNPROBLEM_H
