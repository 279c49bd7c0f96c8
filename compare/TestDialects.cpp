//===- TestDialects.cpp - The dialects of MLIR's own tests ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compare/TestDialects.h"

// Their headers are not installed, only the libraries.
namespace test {
void registerTestDialect(mlir::DialectRegistry &);
void registerTestDynDialect(mlir::DialectRegistry &);
void registerTestTransformDialectExtension(mlir::DialectRegistry &);
} // namespace test

void mlir::noisy::registerTestDialects(DialectRegistry &Registry) {
  test::registerTestDialect(Registry);
  test::registerTestDynDialect(Registry);
  test::registerTestTransformDialectExtension(Registry);
}
