//===- OperationStart.h - The beginnings of operations ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The guesses of an outline about the text at `P`; `End` is the end of the
// text. All functions are pure.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SYNTAX_OPERATIONSTART_H
#define NOISY_SERVER_SYNTAX_OPERATIONSTART_H

#include "server/syntax/Lexer.h"

namespace mlir::noisy::lsp::outline {

using namespace lex;

/// True if `{-#` is at `P`.
inline bool isMetadata(const char *P, const char *End) {
  return llvm::StringRef(P, End - P).starts_with("{-#");
}
/// True if the word at `P` is `Word`.
inline bool isWord(const char *P, const char *End, llvm::StringRef Word) {
  return P != End && isWordStart(*P) &&
         llvm::StringRef(P, skipWhile(P, End, WordChar) - P) == Word;
}

/// True if a line that starts with this operation's name is most likely at top
/// level or directly in a module: the operation defines a symbol in one of
/// MLIR's dialects. The name is without quotes and has a dot, or is `module`.
bool isSectionName(llvm::StringRef Operation);
/// True if this operation is a container.
bool isContainerName(llvm::StringRef Operation);

/// The name of the operation that starts at `P`, without results, quotes and
/// more than its own line; empty where it cannot be told. It must look like an
/// operation's name at its end as well.
llvm::StringRef findOperationName(const char *P, const char *End);

/// The end of the results of an operation with their `=`, `%a, %b:2 =`, all on
/// one line; null if there are none at `P`.
const char *skipResults(const char *P, const char *End);

/// True if an alias is defined at `P`: `#name =`, on one line.
bool isAliasDefinition(const char *P, const char *End);

} // namespace mlir::noisy::lsp::outline

#endif // NOISY_SERVER_SYNTAX_OPERATIONSTART_H
