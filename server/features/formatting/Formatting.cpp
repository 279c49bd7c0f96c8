//===- Formatting.cpp - The layout of a text ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/formatting/Formatting.h"
#include "server/features/formatting/Layout.h"
#include "server/syntax/Outline.h"
#include "server/text/TextLines.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The most times that a broken text is formatted until nothing changes.
static constexpr unsigned MaxRounds = 8;

namespace {
/// A chunk between two split markers.
struct ChunkBrackets {
  ByteRange Range;
  /// True if all brackets but < and > match.
  bool AreBalanced = true;
};

/// What the tokens of a text say about it as a whole.
struct TextSurvey {
  std::vector<ChunkBrackets> Chunks;
  /// True if a comment names a line by its distance, as in `expected-error@+2`
  /// and `[[@LINE-1]]`.
  bool CountsLines = false;
};
} // namespace

static bool countsLines(StringRef Comment) {
  for (size_t At; (At = Comment.find('@')) != StringRef::npos;) {
    Comment = Comment.drop_front(At + 1);
    if (!Comment.empty() &&
        (Comment.front() == '+' || Comment.front() == '-' ||
         lex::isDigit(Comment.front()) || Comment.starts_with("LINE")))
      return true;
  }
  return false;
}

static TextSurvey survey(StringRef Text) {
  TextSurvey Result;
  ChunkBrackets Chunk;
  std::vector<char> Open;
  auto finish = [&](size_t End) {
    Chunk.Range.End = End;
    Chunk.AreBalanced &= Open.empty();
    Result.Chunks.push_back(Chunk);
    Chunk = {{End, End}};
    Open.clear();
  };
  Lexer Tokens(Text);
  while (std::optional<MlirToken> Token = Tokens.next()) {
    char Sign = Token->Text.front();
    if (Token->Kind == TokenKind::SplitMarker)
      finish(Token->Range.Begin);
    else if (Token->isComment())
      Result.CountsLines = Result.CountsLines || countsLines(Token->Text);
    else if (lex::isOpening(Sign))
      Open.push_back(Sign);
    else if (lex::isClosing(Sign)) {
      if (!Open.empty() && Open.back() == lex::openingOf(Sign))
        Open.pop_back();
      else
        Chunk.AreBalanced = false;
    }
  }
  finish(Text.size());
  return Result;
}

/// Adds the parts of a chunk whose brackets do not match.
static void addBrokenParts(StringRef Text, ByteRange Chunk,
                           std::vector<LayoutPart> &Parts) {
  using enum LayoutPart::Kind;
  Parts.push_back({Chunk.Begin, Unclear});
  Outline Pieces = Outline::scan(Text.slice(Chunk.Begin, Chunk.End));
  for (const Piece &Piece : Pieces.pieces()) {
    // Without a symbol it may be a part of what is broken.
    bool IsClear = !Piece.Info->IsUnbalanced &&
                   Piece.Kind == PieceKind::Operation &&
                   !Piece.Info->Symbol.empty();
    Parts.push_back(
        {Chunk.Begin + Piece.Range.Begin, IsClear ? InPlace : Unclear});
    Parts.push_back({Chunk.Begin + Piece.Range.End, Unclear});
  }
}

/// What an outline of broken text finds depends on the indentation, so that a
/// second formatting may change more.
struct FormattedOnce {
  std::vector<ByteEdit> Edits;
  bool IsBroken = false;
};

static FormattedOnce formatOnce(StringRef Text, ByteRange Lines) {
  TextSurvey Survey = survey(Text);
  std::vector<LayoutPart> Parts;
  FormattedOnce Result;
  for (const ChunkBrackets &Chunk : Survey.Chunks) {
    Result.IsBroken |= !Chunk.AreBalanced;
    if (Chunk.AreBalanced)
      Parts.push_back({Chunk.Range.Begin, LayoutPart::Kind::TopLevel});
    else
      addBrokenParts(Text, Chunk.Range, Parts);
  }
  LayoutOptions Options;
  Options.Lines = Lines;
  Options.KeepsBlankLines = Survey.CountsLines;
  Result.Edits = layOut(Text, Parts, Options);
  return Result;
}

