//===- OpenScopes.cpp - The open brackets of a text being laid out --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/formatting/OpenScopes.h"
#include "server/syntax/LineStart.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The indentation of a region's operations, and of what goes on in other
/// lines where nothing else gives it a place.
static constexpr unsigned RegionStep = 2, ContinuationStep = 4;
/// The bytes that are read for the names of results. Longer lists are taken for
/// a part of the operation before: the time must not be quadratic.
static constexpr size_t MaxNamesSize = 512;
/// The brackets that one closing bracket may leave out, for the same reason.
static constexpr unsigned MaxUnclosed = 16;

OpenScopes::OpenScopes(StringRef Text) : Text(Text) {
  Scope Whole;
  Whole.IsRegion = true;
  Stack.push_back(Whole);
}

static bool isSign(const MlirToken &Token, StringRef Signs) {
  return Token.Kind == TokenKind::Sign && Token.Text.size() == 1 &&
         Signs.contains(Token.Text.front());
}

//===----------------------------------------------------------------------===//
// Guesses
//===----------------------------------------------------------------------===//

/// The scope that a closing bracket closes; nothing if it is one too many. It
/// may leave out brackets that were never closed, but no brace for a ) or ].
std::optional<size_t> OpenScopes::findClosed(const MlirToken &Token) const {
  if (isSign(Token, ">"))
    return Stack.back().Bracket == '<' ? std::optional(Stack.size() - 1)
                                       : std::nullopt;
  if (!isSign(Token, ")]}"))
    return std::nullopt;
  char Opening = lex::openingOf(Token.Text.front());
  size_t I = Stack.size();
  for (unsigned Tries = 0; I-- > 1 && Tries < MaxUnclosed; ++Tries) {
    if (Stack[I].Bracket == Opening)
      return I;
    if (Stack[I].Bracket == '{')
      break;
  }
  return std::nullopt;
}

bool OpenScopes::closesScope(const MlirToken &Token) const {
  return findClosed(Token).has_value();
}

bool OpenScopes::beginsLabel(const MlirToken &Token) const {
  if (Token.Kind != TokenKind::Block || !Stack.back().IsRegion)
    return false;
  Lexer Tokens(Text, Token.Range.End);
  std::optional<MlirToken> Next = nextCode(Tokens);
  if (Next && Next->is("(")) {
    unsigned Depth = 1;
    while (Depth > 0 && (Next = nextCode(Tokens)) && !isSign(*Next, "{}"))
      Depth += isSign(*Next, "([") ? 1 : isSign(*Next, ")]") ? -1 : 0;
    Next = nextCode(Tokens);
  }
  return Next && Next->is(":");
}

/// True if an operation begins with `Token`, the first of a line directly in a
/// region, at `Column`.
bool OpenScopes::beginsOperation(const MlirToken &Token,
                                 unsigned Column) const {
  switch (region().OperationProgress) {
  case Progress::None:
    return true;
  case Progress::Names:
    if (Last.is(","))
      return false;
    break;
  case Progress::Assignment:
    if (Token.Kind != TokenKind::Value)
      return false;
    break;
  case Progress::Label:
    return false;
  case Progress::Body:
    // A name that lacks its `=`.
    if (Token.Kind == TokenKind::Value && region().Operation &&
        Column <= region().Operation->Old && !isSign(Last, ",=:") &&
        !Last.is("->"))
      return true;
    break;
  }
  size_t Begin = Token.Range.Begin;
  if (Stack.size() == 1) {
    // Aliases and resources are at top level only.
    if (Token.isAlias())
      return StringRef(Text.substr(Token.Range.End)).ltrim().starts_with("=");
    if (Text.substr(Begin).starts_with("{-#") || Token.is("module"))
      return true;
  }
  return mustBeginOperation(Text.substr(0, Begin + MaxNamesSize), Begin);
}

//===----------------------------------------------------------------------===//
// Indentation
//===----------------------------------------------------------------------===//

