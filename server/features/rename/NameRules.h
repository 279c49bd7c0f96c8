//===- NameRules.h - Spelling of names --------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of MLIR's lexer for the names of values (%), blocks (^), symbols
// (@) and aliases (# and !), for those who write names.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_RENAME_NAMERULES_H
#define NOISY_SERVER_FEATURES_RENAME_NAMERULES_H

#include "server/syntax/SymbolName.h"
#include "server/text/ByteRange.h"
#include "server/text/Refusal.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::noisy::lsp {

/// Reads a new name from the user, to put after `Sigil`, one of % ^ @ # !. The
/// input may include the sigil, and a symbol may be in quotes; the result is
/// without. Refuses invalid names.
llvm::Expected<std::string> readNewName(char Sigil, llvm::StringRef Input);

/// True if a name after `Sigil`, written without quotes, would absorb the
/// following byte `Next`.
bool goesOn(char Sigil, llvm::StringRef Name, char Next);

/// The name with the escapes that it needs in quotes.
std::string escapeName(llvm::StringRef Name);

/// Visits all text that is spelled like a name after `Sigil` (% ^ # !), with
/// the sigil, outside of strings and comments; for `%r#1` visits `%r`.
void forEachName(llvm::StringRef Text, char Sigil,
                 llvm::function_ref<void(ByteRange)> Visit);

/// Returns the first place of `Name` with no letter or other character of names
/// before or after it, in strings and comments too; npos if there is none. For
/// text that does not parse.
size_t findWord(llvm::StringRef Text, llvm::StringRef Name);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_RENAME_NAMERULES_H
