//===- CompletionScope.h - The input of a completion ------------*- C++ -*-===//
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

/// The word typed at a cursor, as far as its letters show.
struct TypedWord {
  using Place = TextPlace;

  /// The range from the beginning of the word to the cursor, with %, ^, # and
  /// !; for `arith.addi`, `@a::@b`, `4xi32` and text in quotes only the last
  /// part.
  ByteRange Range;
  /// The beginning with the dialect: that of `arith.addi` and `!noisy.i32`.
  size_t FullBegin = 0;
  Place Kind = Place::Code;
  /// The sigil: %, ^, #, ! or @; 0 if it has none.
  char Sigil = 0;
  /// The text before the last dot of a name with # or !: `noisy` of
  /// `!noisy.i3`.
  llvm::StringRef Dialect;
  /// The names before the last part of a symbol: {"a"} of `@a::@b`.
  std::vector<std::string> Path;
};

/// Returns the word that ends at the byte `Offset` of `Text`.
TypedWord findTypedWord(llvm::StringRef Text, size_t Offset);

/// Returns the text that MLIR has to read to complete at the byte `Offset`: the
/// aliases of the chunk, the headers of the containers around, and the text
/// before `Offset` in its piece. It ends there, as nothing that follows is
/// needed. If operations share values, or if there are no pieces, it is the
/// whole chunk up to `Offset`.
std::string readScope(llvm::StringRef Text, llvm::ArrayRef<Piece> Pieces,
                      size_t Offset);

/// A symbol that is defined elsewhere in the text.
struct NearbySymbol {
  /// The name without @.
  std::string Name;
  /// The name of the operation that defines it: "func.func".
  std::string Operation;
  /// The beginning of its text, on one line.
  std::string Signature;
  /// Its text, as long as it may have a function's types: part of the text.
  llvm::StringRef Header;
  /// The number of containers that it is further out than the cursor.
  unsigned Distance = 0;
  /// The cursor is inside of it.
  bool IsAround = false;
};

/// Returns the symbols defined by pieces that are visible at the byte `Offset`,
/// those of the innermost container first. With a `Path`, the symbols inside of
/// the path's target.
std::vector<NearbySymbol> findNearbySymbols(llvm::StringRef Text,
                                            llvm::ArrayRef<Piece> Pieces,
                                            size_t Offset,
                                            llvm::ArrayRef<std::string> Path);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_COMPLETIONSCOPE_H
