//===- ProblemCodes.h - Codes and messages of several rooms -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_PROBLEMCODES_H
#define NOISY_SERVER_SNAPSHOT_PROBLEMCODES_H

#include "llvm/ADT/StringRef.h"

namespace mlir::noisy::lsp {

/// The beginning of MLIR's message for a symbol that is defined before.
inline constexpr llvm::StringLiteral redefinedSymbolMessage =
    "redefinition of symbol named '";

/// The message of MLIR's parser for a use of an undefined value.
inline constexpr llvm::StringLiteral undefinedValueMessage =
    "use of undeclared SSA value name";

/// The code of a computation that could have less noise (Problem::Code).
inline constexpr llvm::StringLiteral LessNoiseCode = "less-noise";

/// The code of problems with a type that does not exist, if it is known which
/// one was meant.
inline constexpr llvm::StringLiteral UnknownTypeCode = "unknown-type";

/// The code of problems with a name that nothing defines, if it is known which
/// one was meant.
inline constexpr llvm::StringLiteral UnknownNameCode = "unknown-name";

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_PROBLEMCODES_H
