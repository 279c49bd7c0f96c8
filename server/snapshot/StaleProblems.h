//===- StaleProblems.h - The problems of before text broke ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_STALEPROBLEMS_H
#define NOISY_SERVER_SNAPSHOT_STALEPROBLEMS_H

#include "server/snapshot/Handles.h"

namespace mlir::noisy::lsp {

/// The problems of before of values whose noise is unknown only because of
/// broken text. What was edited since has none. The ranges are those of the
/// part (Snapshot::Part).
std::vector<Problem> findEarlierProblems(const PlacedSection &Placement);

/// True if a problem of the facts of a section, by its number, is about a value
/// of which the noise of before is shown instead.
bool isReplacedByEarlier(const PlacedSection &Placement, size_t Number);

/// All problems of before that hold as far as is known: also those of a section
/// that does not parse any more.
std::vector<Problem> findStaleProblems(const PlacedSection &Placement);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_STALEPROBLEMS_H
