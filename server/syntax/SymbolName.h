//===- SymbolName.h - The names of symbols in text --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SYNTAX_SYMBOLNAME_H
#define NOISY_SERVER_SYNTAX_SYMBOLNAME_H

#include "server/text/ByteRange.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::noisy::lsp {

/// The length in bytes of the symbol's name that `Text` begins with, `@a` or
/// `@"a b"`; 0 if there is none.
size_t symbolLength(llvm::StringRef Text);

/// The name that `Text`, such as `@"a b"`, refers to: `a b`. Empty if it does
/// not begin with an @.
std::string symbolName(llvm::StringRef Text);

/// The text that a string, such as `"a b"`, stands for.
std::string unquoted(llvm::StringRef Text);

/// True if a symbol's name can stand without quotes.
bool isBareSymbol(llvm::StringRef Name);

/// Visits the names of symbols in a text, outside of strings and comments:
/// `@a::@b` is one path of two.
void forEachSymbolPath(
    llvm::StringRef Text,
    llvm::function_ref<void(llvm::ArrayRef<ByteRange>)> Visit);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SYNTAX_SYMBOLNAME_H
