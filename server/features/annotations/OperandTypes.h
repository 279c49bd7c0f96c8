//===- OperandTypes.h - Operands and results of a wrong type ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_ANNOTATIONS_OPERANDTYPES_H
#define NOISY_SERVER_FEATURES_ANNOTATIONS_OPERANDTYPES_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// Puts the error about the type of an operand, which MLIR has at the operation
/// with a number, at the name of the value, and says the name. That about a
/// result names it, and stays at the operation. The problem's range is in the
/// text of `State`. Leaves all other problems as they are, and those whose
/// values are not found.
void settleOperandType(Problem &Issue, const Snapshot &State);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_ANNOTATIONS_OPERANDTYPES_H
