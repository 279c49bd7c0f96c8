//===- ForeignDialectCode.h - The code of a problem -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_FOREIGNDIALECTCODE_H
#define NOISY_SERVER_SNAPSHOT_FOREIGNDIALECTCODE_H

#include "llvm/ADT/StringRef.h"

namespace mlir::noisy::lsp {

/// The code of problems that say that nothing is known of a dialect.
inline constexpr llvm::StringLiteral foreignDialectCode = "foreign-dialect";
/// What the message begins with that is told once for each dialect.
inline constexpr llvm::StringLiteral foreignDialectMessage = "the dialect '";
/// What the messages end with about operations of such dialects that are not
/// read: once for all without the name of a dialect, and for each form of the
/// others.
inline constexpr llvm::StringLiteral unreadShortNameMessage =
    "' is probably an operation of a dialect that is not known here; it is not "
    "read, and its results are unknown";
inline constexpr llvm::StringLiteral unreadFormMessage =
    " cannot be read without its dialect, which is not known here; its results "
    "are unknown";

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_FOREIGNDIALECTCODE_H
