//===- PassedBuffers.h - Buffers that functions get -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_MEMORY_PASSEDBUFFERS_H
#define NOISY_ANALYSIS_MEMORY_PASSEDBUFFERS_H

#include "analysis/flow/FunctionUses.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::noisy {

/// The functions that get encrypted buffers from calls that are all in sight:
/// private ones that `func.call` calls by name and nothing else names, and that
/// cannot be reached again from their own calls. Each call of such a function
/// passes a buffer on, and comes back with what is in it then.
///
/// Nothing is said of what is done with the buffers, or whether two of them are
/// the same.
class PassedBuffers {
public:
  /// None.
  PassedBuffers() = default;
  /// Those below `root`.
  PassedBuffers(Operation *root, const FunctionUses &uses,
                SymbolTableCollection &symbols);

  /// The argument of a function that an operand of its call becomes; null if
  /// that is no encrypted buffer, or the function is none of these.
  BlockArgument getArgument(OpOperand &operand) const;

  /// The calls of the function with an argument, a buffer; empty if it is none
  /// of these.
  ArrayRef<CallOpInterface> getCalls(BlockArgument argument) const;

  bool isEmpty() const { return callsOf.empty(); }

private:
  /// The calls of each function, and their callees.
  llvm::DenseMap<Operation *, SmallVector<CallOpInterface, 2>> callsOf;
  llvm::DenseMap<Operation *, Operation *> calleeOf;
};

/// True for an encrypted memref with known dimensions.
bool isNoisyBuffer(Type type);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_MEMORY_PASSEDBUFFERS_H
