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

bool mlir::noisy::lsp::isBehindWord(const MlirToken &Less,
                                    const MlirToken &Last) {
  return Last.Range.End == Less.Range.Begin &&
         (Last.Kind == TokenKind::Word || Last.Kind == TokenKind::Type ||
          Last.Kind == TokenKind::Attribute);
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
  if (Sign == '<')
    return isBehindWord(Token, Context.Last) ? Opening : Less;
  if (Sign == '>')
    return Context.ClosesWord ? Closing : Greater;
  if (lex::isOpening(Sign))
    return Opening;
  if (lex::isClosing(Sign))
    return Closing;
  // As printed in `[b, 0, f]x[0, i, o]->[b, 0, f]`.
  if (Token.is("->"))
    return byteBefore(Text, Token) == ']' && byteAfter(Text, Token) == '['
               ? Other
               : Arrow;
  if (Token.is(","))
    return Comma;
  if (Context.Bracket == '<')
    return Other;
  if (Token.is("="))
    return isAlone(Text, Token, Context.FollowsAngle) ? Equals : Other;
  // Colons before numbers separate those: "a.mlir":1:2, 0:4.
  if (!Token.is(":") || Context.IsInNames ||
      lex::isDigit(byteAfter(Text, Token)))
    return Other;
  if (Context.Last.Kind == TokenKind::Value &&
      Context.Arguments != ArgumentsKind::None)
    return Context.Arguments == ArgumentsKind::Passed ? Colon : ArgumentColon;
  // As MLIR prints it: {a = 1 : i32}.
  if (Context.Last.Kind == TokenKind::Number ||
      Context.Last.Kind == TokenKind::String)
    return Colon;
  bool FollowsWord = Context.Last.Kind == TokenKind::Word &&
                     !Context.Last.Text.contains('.') &&
                     Context.Last.Range.End == Token.Range.Begin;
  return Context.Bracket == 0 && !FollowsWord ? Colon : InnerColon;
}

/// True if two tokens are the same ones without a blank between them: `- >` is
/// no arrow, and `< =` no comparison.
static bool mayTouch(const MlirToken &Left, const MlirToken &Right) {
  auto isOperator = [](const MlirToken &Token) {
    return Token.Kind == TokenKind::Sign &&
           !StringRef("()[]{}<>,?*").contains(Token.Text.front());
  };
  return !(isOperator(Left) && Right.is(">")) &&
         !(Left.is("<") && isOperator(Right));
}

Spacing mlir::noisy::lsp::findSpacing(const MlirToken &Left,
                                      SpacingRole LeftRole,
                                      const MlirToken &Right,
                                      SpacingRole RightRole, size_t Blanks) {
  using enum SpacingRole;
  if (LeftRole == Opening || RightRole == Closing || RightRole == Comma ||
      RightRole == ArgumentColon)
    return mayTouch(Left, Right) ? Spacing::None
           : Blanks > 1          ? Spacing::One
                                 : Spacing::AsBefore;
  // More of them mean nothing.
  if (Blanks > 1)
    return Spacing::One;
  auto oneIf = [](bool IsNeeded) {
    return IsNeeded ? Spacing::One : Spacing::AsBefore;
  };
  bool FollowsOpening = LeftRole == Less || LeftRole == OpeningBrace;
  bool Closes = RightRole == Greater || RightRole == ClosingBrace;
  switch (RightRole) {
  case Arrow:
  case Equals:
  case Colon:
  case OpeningBrace:
    return oneIf(!FollowsOpening);
  case InnerColon:
    return Spacing::AsBefore;
  default:
    if (LeftRole == ClosingBrace)
      return oneIf(Right.Kind == TokenKind::Word);
    if (LeftRole == Comma)
      return oneIf(!Closes);
    return oneIf(!Closes && (LeftRole == Arrow || LeftRole == Equals ||
                             LeftRole == Colon || LeftRole == InnerColon ||
                             LeftRole == ArgumentColon));
  }
}
