//===- MissingParts.cpp - The place of what is missing --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/MissingParts.h"
#include "server/syntax/Brackets.h"
#include "server/syntax/LineStart.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The number of blank lines and comments that are looked through.
static constexpr unsigned MaxLines = 100;

/// The begin of MLIR's message for a block whose last operation is no
/// terminator.
static constexpr llvm::StringLiteral NoTerminator = "block with no terminator";

/// The first token of a line, if a new operation, a label or the end of a
/// region certainly begins with it.
static std::optional<MlirToken> findBegin(StringRef Text, ByteRange Line) {
  std::optional<MlirToken> First = Lexer(Text, Line.Begin, Line.End).next();
  if (!First || First->isComment())
    return std::nullopt;
  bool IsBegin = First->is("}") || First->Kind == TokenKind::Block ||
                 mustBeginOperation(Text, First->Range.Begin);
  return IsBegin ? First : std::nullopt;
}

/// The last token before a line that is no comment.
static std::optional<MlirToken> findLastBefore(const Text &Contents,
                                               size_t Line) {
  for (unsigned Tries = 0; Line > 0 && Tries < MaxLines; ++Tries) {
    --Line;
    std::optional<MlirToken> Last;
    Lexer Tokens(Contents.bytes(), Contents.lineStart(Line),
                 Contents.lineEnd(Line));
    while (std::optional<MlirToken> Token = Tokens.next()) {
      if (Token->Kind == TokenKind::SplitMarker)
        return std::nullopt;
      if (!Token->isComment())
        Last = Token;
    }
    if (Last)
      return Last;
  }
  return std::nullopt;
}

/// Moves the error of what is no operation from the end of the line before to
/// its begin.
static void settleNoOperation(Problem &Issue, const Text &Contents) {
  StringRef Bytes = Contents.bytes();
  if (Bytes.take_front(Issue.Range.Begin).rtrim().ends_with("="))
    return;
  Lexer Tokens(Bytes, Issue.Range.Begin);
  std::optional<MlirToken> Next = nextCode(Tokens);
  if (Next && !Next->is("}"))
    Issue.Range = Next->Range;
}

/// True if only blanks stand before `Offset` in its line.
static bool beginsLine(const Text &Contents, size_t Offset) {
  size_t Begin = Contents.lineStart(Contents.lineAt(Offset));
  return Contents.bytes().slice(Begin, Offset).trim().empty();
}

/// Moves the error of a block without a terminator from its last operation to
/// the brace or label that ends the block. The operation may be unfinished,
/// with other brackets open.
static void settleNoTerminator(Problem &Issue, const Text &Contents) {
  Lexer Tokens(Contents.bytes(), Issue.Range.Begin);
  unsigned Depth = 0;
  while (std::optional<MlirToken> Token = Tokens.next()) {
    bool IsEnd = Token->is("}") || (Token->Kind == TokenKind::Block &&
                                    beginsLine(Contents, Token->Range.Begin));
    if (Depth == 0 && IsEnd) {
      Issue.Range = Token->Range;
      return;
    }
    Depth += Token->is("{");
    Depth -= Token->is("}");
    if (Token->Kind == TokenKind::SplitMarker)
      return;
  }
}

/// Moves the error of an empty block from the operation around to its label, or
/// to the bracket of a region that has nothing in it.
static void settleEmptyBlock(Problem &Issue, const Text &Contents) {
  Lexer Tokens(Contents.bytes(), Issue.Range.Begin);
  OpenBrackets Open;
  std::optional<MlirToken> Label, Last;
  unsigned Depth = 0;
  bool IsBehind = false, IsDictionary = false;
  while (std::optional<MlirToken> Token = Tokens.next()) {
    if (Token->Kind == TokenKind::SplitMarker)
      return;
    if (Token->isComment())
      continue;
    bool IsFirst = beginsLine(Contents, Token->Range.Begin);
    bool IsLabel = Token->Kind == TokenKind::Block && IsFirst;
    // Labels behind the operation are not its own.
    if (Open.empty() &&
        (Token->is("}") ||
         (IsFirst && Token->Range.Begin > Issue.Range.Begin &&
          mustBeginOperation(Contents.bytes(), Token->Range.Begin))))
      return;
    if (IsBehind && (IsLabel || Token->is("}"))) {
      Issue.Range = Label->Range;
      return;
    }
    IsBehind = false;
    if (Token->Kind == TokenKind::Sign && Token->Text.size() == 1)
      Open.add(Token->Text.front());
    if (Token->is("{"))
      IsDictionary = Last && Last->is("attributes");
    if (Token->is("}") && Open.empty() && Last && Last->is("{") &&
        !IsDictionary) {
      Issue.Range = Last->Range;
      return;
    }
    Last = Token;
    if (IsLabel) {
      Label = Token;
      Depth = 0;
    } else if (Label) {
      // Behind the label and its arguments.
      Depth += Token->is("(");
      Depth -= Depth > 0 && Token->is(")");
      IsBehind = Depth == 0 && Token->is(":");
      if (!IsBehind && Depth == 0 && !Token->is(")"))
        Label.reset();
    }
  }
}

