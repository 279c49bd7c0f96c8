//===- ForallOutputs.h - The output tensors of scf.forall -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_FLOW_FORALLOUTPUTS_H
#define NOISY_ANALYSIS_FLOW_FORALLOUTPUTS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::noisy {

/// The values inserted into an encrypted tensor that the iterations of
/// `scf.forall` share. None if the tensor has any other use.
///
/// The buffer is shared, so an iteration may see the insertions of others, in
/// any order.
std::optional<SmallVector<Value, 2>> getInserted(scf::ForallOp loop,
                                                 unsigned output);

/// True if no iteration reads what others insert into an encrypted tensor: all
/// uses in the body are of the same slice, which differs in each iteration,
/// because each induction variable is an offset in a dimension where the slice
/// is 1 wide.
bool hasPrivateOutputs(scf::ForallOp loop);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_FLOW_FORALLOUTPUTS_H
