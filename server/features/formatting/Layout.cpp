//===- Layout.cpp - The blanks of a text, token by token ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/formatting/Layout.h"
#include "server/features/formatting/OpenScopes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

namespace {

/// The white space before a token, or at the end of the text.
struct Gap {
  ByteRange Range;
  /// The ranges of its line ends.
  std::vector<ByteRange> LineEnds;

  /// The blanks in front of the token, if it is the first one of its line.
  ByteRange indentation() const {
    return {LineEnds.empty() ? Range.Begin : LineEnds.back().End, Range.End};
  }
};

class Layouter {
public:
  Layouter(StringRef Text, const std::vector<LayoutPart> &Parts,
           const LayoutOptions &Options)
      : Text(Text), Parts(Parts), Options(Options) {}

  std::vector<ByteEdit> run();

private:
  /// A comment in a line of its own, which moves with the code that follows.
  struct WaitingComment {
    ByteRange Indentation;
    unsigned Column = 0;
    /// It may go on with the comment at the end of the line before.
    bool Continues = false;
    /// A directive of lit or FileCheck: `CHECK:`.
    bool IsDirective = false;
  };

  void beginPart(const LayoutPart &Part);
  void add(const MlirToken &Token, bool IsFirstInLine, ByteRange Indentation,
           size_t LineEnds);
  void beginCodeLine(const MlirToken &Token, ByteRange Indentation);
  void placeComments(unsigned NewColumn);
  void shiftComments(unsigned OldColumn, unsigned NewColumn);
  void finishComments();
  void tidyGap(const Gap &Gap, bool IsEndOfText);
  void indentTypedLine(const Gap &Gap);
  void space(const MlirToken &Token, SpacingRole Role, ByteRange Blanks);
  void replace(ByteRange Range, StringRef NewText);
  void indent(ByteRange Indentation, unsigned Column);

  const StringRef Text;
  const std::vector<LayoutPart> &Parts;
  const LayoutOptions &Options;
  std::vector<ByteEdit> Edits;
  LayoutPart::Kind PartKind = LayoutPart::Kind::TopLevel;
  bool IsFirstLineOfPart = true;
  OpenScopes Scopes;
  /// The last token that is no comment, and its role.
  MlirToken LastCode;
  SpacingRole LastRole = SpacingRole::Other;
  size_t LastEnd = 0;
  std::vector<WaitingComment> Comments;
  /// The last token is a comment at the end of a line, or may go on with one.
  bool FollowsComment = false;
};

} // namespace

/// The column behind blanks; a tab goes to the next even one, so that a tab for
/// each level gives the indentation of that level.
static unsigned columnAfter(StringRef Blanks) {
  unsigned Column = 0;
  for (char C : Blanks)
    Column += C == '\t' ? 2 - Column % 2 : 1;
  return Column;
}

/// True for a comment that lit or FileCheck reads: `// CHECK-NEXT: return`.
static bool isDirective(StringRef Comment) {
  StringRef Rest = Comment.ltrim("/").ltrim(" \t");
  StringRef Word = Rest.take_while([](char C) {
    return (C >= 'A' && C <= 'Z') || lex::isDigit(C) || C == '-' || C == '_';
  });
  return Word.size() > 1 && Rest.drop_front(Word.size()).starts_with(":");
}

