//===- noisy-lsp-server.cpp - The language server -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/AllDialects.h"
#include "server/ServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry Registry;
  mlir::noisy::registerAllDialects(Registry);
  return mlir::noisy::lsp::runServer(argc, argv, Registry);
}
