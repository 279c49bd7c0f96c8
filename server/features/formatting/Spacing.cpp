//===- Spacing.cpp - The blanks between two tokens ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/formatting/Spacing.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

static char byteBefore(StringRef Text, const MlirToken &Token) {
  return Token.Range.Begin > 0 ? Text[Token.Range.Begin - 1] : '\n';
}
static char byteAfter(StringRef Text, const MlirToken &Token) {
  return Token.Range.End < Text.size() ? Text[Token.Range.End] : '\n';
}

/// True if the `=` is not a part of ==, >=, += or the like.
static bool isAlone(StringRef Text, const MlirToken &Equals,
                    bool FollowsAngle) {
  bool BeginsAlone =
      FollowsAngle ||
      !StringRef("=<>!+-*/|&:~^").contains(byteBefore(Text, Equals));
  return BeginsAlone && !StringRef("=<>").contains(byteAfter(Text, Equals));
}

SpacingRole mlir::noisy::lsp::findSpacingRole(StringRef Text,
                                              const MlirToken &Token,
                                              const SpacingContext &Context) {
  using enum SpacingRole;
  if (Token.Kind != TokenKind::Sign)
    return Other;
  char Sign = Token.Text.front();
  if (Sign == '{')
    return OpeningBrace;
  if (Sign == '}')
    return ClosingBrace;
  if (lex::isOpening(Sign) || Sign == '<')
    return Opening;
  if (lex::isClosing(Sign) || Sign == '>')
    return Closing;
  // As printed in `[b, 0, f]x[0, i, o]->[b, 0, f]`.
  if (Token.is("->"))
    return byteBefore(Text, Token) == ']' && byteAfter(Text, Token) == '['
               ? Other
               : Arrow;
  if (Context.Bracket == '<')
    return Other;
  if (Token.is("="))
    return isAlone(Text, Token, Context.FollowsAngle) ? Equals : Other;
  if (Token.is(","))
    return Comma;
  // Colons before numbers separate those: "a.mlir":1:2, 0:4.
  if (!Token.is(":") || Context.IsInNames ||
      lex::isDigit(byteAfter(Text, Token)))
    return Other;
  // As MLIR prints it: {a = 1 : i32}.
  if (Context.Last.Kind == TokenKind::Number ||
      Context.Last.Kind == TokenKind::String)
    return Colon;
  bool FollowsWord = Context.Last.Kind == TokenKind::Word &&
                     !Context.Last.Text.contains('.') &&
                     Context.Last.Range.End == Token.Range.Begin;
  return Context.Bracket == 0 && !FollowsWord ? Colon : InnerColon;
}

bool mlir::noisy::lsp::needsOneBlank(SpacingRole Left, SpacingRole Right,
                                     size_t Blanks, bool IsWord) {
  using enum SpacingRole;
  // More of them mean nothing.
  if (Blanks > 1)
    return true;
  bool FollowsOpening = Left == Opening || Left == OpeningBrace;
  bool Closes = Right == Closing || Right == ClosingBrace;
  switch (Right) {
  case Arrow:
  case Equals:
  case Colon:
  case OpeningBrace:
    return !FollowsOpening;
  case InnerColon:
    return false;
  default:
    if (Left == ClosingBrace)
      return IsWord;
    if (Left == Comma)
      return !Closes;
    return !Closes && (Left == Arrow || Left == Equals || Left == Colon ||
                       Left == InnerColon);
  }
}
