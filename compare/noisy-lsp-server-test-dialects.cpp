//===- noisy-lsp-server-test-dialects.cpp - With MLIR's test dialects -----===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/AllDialects.h"
#include "server/ServerMain.h"

// The dialects that LLVM's tests use beyond MLIR's own. Their headers are not
// installed, only the libraries.
namespace test {
void registerTestDialect(mlir::DialectRegistry &);
void registerTestDynDialect(mlir::DialectRegistry &);
void registerTestTransformDialectExtension(mlir::DialectRegistry &);
} // namespace test

int main(int argc, char **argv) {
  mlir::DialectRegistry Registry;
  mlir::noisy::registerAllDialects(Registry);
  test::registerTestDialect(Registry);
  test::registerTestDynDialect(Registry);
  test::registerTestTransformDialectExtension(Registry);
  return mlir::noisy::lsp::runServer(argc, argv, Registry);
}
