//===- OutlineMarks.h - Places inside of a large piece ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A large function is one piece, and an edit would read all of it again. Its
// marks keep the state of the scanner at some of its lines: after an edit a
// scan begins at the last mark before it, and goes to the last mark of all as
// soon as it comes to one in the same state.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SYNTAX_OUTLINEMARKS_H
#define NOISY_SERVER_SYNTAX_OUTLINEMARKS_H

#include "server/syntax/Outline.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::noisy::lsp::outline {

/// What was seen in a part of a piece.
struct PieceNotes {
  bool AsksForNames = false;
  bool UsesValues = false;
  bool UsesResources = false;
  bool IsUnbalanced = false;
  /// As PieceInfo::AliasUses.
  std::vector<std::string> AliasUses;
};

/// The state of the scanner at the beginning of a line inside of brackets.
struct PieceMark {
  /// The line, and the end of the last token before it; from the beginning of
  /// the piece, in bytes.
  size_t Line = 0;
  size_t TokenEnd = 0;
  llvm::SmallVector<char, 8> Brackets;
  /// Of the text since the mark before, or since the beginning.
  std::shared_ptr<const PieceNotes> Before;
};

/// The marks of one piece, all between the same outermost brackets. Immutable
/// once the piece is complete.
struct PieceMarks {
  /// What the scanner knows of the piece when it comes to any of the marks.
  PieceInfo Info;
  uint32_t FirstIndentation = 0;
  bool InAttributes = false;
  bool InResults = false;
  unsigned Angles = 0;
  /// In the order of the text.
  std::vector<PieceMark> List;
  /// As PieceNotes::AliasUses, of the text since the last mark.
  std::vector<std::string> LastAliasUses;

  /// The distance from a mark to the next one, in bytes. It grows, so that
  /// there are few marks in a text of any size.
  static size_t distanceAt(size_t Line) { return 512 + Line / 256; }
};

} // namespace mlir::noisy::lsp::outline

#endif // NOISY_SERVER_SYNTAX_OUTLINEMARKS_H
