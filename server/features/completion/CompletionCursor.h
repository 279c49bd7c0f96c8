//===- CompletionCursor.h - What letters show of a cursor -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_COMPLETIONCURSOR_H
#define NOISY_SERVER_FEATURES_COMPLETION_COMPLETIONCURSOR_H

#include "server/features/completion/BracketItems.h"
#include "server/features/completion/Completion.h"
#include "server/features/completion/CompletionExcerpt.h"
#include "server/features/completion/CompletionPlace.h"
#include "server/features/completion/CompletionScope.h"

namespace mlir::noisy::lsp {

/// What the letters around a cursor show, before MLIR reads them. Its parts
/// refer to each other, and to the text.
struct CompletionCursor {
  CompletionCursor(llvm::StringRef Text, llvm::ArrayRef<Piece> Pieces,
                   const CompletionQuery &Query);

  CompletionCursor(const CompletionCursor &) = delete;

  /// Finds what is only needed for most lists: all below `Brackets`.
  void readAround(const CompletionQuery &Query);

  bool isCode() const { return Word.Kind == TypedWord::Place::Code; }
  /// Code that is no value, symbol, block, type or attribute by its sigil.
  bool isPlainCode() const { return isCode() && !Word.Sigil; }
  /// The typed word up to the cursor: its last part, and with its dialect.
  llvm::StringRef input() const { return Text.slice(Word.Range.Begin, Offset); }
  llvm::StringRef fullInput() const {
    return Text.slice(Word.FullBegin, Offset);
  }
  bool isTypeOrAttribute() const {
    return Word.Sigil == '!' || Word.Sigil == '#';
  }
  const TypedOperation &operation() const { return Place.Operation; }
  /// The text of the operation from its name on, or else its last line:
  /// brackets that lines before have left open do not matter.
  llvm::StringRef operationText() const;
  /// The scope up to the typed word.
  llvm::StringRef scopeBefore() const {
    return llvm::StringRef(Scope).drop_back(End - Word.FullBegin);
  }

  /// The rest of the function at the cursor, as far as it is searched.
  llvm::StringRef functionBehind() const;
  /// What is searched of the text around for what it calls.
  llvm::StringRef textAround() const;

  llvm::StringRef Text;
  llvm::ArrayRef<Piece> Pieces;
  size_t Offset;
  TypedWord Word;
  /// The byte up to which MLIR reads: it gets the sigil of the typed word and
  /// nothing else of it.
  size_t End;
  /// What MLIR reads, whole and without what is far away.
  std::string Scope;
  CompletionExcerpt Excerpt;
  /// The excerpt up to the typed word, and the place at its end.
  std::string Before;
  CompletionPlace Place;
  std::optional<AngleBrackets> Brackets;

  llvm::StringRef RestOfLine, Rest;
  /// Nothing follows on the line that belongs to the operation.
  bool IsLineEnd = false;
  /// The line up to the typed word.
  llvm::StringRef LineBegin;
  /// Where types are looked for.
  std::string TypesBefore, TypesBehind;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_COMPLETIONCURSOR_H
