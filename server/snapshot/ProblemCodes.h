//===- ProblemCodes.h - Codes that several rooms know -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_PROBLEMCODES_H
#define NOISY_SERVER_SNAPSHOT_PROBLEMCODES_H

#include "llvm/ADT/StringRef.h"

namespace mlir::noisy::lsp {

/// The code of a computation that could have less noise (Problem::Code).
inline constexpr llvm::StringLiteral LessNoiseCode = "less-noise";

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_PROBLEMCODES_H
