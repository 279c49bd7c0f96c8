//===- CompletionScope.h - What a word is completed from --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_COMPLETIONSCOPE_H
#define NOISY_SERVER_FEATURES_COMPLETION_COMPLETIONSCOPE_H

#include "server/syntax/Lexer.h"
#include "server/syntax/Outline.h"
#include "server/text/ByteRange.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// The word that is typed at a cursor, as far as letters tell.
struct TypedWord {
  using Place = TextPlace;

  /// From where the word begins to the cursor; %, ^, # and ! belong to it. Of
  /// `arith.addi`, of `@a::@b` and of what is in quotes, the last part.
  ByteRange Where;
  Place In = Place::Code;
  /// %, ^, #, ! or @; 0 when it has none.
  char Sigil = 0;
  /// What is before the last dot of a name with # or !: `noisy` of `!noisy.i3`.
  llvm::StringRef Dialect;
  /// What is before the last part of a symbol: {"a"} of `@a::@b`.
  std::vector<std::string> Path;
};

/// The word that ends at the byte `Offset` of `Text`.
TypedWord findTypedWord(llvm::StringRef Text, size_t Offset);

/// The text that MLIR has to read to know what can stand at the byte `Offset`:
/// the aliases of the chunk, the headers of the containers around, and what is
/// before `Offset` in its piece. Nothing that follows is needed, so it ends
/// there. Where operations share values the whole chunk up to `Offset`, and
/// also when there are no pieces.
std::string readScope(llvm::StringRef Text, llvm::ArrayRef<Piece> Pieces,
                      size_t Offset);

/// A symbol that is defined somewhere else in the text.
struct NearbySymbol {
  /// Without the @.
  std::string Name;
  /// Of the operation that defines it: "func.func".
  std::string Operation;
  /// The beginning of its text, in one line.
  std::string Signature;
  /// How many containers further out it stands.
  unsigned Distance = 0;
};

/// The symbols that can be named at the byte `Offset`, those of the innermost
/// container first: what pieces define. With a `Path`, those inside of what it
/// names.
std::vector<NearbySymbol> findNearbySymbols(llvm::StringRef Text,
                                            llvm::ArrayRef<Piece> Pieces,
                                            size_t Offset,
                                            llvm::ArrayRef<std::string> Path);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_COMPLETIONSCOPE_H
