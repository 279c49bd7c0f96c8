//===- ReductionFix.h - Insert optimal reduce_noise -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_REDUCTIONFIX_H
#define NOISY_SERVER_FEATURES_FIXES_REDUCTIONFIX_H

#include "optimizer/Optimizer.h"
#include "server/features/fixes/FixKind.h"
#include "server/parse/Chunk.h"

namespace mlir::noisy::lsp {

/// What is to be fixed.
enum class ReductionScope { Function, Chunk, Document };

/// Finds the reductions that cost least, and writes them down: a line behind
/// each definition, and the uses renamed; every other byte stays. What is
/// fixed is
///   - Function: the function around the byte `Offset`. Nothing outside
///     of it has more noise than before. Others may be broken that have nothing
///     to do with it; the message says that they were left out of account;
///   - Chunk: all between two `// -----` around it;
///   - Document: each chunk that has something to fix. Those that cannot be
///     fixed stay as they are, and the message names them.
///
/// The result was parsed and analysed again and has nothing to report in what
/// was fixed. A crash of MLIR is survived, and there is no fix then.
///
/// Of `Options`, `scope` and `progress` are set here. Takes up to
/// `Options.timeLimit` for each chunk, beside the time to parse and analyse it;
/// once `Options.cancelled` there are no edits. Any thread.
Fix computeReductionFix(const DialectRegistry &Registry, const Text &Contents,
                        size_t Offset, const OptimizerOptions &Options,
                        ReductionScope Scope = ReductionScope::Chunk,
                        const ReportHandler &Report = nullptr);

/// How far the search is: the cost of the best choice so far (negative: there
/// is none yet), and what is proven to be needed at least. The cost counts
/// reductions unless they are `Weighted`.
std::string describeSearch(int64_t Cost, int64_t LowerBound, bool Weighted);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_REDUCTIONFIX_H
