//===- UnknownDialects.h - Tells of unknown dialects once -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_UNKNOWNDIALECTS_H
#define NOISY_SERVER_BUILD_UNKNOWNDIALECTS_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// Every part with an operation of a dialect that MLIR does not know has the
/// same error. Keeps that of the first part in each chunk, with a note that
/// says how many others there are.
void foldUnknownDialects(std::vector<Snapshot::Part> &Parts);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_UNKNOWNDIALECTS_H
