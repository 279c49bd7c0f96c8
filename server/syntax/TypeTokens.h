//===- TypeTokens.h - Types in a text, by letters ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SYNTAX_TYPETOKENS_H
#define NOISY_SERVER_SYNTAX_TYPETOKENS_H

#include "server/syntax/Lexer.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace mlir::noisy::lsp {

/// The number of the token after the type that begins at number `Begin`: a
/// word or a name with a `!`, with what follows in `<>`. `Begin` itself if none
/// begins there, or its brackets are not closed.
size_t findTypeEnd(llvm::ArrayRef<MlirToken> Tokens, size_t Begin);

/// The same, for a type that certainly is one: a word has to be that of a
/// builtin type.
size_t findCertainTypeEnd(llvm::ArrayRef<MlirToken> Tokens, size_t Begin);

/// The number of the token that closes the bracket `(` or `{` at number `Open`;
/// the number of tokens if none does. Other brackets do not count.
size_t findClosingToken(llvm::ArrayRef<MlirToken> Tokens, size_t Open);

/// True for the name of a builtin type; some need what is in their `<>`.
bool isBuiltinType(llvm::StringRef Word, bool HasBrackets);

/// The types that a text writes, the most frequent ones first, then those that
/// are written later: builtin types and those with a `!`, where a type can
/// stand; not those of the numbers in attributes. At most `MostTypes`, with
/// line feeds as they are. Takes linear time.
std::vector<llvm::StringRef> findUsedTypes(llvm::StringRef Text,
                                           size_t MostTypes);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SYNTAX_TYPETOKENS_H
