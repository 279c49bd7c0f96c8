//===- ReductionFix.h - Insert optimal reduce_noise -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_REDUCTIONFIX_H
#define NOISY_SERVER_FEATURES_REDUCTIONFIX_H

#include "optimizer/Optimizer.h"
#include "server/document/Chunk.h"
#include "server/document/Text.h"
#include "server/features/Fix.h"

namespace mlir::noisy::lsp {

/// Whether `Found` is something that the fix is for.
bool isFixable(const Problem &Found);

/// Finds the fewest reductions for the part of `Contents` that the byte
/// `Offset` is in, and writes them down: a line behind each definition, and
/// the uses renamed; every other byte stays. The result was parsed and
/// analysed again and has nothing to report. Takes up to
/// `Options.timeLimit`; any thread.
Fix computeReductionFix(const DialectRegistry &Registry, const Text &Contents,
                        size_t Offset, const OptimizerOptions &Options);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_REDUCTIONFIX_H
