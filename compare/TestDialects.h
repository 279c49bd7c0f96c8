//===- TestDialects.h - The dialects of MLIR's own tests --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_COMPARE_TESTDIALECTS_H
#define NOISY_COMPARE_TESTDIALECTS_H

namespace mlir {
class DialectRegistry;

namespace noisy {

/// Registers what LLVM's tests use beyond MLIR's dialects: `test`, `test_dyn`,
/// and the extension of `transform`.
void registerTestDialects(DialectRegistry &Registry);

} // namespace noisy
} // namespace mlir

#endif // NOISY_COMPARE_TESTDIALECTS_H
