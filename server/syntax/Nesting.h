//===- Nesting.h - The depth of nested brackets -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SYNTAX_NESTING_H
#define NOISY_SERVER_SYNTAX_NESTING_H

#include "server/threads/ParserStack.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace mlir::noisy::lsp {

/// The byte offset of the first bracket, or sign in a row of signs, that nests
/// deeper than `Limit`; nothing if there is none. Strings and comments are
/// ignored.
std::optional<size_t> findDeepNesting(llvm::StringRef Text,
                                      unsigned Limit = maxNesting());

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SYNTAX_NESTING_H
