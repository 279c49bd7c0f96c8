//===- AllDialects.h - The dialects that the tools know ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_DIALECT_ALLDIALECTS_H
#define NOISY_DIALECT_ALLDIALECTS_H

namespace mlir {
class DialectRegistry;

namespace noisy {

/// Registers the noisy dialect, and every dialect and extension of MLIR.
void registerAllDialects(DialectRegistry &registry);

} // namespace noisy
} // namespace mlir

#endif // NOISY_DIALECT_ALLDIALECTS_H