void mlir::noisy::lsp::settleOmittedEnd(Problem &Issue, const Text &Contents,
                                        StringRef Name) {
  StringRef Bytes = Contents.bytes();
  Lexer Tokens(Bytes, Issue.Range.Begin);
  OpenBrackets Open;
  bool IsInRegion = false, IsEnded = false;
  while (std::optional<MlirToken> Token = nextCode(Tokens)) {
    if (Token->Kind == TokenKind::SplitMarker)
      return;
    bool WasOpen = !Open.empty();
    if (Token->Kind == TokenKind::Sign && Token->Text.size() == 1)
      Open.add(Token->Text.front());
    if (!WasOpen && !Open.empty()) {
      IsInRegion =
          Token->is("{") && isRegion(Bytes, {Token->Range.End, Bytes.size()});
      IsEnded = false;
      continue;
    }
    if (WasOpen && Open.empty() && IsInRegion) {
      if (!IsEnded) {
        Issue.Range = Token->Range;
        return;
      }
      IsInRegion = false;
      continue;
    }
    // Another operation begins behind the regions.
    if (!WasOpen && beginsLine(Contents, Token->Range.Begin) &&
        mustBeginOperation(Bytes, Token->Range.Begin) &&
        Token->Range.Begin > Issue.Range.Begin)
      return;
    // The last line in the region itself, not in one of its own.
    if (Open.size() == 1 && beginsLine(Contents, Token->Range.Begin))
      IsEnded = Token->is(Name);
  }
}

void mlir::noisy::lsp::settleMissing(
    Problem &Issue, const Text &Contents,
    llvm::function_ref<bool()> MayFollowBroken) {
  StringRef Message = Issue.Message;
  if (Issue.Source == "mlir" && Message.starts_with(NoTerminator))
    return settleNoTerminator(Issue, Contents);
  if (Issue.Source == "mlir" &&
      (Message.starts_with("empty block") ||
       Message.ends_with(" op expects a non-empty block")))
    return settleEmptyBlock(Issue, Contents);
  if (Issue.Source == "mlir" &&
      Message.starts_with("expected operation name in quotes"))
    return settleNoOperation(Issue, Contents);
  if (Issue.Source != "mlir" || Issue.Severity != Problem::Level::Error ||
      !(Message.starts_with("expected ") || Message.contains("' expected ")))
    return;
  if (!MayFollowBroken())
    return;
  size_t Place = Issue.Range.Begin, Number = Contents.lineAt(Place);
  // What an operation says at its own name is about itself.
  if (Message.consume_front("custom op '") &&
      Contents.bytes().substr(Place).starts_with(Message.split('\'').first))
    return;
  ByteRange Line = {Contents.lineStart(Number), Contents.lineEnd(Number)};
  std::optional<MlirToken> First = findBegin(Contents.bytes(), Line);
  if (!First || Place < First->Range.Begin)
    return;
  // MLIR may have taken the name of the next operation's result for an operand.
  bool IsTaken = Place > First->Range.Begin;
  if (IsTaken) {
    Lexer Tokens(Contents.bytes(), First->Range.End, Line.End);
    std::optional<MlirToken> Equals = Tokens.next(), Name = Tokens.next();
    if (First->Kind != TokenKind::Value || !Equals || !Equals->is("=") ||
        !Name || Place > Name->Range.Begin)
      return;
  }
  std::optional<MlirToken> Last = findLastBefore(Contents, Number);
  // After an open region, or another one, nothing is missing.
  if (!Last || Last->is("{") || Last->is("}"))
    return;
  Issue.Range = {Last->Range.End - 1, Last->Range.End};
  if (IsTaken)
    Issue.Message = "expected SSA operand";
}
