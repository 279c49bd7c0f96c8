//===- ServerMain.h - The options of the server -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SERVERMAIN_H
#define NOISY_SERVER_SERVERMAIN_H

#include "mlir/IR/DialectRegistry.h"

namespace mlir::noisy::lsp {

/// Runs the language server with the dialects of `Registry` and the options of
/// the arguments; returns the exit status of the process.
int serverMain(int argc, char **argv, DialectRegistry &Registry);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SERVERMAIN_H