static Gap readGap(StringRef Text, ByteRange Range) {
  Gap Result{Range, {}};
  for (size_t P = Range.Begin; P < Range.End; ++P) {
    if (!lex::isLineEnd(Text[P]))
      continue;
    bool IsPair = Text[P] == '\r' && P + 1 < Range.End && Text[P + 1] == '\n';
    Result.LineEnds.push_back({P, P + 1 + IsPair});
    P += IsPair;
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

void Layouter::replace(ByteRange Range, StringRef NewText) {
  if (Range.Begin >= Options.Lines.Begin && Range.End <= Options.Lines.End)
    addMinimalEdit(Text, Range, NewText, Edits);
}

void Layouter::indent(ByteRange Indentation, unsigned Column) {
  replace(Indentation, std::string(Column, ' '));
}

/// Removes blanks at line ends, and all but one of several blank lines; at the
/// beginning and the end of the text all of them. The indentation stays.
void Layouter::tidyGap(const Gap &Gap, bool IsEndOfText) {
  if (Gap.LineEnds.empty()) {
    if (IsEndOfText)
      replace(Gap.Range, "");
    return;
  }
  size_t Kept = Gap.LineEnds.size();
  if (!Options.KeepsBlankLines) {
    size_t MaxKept = Gap.Range.Begin == 0 ? 0 : IsEndOfText ? 1 : 2;
    Kept = std::min(Kept, MaxKept);
  }
  size_t End = Gap.Range.Begin;
  for (ByteRange LineEnd : llvm::ArrayRef(Gap.LineEnds).take_front(Kept)) {
    replace({End, LineEnd.Begin}, "");
    End = LineEnd.End;
  }
  replace({End, IsEndOfText ? Gap.Range.End : Gap.LineEnds.back().End}, "");
}

void Layouter::space(const MlirToken &Token, SpacingRole Role,
                     ByteRange Blanks) {
  switch (findSpacing(LastCode, LastRole, Token, Role, Blanks.size())) {
  case Spacing::None:
    return replace(Blanks, "");
  case Spacing::One:
    return replace(Blanks, " ");
  case Spacing::AsBefore:
    return;
  }
}

//===----------------------------------------------------------------------===//
// Comments
//===----------------------------------------------------------------------===//

/// Moves the waiting comments like the code line after them, unless they stand
/// right above where it will be. One in the first column is there on purpose,
/// unless the code is there, too.
/// Gives the comments the column of the code that follows. Those that go on
/// with a comment at the end of a line stay below it, and directives of tests
/// in the first column.
void Layouter::placeComments(unsigned NewColumn) {
  bool IsBelow = true;
  for (const WaitingComment &Comment : Comments) {
    IsBelow = IsBelow && Comment.Continues && Comment.Column > NewColumn;
    if (!IsBelow && !(Comment.IsDirective && Comment.Column == 0))
      indent(Comment.Indentation, NewColumn);
  }
  Comments.clear();
}

void Layouter::shiftComments(unsigned OldColumn, unsigned NewColumn) {
  for (const WaitingComment &Comment : Comments) {
    unsigned Column = Comment.Column;
    if (Column == OldColumn)
      Column = NewColumn;
    else if (Column > 0 && Column != NewColumn)
      Column = std::max(Column + NewColumn, OldColumn) - OldColumn;
    indent(Comment.Indentation, Column);
  }
  Comments.clear();
}

/// Moves comments at the end of a region like the operation before them.
void Layouter::finishComments() {
  if (Comments.empty())
    return;
  if (std::optional<unsigned> Column = Scopes.innerColumn())
    return placeComments(*Column);
  LineColumns Last = Scopes.lastLine();
  shiftComments(Last.Old, Last.New);
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

void Layouter::beginPart(const LayoutPart &Part) {
  finishComments();
  Scopes = OpenScopes(Text);
  PartKind = Part.PartKind;
  IsFirstLineOfPart = true;
  LastCode = {};
  LastRole = SpacingRole::Other;
  FollowsComment = false;
}

/// Handles the first token of a line, if it is code.
void Layouter::beginCodeLine(const MlirToken &Token, ByteRange Indentation) {
  Scopes.dropAngles(Token);
  bool IsBeforeTyped =
      Options.TypedLine && Indentation.End < *Options.TypedLine;
  bool Stays = (IsFirstLineOfPart && PartKind == LayoutPart::Kind::InPlace) ||
               (IsBeforeTyped && !Scopes.beginsLabel(Token));
  bool IsEdited = Options.Lines.Begin <= Indentation.Begin &&
                  Indentation.End <= Options.Lines.End && !Stays &&
                  !Scopes.isFrozen();
  IsFirstLineOfPart = false;
  if (Scopes.closesScope(Token))
    finishComments();
  unsigned Column = columnAfter(Text.slice(Indentation.Begin, Indentation.End));
  // The blank that preceded the cursor is no indentation.
  if (Options.TypedLine && Indentation.Begin <= *Options.TypedLine &&
      *Options.TypedLine <= Indentation.End)
    Column = std::min(Column, Scopes.lastColumn());
  LineColumns Line = Scopes.beginLine(Token, Column, IsEdited);
  placeComments(Line.New);
  if (IsEdited)
    indent(Indentation, Line.New);
}

void Layouter::add(const MlirToken &Token, bool IsFirstInLine, ByteRange Blanks,
                   size_t LineEnds) {
  bool IsFrozen = Scopes.isFrozen();
  if (Token.isComment()) {
    bool Continues = IsFirstInLine && FollowsComment && LineEnds == 1;
    if (IsFirstInLine && !IsFrozen && Token.Kind == TokenKind::Comment)
      Comments.push_back({Blanks,
                          columnAfter(Text.slice(Blanks.Begin, Blanks.End)),
                          Continues, isDirective(Token.Text)});
    FollowsComment = !IsFirstInLine || Continues;
    return;
  }
  FollowsComment = false;
  if (IsFirstInLine)
    beginCodeLine(Token, Blanks);
  SpacingRole Role = Scopes.add(Token);
  if (!IsFirstInLine && !IsFrozen)
    space(Token, Role, Blanks);
  LastCode = Token;
  LastRole = Role;
}

/// Indents the line in which the user types, which has no tokens yet.
void Layouter::indentTypedLine(const Gap &Gap) {
  size_t Typed = *Options.TypedLine;
  for (size_t I = 0; I < Gap.LineEnds.size(); ++I) {
    size_t Begin = Gap.LineEnds[I].End;
    bool IsLast = I + 1 == Gap.LineEnds.size();
    size_t End = IsLast ? Gap.Range.End : Gap.LineEnds[I + 1].Begin;
    if (Begin <= Typed && Typed <= End && (!IsLast || End == Text.size()))
      if (std::optional<unsigned> Column = Scopes.nextIndentation())
        indent({Begin, End}, *Column);
  }
}

std::vector<ByteEdit> Layouter::run() {
  Lexer Tokens(Text);
  auto Part = Parts.begin();
  for (bool IsEnd = false; !IsEnd;) {
    std::optional<MlirToken> Token = Tokens.next();
    IsEnd = !Token;
    size_t Begin = Token ? Token->Range.Begin : Text.size();
    Gap Before = readGap(Text, {LastEnd, Begin});
    if (Options.TypedLine) {
      if (!Scopes.isFrozen())
        indentTypedLine(Before);
      if (!Before.LineEnds.empty() && !Scopes.isFrozen())
        replace({LastEnd, Before.LineEnds.front().Begin}, "");
    } else if (!Scopes.isFrozen()) {
      tidyGap(Before, IsEnd);
    }
    for (; Part != Parts.end() && Part->Begin <= Begin; ++Part)
      beginPart(*Part);
    if (!Token)
      break;
    bool IsFirstInLine = !Before.LineEnds.empty() || LastEnd == 0;
    if (PartKind != LayoutPart::Kind::Unclear)
      add(*Token, IsFirstInLine, Before.indentation(), Before.LineEnds.size());
    LastEnd = Token->Range.End;
    // The blanks at the end of a comment are part of it.
    if (Token->isComment())
      LastEnd -= Token->Text.size() - Token->Text.rtrim(" \t").size();
  }
  finishComments();
  llvm::stable_sort(Edits, [](const ByteEdit &Left, const ByteEdit &Right) {
    return Left.Range.Begin < Right.Range.Begin;
  });
  return std::move(Edits);
}

void mlir::noisy::lsp::addMinimalEdit(StringRef Text, ByteRange Range,
                                      StringRef NewText,
                                      std::vector<ByteEdit> &Edits) {
  StringRef Old = Text.slice(Range.Begin, Range.End);
  while (!Old.empty() && !NewText.empty() && Old.front() == NewText.front()) {
    Old = Old.drop_front();
    NewText = NewText.drop_front();
    ++Range.Begin;
  }
  while (!Old.empty() && !NewText.empty() && Old.back() == NewText.back()) {
    Old = Old.drop_back();
    NewText = NewText.drop_back();
    --Range.End;
  }
  if (!Old.empty() || !NewText.empty())
    Edits.push_back({Range, NewText.str()});
}

std::vector<ByteEdit>
mlir::noisy::lsp::layOut(StringRef Text, const std::vector<LayoutPart> &Parts,
                         const LayoutOptions &Options) {
  return Layouter(Text, Parts, Options).run();
}
