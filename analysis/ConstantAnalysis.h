//===- ConstantAnalysis.h - Constants that are no integers ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_CONSTANTANALYSIS_H
#define NOISY_ANALYSIS_CONSTANTANALYSIS_H

#include "analysis/BlockwiseAnalysis.h"
#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"

namespace mlir::noisy {

/// Whether `ConstantAnalysis` says of a value what constant it is. It says so
/// of all values but
///   - integers: `RangeAnalysis` does;
///   - encrypted values: they are no constants, and where dead code analysis
///     asks, they are unknown from the start.
bool mayBeOtherConstant(Value value);

/// What folding the operation would give, the operands being these constants
/// (null where they are not known); none where it gives nothing. Leaves the
/// operation as it was.
std::optional<SmallVector<OpFoldResult>>
foldSpeculatively(Operation *op, ArrayRef<Attribute> operands);

/// Whether what `op` computes has to do without an operand of which nothing is
/// known yet: in a region without order, operations can stand in a circle, and
/// would wait for each other for ever.
bool mayWaitForever(Operation *op);

/// MLIR's constant propagation for all values that are neither integers nor
/// encrypted. Operations with encrypted operands never wait for these: in
/// MLIR, they would wait for ever, and a branch on a decrypted value would be
/// taken for dead.
class ConstantAnalysis
    : public BlockwiseAnalysis<dataflow::SparseConstantPropagation> {
public:
  using BlockwiseAnalysis::BlockwiseAnalysis;

protected:
  bool concerns(Value value) override { return mayBeOtherConstant(value); }
  LogicalResult visitLive(Operation *op) override;
  LogicalResult visitOperation(
      Operation *op,
      ArrayRef<const dataflow::Lattice<dataflow::ConstantValue> *> operands,
      ArrayRef<dataflow::Lattice<dataflow::ConstantValue> *> results) override;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_CONSTANTANALYSIS_H