/// The edits that give `Text` the white space of `NewText`. Both have the same
/// tokens.
static std::vector<ByteEdit> findSpaceEdits(StringRef Text, StringRef NewText) {
  static constexpr char Space[] = " \t\r\n";
  auto isSpace = [](char C) { return StringRef(Space).contains(C); };
  std::vector<ByteEdit> Result;
  size_t Old = 0, New = 0;
  while (Old < Text.size() || New < NewText.size()) {
    StringRef OldSpace = Text.substr(Old).take_while(isSpace);
    StringRef NewSpace = NewText.substr(New).take_while(isSpace);
    addMinimalEdit(Text, {Old, Old + OldSpace.size()}, NewSpace, Result);
    Old += OldSpace.size();
    New += NewSpace.size();
    // Up to the next blank in either text: there may be new ones in a word.
    size_t Begin = Old;
    while (Old < Text.size() && New < NewText.size() && !isSpace(Text[Old]) &&
           Text[Old] == NewText[New]) {
      ++Old;
      ++New;
    }
    // Only blanks may differ: else nothing is touched.
    if (Old == Begin && (Old < Text.size() || New < NewText.size()))
      return {};
  }
  return Result;
}

/// The range of the lines with the bytes of `Range`, without the last line end.
static ByteRange linesAround(StringRef Text, ByteRange Range) {
  size_t End = std::min(Range.End, Text.size());
  while (End < Text.size() && !lex::isLineEnd(Text[End]))
    ++End;
  return {lineBeginAt(Text, std::min(Range.Begin, Text.size())), End};
}

std::vector<ByteEdit> mlir::noisy::lsp::formatText(StringRef Text) {
  FormattedOnce First = formatOnce(Text, {0, Text.size()});
  if (!First.IsBroken || First.Edits.empty())
    return First.Edits;
  std::string NewText = applyEdits(Text, First.Edits);
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    std::vector<ByteEdit> More = formatOnce(NewText, {0, NewText.size()}).Edits;
    if (More.empty())
      return Round == 0 ? First.Edits : findSpaceEdits(Text, NewText);
    NewText = applyEdits(NewText, More);
  }
  return findSpaceEdits(Text, NewText);
}

std::vector<ByteEdit> mlir::noisy::lsp::formatLines(StringRef Text,
                                                    ByteRange Range) {
  // A selection of whole lines ends at the beginning of the next one.
  if (Range.Begin < Range.End && Range.End <= Text.size() &&
      lex::isLineEnd(Text[Range.End - 1]))
    --Range.End;
  return formatOnce(Text, linesAround(Text, Range)).Edits;
}

std::vector<ByteEdit> mlir::noisy::lsp::formatTyped(StringRef Text,
                                                    size_t Offset) {
  Offset = std::min(Offset, Text.size());
  if (Text.take_front(Offset).ends_with("@@"))
    return findTextPlace(Text, Offset) == TextPlace::Code
               ? std::vector<ByteEdit>{{{Offset - 1, Offset}, ""}}
               : std::vector<ByteEdit>();
  LayoutOptions Options;
  Options.Lines = linesAround(Text, {Offset, Offset});
  Options.KeepsBlankLines = true;
  size_t LineBegin = Options.Lines.Begin;
  StringRef Before = Text.slice(LineBegin, Offset);
  if (Before.trim(" \t").empty() && LineBegin > 0) {
    // The line before is finished with this one.
    size_t LastEnd = LineBegin - 1;
    if (LastEnd > 0 && Text[LastEnd] == '\n' && Text[LastEnd - 1] == '\r')
      --LastEnd;
    Options.Lines.Begin = lineBeginAt(Text, LastEnd);
    Options.TypedLine = Offset;
  } else if (Before.trim(" \t") != "}") {
    return {};
  }
  if (findTextPlace(Text, LineBegin) != TextPlace::Code)
    return {};
  // From the beginning of the chunk; brackets that are missing before do no
  // harm, because all lines before stay.
  size_t Chunk = lex::findLastSplitMarker(Text, LineBegin);
  std::vector<LayoutPart> Parts;
  Parts.push_back({0, LayoutPart::Kind::Unclear});
  Parts.push_back(
      {Chunk == StringRef::npos ? 0 : Chunk, LayoutPart::Kind::TopLevel});
  return layOut(Text.take_front(Options.Lines.End), Parts, Options);
}