/// The indentation of a line that goes on with an operation.
unsigned OpenScopes::continuationColumn(const MlirToken &Token,
                                        unsigned Column) const {
  const Scope &Innermost = Stack.back();
  const LineColumns First = *region().Operation;
  if (Column > First.Old)
    return Column - First.Old + First.New;
  if (!Innermost.IsRegion)
    return Innermost.EndsLine
               ? Innermost.Line.New +
                     (Innermost.Bracket == '(' ? ContinuationStep : RegionStep)
               : First.New + ContinuationStep;
  bool IsOpen = isSign(Last, ",=:") || Last.is("->");
  bool IsWord = Token.Kind == TokenKind::Word || isSign(Token, "{");
  return First.New + (IsOpen || !IsWord ? ContinuationStep : 0);
}

void OpenScopes::dropAngles(const MlirToken &Token) {
  if (Stack.back().Bracket != '<')
    return;
  bool IsCertain =
      Token.Kind == TokenKind::Value &&
      mustBeginOperation(Text.substr(0, Token.Range.Begin + MaxNamesSize),
                         Token.Range.Begin);
  while (IsCertain && Stack.back().Bracket == '<')
    Stack.pop_back();
}

LineColumns OpenScopes::beginLine(const MlirToken &Token, unsigned Column,
                                  bool IsEdited) {
  BeginsLine = true;
  if (!Stack.back().IsRegion && isSign(Last, "([{<"))
    Stack.back().EndsLine = true;
  Line = {Column, Column};
  if (std::optional<size_t> Closed = findClosed(Token)) {
    const Scope &Ended = Stack[*Closed];
    const std::optional<LineColumns> &Around =
        Stack[Stack[*Closed - 1].Region].Operation;
    if (Ended.IsRegion)
      Line.New = Ended.OuterColumn;
    else if (Around && Column > Around->Old)
      Line.New = Column - Around->Old + Around->New;
    else
      Line.New = Ended.Line.New;
    if (!IsEdited)
      Line.New = Column;
    return Line;
  }
  Scope &Innermost = Stack.back();
  if (beginsLabel(Token)) {
    Line.New = IsEdited ? Innermost.OuterColumn : Column;
    Innermost.Operation = Line;
    Innermost.OperationProgress = Progress::Label;
    return Line;
  }
  if (Innermost.IsRegion &&
      (beginsOperation(Token, Column) || !Innermost.Operation)) {
    if (IsEdited)
      Line.New = Innermost.InnerColumn;
    else
      Innermost.InnerColumn = Column;
    Innermost.Operation = Line;
    Innermost.OperationProgress = Progress::None;
    return Line;
  }
  if (IsEdited && region().Operation)
    Line.New = continuationColumn(Token, Column);
  return Line;
}

std::optional<unsigned> OpenScopes::nextIndentation() const {
  const Scope &Innermost = Stack.back();
  if (Innermost.IsFrozen)
    return std::nullopt;
  if (!Innermost.IsRegion) {
    if (!isSign(Last, "([{<"))
      return std::nullopt;
    return Line.New +
           (Innermost.Bracket == '(' ? ContinuationStep : RegionStep);
  }
  bool IsOpen = Innermost.OperationProgress == Progress::Names ||
                Innermost.OperationProgress == Progress::Assignment ||
                (Innermost.OperationProgress == Progress::Body &&
                 (isSign(Last, ",=:") || Last.is("->")));
  return IsOpen && Innermost.Operation
             ? Innermost.Operation->New + ContinuationStep
             : Innermost.InnerColumn;
}

std::optional<unsigned> OpenScopes::innerColumn() const {
  const Scope &Innermost = Stack.back();
  return Innermost.IsRegion ? std::optional(Innermost.InnerColumn)
                            : std::nullopt;
}

