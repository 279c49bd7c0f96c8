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
/// the arguments (`noisy-lsp-server --help`); returns the exit status of the
/// process. For the `main` of a server with dialects of its own, which should
/// do nothing else that takes time: the server starts copies of its program for
/// work that could crash. Operations that implement `NoiseOpInterface`
/// (dialect/NoisyOps.h) are followed like those of the noisy dialect, and need
/// `registerAllDialects` (dialect/AllDialects.h), or at least NoisyDialect.
int runServer(int argc, char **argv, DialectRegistry &Registry);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SERVERMAIN_H
