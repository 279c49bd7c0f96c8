//===- ForallOutputs.h - The tensors that scf.forall makes ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_FLOW_FORALLOUTPUTS_H
#define NOISY_ANALYSIS_FLOW_FORALLOUTPUTS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::noisy {

/// What is inserted into an encrypted tensor that the turns of `scf.forall`
/// share. None when something else happens to it.
///
/// The buffer is shared, so a turn may see what others have inserted, in any
/// order.
std::optional<SmallVector<Value, 2>> getInserted(scf::ForallOp loop,
                                                 unsigned output);

/// Whether no turn reads what others insert into an encrypted tensor: all uses
/// in the body are of the same slice, and another one in each turn, because
/// each induction variable is an offset where the slice is 1 wide.
bool hasPrivateOutputs(scf::ForallOp loop);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_FLOW_FORALLOUTPUTS_H
