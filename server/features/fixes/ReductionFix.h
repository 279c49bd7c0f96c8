//===- ReductionFix.h - Optimal reductions ----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_REDUCTIONFIX_H
#define NOISY_SERVER_FEATURES_FIXES_REDUCTIONFIX_H

#include "optimizer/Optimizer.h"
#include "server/features/fixes/FixKind.h"
#include "server/unit/Chunk.h"

namespace mlir::noisy::lsp {

/// The code to fix.
enum class ReductionScope { Function, Chunk, Document };

/// Whether the program is rewritten before reductions are inserted.
enum class Rewriting {
  No,
  /// Where that is cheaper (chooseRewriting); reductions alone where it is not.
  IfCheaper,
  /// The same, but refused where nothing is cheaper.
  Only
};

/// Finds the cheapest reductions and writes them: a line after each definition,
/// and the uses renamed; every other byte stays. It fixes
///   - Function: the function around the byte `Offset`. No value outside of it
///     gets more noise. Operations with errors are left out, in it and
///     elsewhere; the message says so;
///   - Chunk: the text between two `// -----` around it;
///   - Document: each chunk that has something to fix. Chunks that cannot be
///     fixed stay unchanged, and the message names them.
///
/// The result is parsed and analysed again and must have no problem in the
/// fixed code. A crash of MLIR is survived and means that there is no fix.
///
/// A text that is rewritten (RewriteWriter.h) computes the same as before;
/// other bytes stay. Of a document the chunks where nothing is cheaper get
/// reductions alone. Texts with errors are not rewritten.
///
/// Sets `scope`, `progress` and `isCancelled` of `Options`. Takes up to
/// `Options.timeLimit` for each chunk, plus the time to parse and analyse it.
/// Refuses if there is nothing to change, and once it is cancelled. Once it is
/// stopped it ends with the best placement that was found, if any was; of a
/// document it fixes the chunks up to there, and the message says which were
/// not tried. Any thread.
llvm::Expected<Fix>
computeReductionFix(const DialectRegistry &Registry, const Text &Contents,
                    size_t Offset, const OptimizerOptions &Options,
                    ReductionScope Scope = ReductionScope::Chunk,
                    const FixControl &Control = {},
                    Rewriting Choice = Rewriting::No);

/// The progress of the search: the cost of the best choice so far (negative:
/// none yet), and the proven lower bound. The cost is the number of reductions
/// unless they are `IsWeighted`.
std::string describeSearch(int64_t Cost, int64_t LowerBound, bool IsWeighted);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_REDUCTIONFIX_H
