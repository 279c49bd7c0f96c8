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

/// Adds to `reduced`, one bit for each column: in the order of the flow,
/// wherever something passes its limit, reduces the operands, the noisiest
/// first, until it does not. One pass over the graph, so that there is a choice
/// to begin with however long the rows are. What is on circles is left as it
/// is; the oracle tells what remains.
void reduceGreedily(const NoiseOracle &oracle, llvm::BitVector &reduced);

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_GREEDYREDUCTIONS_H
