//===- UnknownDialects.h - One error for each unknown dialect ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_UNKNOWNDIALECTS_H
#define NOISY_SERVER_BUILD_UNKNOWNDIALECTS_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// Removes repeated errors. Each part with an operation of an unknown dialect
/// has the same error; that of the first part in each chunk is kept, with a
/// note that gives the number of the others.
void foldUnknownDialects(std::vector<Snapshot::Part> &Parts);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_UNKNOWNDIALECTS_H