LineColumns OpenScopes::lastLine() const {
  return region().Operation.value_or(Stack.back().Line);
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

/// The arguments that the bracket `Opening`, behind the last token, is around.
ArgumentsKind OpenScopes::findArguments(const MlirToken &Opening) const {
  const Scope &Around = Stack.back();
  if (!Opening.is("(") || !Around.IsRegion)
    return ArgumentsKind::None;
  if (Around.OperationProgress == Progress::Label ||
      (Around.IsFunction && Last.Kind == TokenKind::Symbol))
    return ArgumentsKind::Defined;
  // A list behind a word of the operation: `ins(%a : i32)`.
  bool FollowsWord = !Around.IsFunction && Last.Kind == TokenKind::Word &&
                     !Last.Text.contains('.') &&
                     Last.Range.End == Opening.Range.Begin;
  return FollowsWord || Last.Kind == TokenKind::Block ? ArgumentsKind::Passed
                                                      : ArgumentsKind::None;
}

/// Opens the scope of the bracket `Token`.
void OpenScopes::open(const MlirToken &Token) {
  Scope New;
  New.Bracket = Token.Text.front();
  New.Line = Line;
  New.IsBehindWord = isBehindWord(Token, Last);
  New.IsFrozen = isFrozen();
  New.Arguments = findArguments(Token);
  bool IsBody =
      New.Bracket == '<' && Last.Range.End == Token.Range.Begin &&
      (Last.Kind == TokenKind::Type || Last.Kind == TokenKind::Attribute);
  bool IsResources = Text.substr(Token.Range.Begin).starts_with("{-#");
  New.IsFrozen |= IsBody || IsResources;
  New.IsRegion = New.Bracket == '{' && !New.IsFrozen &&
                 isRegion(Text, {Token.Range.End, Text.size()});
  New.Region = New.IsRegion ? Stack.size() : Stack.back().Region;
  if (New.IsRegion) {
    const std::optional<LineColumns> &Around = region().Operation;
    New.OuterColumn = BeginsLine || !Around ? Line.New : Around->New;
    New.InnerColumn = New.OuterColumn + RegionStep;
  }
  Stack.push_back(std::move(New));
}

/// Notes how far the operation of the innermost region is read with `Token`,
/// which is directly in it.
void OpenScopes::progress(const MlirToken &Token) {
  Scope &Region = Stack.back();
  switch (Region.OperationProgress) {
  case Progress::None:
    if (!Region.Operation || !BeginsLine)
      Region.Operation = Line;
    Region.OperationProgress = Token.Kind == TokenKind::Value ? Progress::Names
                               : beginsLabel(Token)           ? Progress::Label
                                                              : Progress::Body;
    Region.IsFunction =
        Token.Kind == TokenKind::Word && Token.Text.ends_with("func");
    return;
  case Progress::Names:
    if (Token.is("="))
      Region.OperationProgress = Progress::Assignment;
    else if (Token.Kind != TokenKind::Value &&
             Token.Kind != TokenKind::Number && !isSign(Token, ",:"))
      Region.OperationProgress = Progress::Body;
    return;
  case Progress::Assignment:
    Region.OperationProgress = Progress::Body;
    return;
  case Progress::Label:
    if (Token.is(":"))
      Region.OperationProgress = Progress::None;
    return;
  case Progress::Body:
    return;
  }
}

SpacingRole OpenScopes::add(const MlirToken &Token) {
  SpacingContext Context;
  Context.Bracket = Stack.back().IsRegion ? 0 : Stack.back().Bracket;
  Context.Last = Last;
  Context.FollowsAngle = LastClosesAngle;
  Context.IsInNames = Stack.back().IsRegion &&
                      (Stack.back().OperationProgress == Progress::Names ||
                       Stack.back().OperationProgress == Progress::Label);
  Context.Arguments = Stack.back().Arguments;
  std::optional<size_t> Closed = findClosed(Token);
  Context.ClosesWord = Closed && Stack[*Closed].IsBehindWord;
  SpacingRole Role = findSpacingRole(Text, Token, Context);

  LastClosesAngle = false;
  if (Closed) {
    LastClosesAngle = isSign(Token, ">");
    Stack.resize(*Closed);
  } else {
    if (Stack.back().IsRegion)
      progress(Token);
    // `<=` is no bracket.
    bool IsComparison =
        isSign(Token, "<") && Text.substr(Token.Range.End).starts_with("=");
    if (isSign(Token, "([{<") && !IsComparison)
      open(Token);
  }
  Last = Token;
  BeginsLine = false;
  return Role;
}
