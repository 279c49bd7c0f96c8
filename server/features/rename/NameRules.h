//===- NameRules.h - How names are written ----------------------*- C++ -*-===//
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

#include "server/text/ByteRange.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::noisy::lsp {

/// What somebody gave as a new name.
struct NewName {
  /// Without its sigil, and without quotes.
  std::string Name;
  /// Why it is none, for the user; empty when it is one.
  std::string Refusal;
};

/// Reads a name that goes behind `Sigil`, which is one of % ^ @ # !. It may be
/// given with or without that, a symbol in quotes as well.
NewName readNewName(char Sigil, llvm::StringRef Given);

/// Whether a name behind `Sigil` that is written without quotes and followed by
/// the byte `Next` would go on with that.
bool goesOn(char Sigil, llvm::StringRef Name, char Next);

/// Whether a symbol's name can stand without quotes.
bool isBareSymbol(llvm::StringRef Name);

/// What stands for a name inside of quotes.
std::string escapeName(llvm::StringRef Name);

/// Visits all that is written like a name behind `Sigil` (% ^ # !), with the
/// sigil, outside of strings and comments; of `%r#1` this is `%r`.
void forEachName(llvm::StringRef Text, char Sigil,
                 llvm::function_ref<void(ByteRange)> Visit);

/// The first place where `Name` stands with neither a letter nor anything else
/// of names before or behind it, in strings and comments too; npos when there
/// is none. For text that cannot be read properly.
size_t findWord(llvm::StringRef Text, llvm::StringRef Name);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_RENAME_NAMERULES_H
