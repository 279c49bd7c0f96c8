//===- GreedyReductions.h - Reduce where the limit is passed ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_GREEDYREDUCTIONS_H
#define NOISY_OPTIMIZER_GREEDYREDUCTIONS_H

#include "optimizer/NoiseOracle.h"

namespace mlir::noisy {

/// Adds columns to `reducedColumns`, one bit for each column: walks the graph
/// in flow order and, wherever a node passes its limit, reduces the operands,
/// the noisiest first, until it does not; for an operand of a call, the operand
/// or the argument, whichever costs less. One pass over the graph gives a first
/// choice however long the rows are. Nodes on cycles are left alone; the oracle
/// finds their remaining excess.
void reduceGreedily(const NoiseOracle &oracle, ArrayRef<int64_t> costs,
                    llvm::BitVector &reducedColumns);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_GREEDYREDUCTIONS_H
