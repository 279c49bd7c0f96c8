//===- LineStart.cpp - What a line in a region begins with ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/LineStart.h"
#include "server/syntax/InnerOperations.h"

using namespace mlir::noisy::lsp;

std::optional<MlirToken> mlir::noisy::lsp::nextCode(Lexer &Tokens) {
  std::optional<MlirToken> Token = Tokens.next();
  while (Token && Token->isComment())
    Token = Tokens.next();
  return Token;
}

bool mlir::noisy::lsp::isRegion(llvm::StringRef Text, ByteRange Inner) {
  Lexer Tokens(Text, Inner.Begin, Inner.End);
  std::optional<MlirToken> First = nextCode(Tokens);
  // With = the name of a result is missing, with the others the rest of one, of
  // the name of a block, or of a comment.
  if (!First || First->is("}") || First->is("=") || First->is("%") ||
      First->is("^") || First->is("/") || First->Kind == TokenKind::Value ||
      First->Kind == TokenKind::Block)
    return true;
  bool IsOnLine = !Text.slice(Inner.Begin, First->Range.Begin).contains('\n');
  // The name of an operation is missing before these, that of a block, or the
  // first of several results.
  if (First->Kind == TokenKind::Symbol || First->is("(") || First->is("{") ||
      First->is(":") || First->is(","))
    return !IsOnLine;
  std::optional<MlirToken> Second = nextCode(Tokens);
  // Another sign is one too many, before an operation or a label; or one of
  // what a dialect writes in braces.
  if (First->Kind != TokenKind::Word && First->Kind != TokenKind::String)
    return !IsOnLine && Second &&
           (Second->Kind == TokenKind::Value ||
            Second->Kind == TokenKind::Block ||
            (Second->Kind == TokenKind::Word && isOperationName(*Second)));
  if (!Second || Second->is("}"))
    return !IsOnLine;
  if (!Second->is(",") && !Second->is("="))
    return true;
  // `{a, b = 1}`. An operation that is broken may have other things there; no
  // attribute begins with the name of an operation: `{c = arith.constant`.
  std::optional<MlirToken> Third = nextCode(Tokens);
  if (Second->is("="))
    return Third && Third->Kind == TokenKind::Word && Third->Text.contains('.');
  return Third && !Third->is("}") && Third->Kind != TokenKind::Word &&
         Third->Kind != TokenKind::String;
}

std::optional<size_t> mlir::noisy::lsp::findIndentation(llvm::StringRef Text,
                                                        size_t Offset) {
  size_t LineBegin = Offset;
  while (LineBegin > 0 &&
         (lex::isBlank(Text[LineBegin - 1]) || Text[LineBegin - 1] == '\r'))
    --LineBegin;
  if (LineBegin > 0 && Text[LineBegin - 1] != '\n')
    return std::nullopt;
  return Offset - LineBegin;
}

bool mlir::noisy::lsp::isOperationName(const MlirToken &Word) {
  return Word.Text.contains('.') || Word.is("return") || Word.is("call");
}

/// True if signs too many stand right before the names of results, or before
/// the name of an operation that they make that of a block.
static bool isBehindSigns(llvm::StringRef Line) {
  llvm::StringRef Rest = Line.ltrim("!#@^%\"");
  if (Rest.size() == Line.size())
    return false;
  // The last one is that of the name.
  llvm::StringRef Names = Line.substr(Line.size() - Rest.size() - 1);
  if (Names.size() < Line.size() && Names.starts_with("%"))
    return readResultNames(Names).Size > 0;
  std::optional<MlirToken> Name = Lexer(Rest).next();
  return Line.starts_with("^") && Name && Name->Kind == TokenKind::Word &&
         Name->Text.contains('.') &&
         !Rest.drop_front(Name->Text.size()).ltrim().starts_with(":") &&
         !Rest.drop_front(Name->Text.size()).starts_with("(");
}

bool mlir::noisy::lsp::beginsOperation(llvm::StringRef Text, size_t Offset) {
  Lexer Tokens(Text, Offset);
  std::optional<MlirToken> First = nextCode(Tokens);
  if (!First)
    return false;
  if (First->Kind == TokenKind::Value)
    return readResultNames(Text.substr(Offset)).Size > 0;
  if (isBehindSigns(Text.substr(Offset)))
    return true;
  std::optional<MlirToken> Second = nextCode(Tokens);
  if (First->Kind == TokenKind::String)
    return Second && Second->is("(");
  return First->Kind == TokenKind::Word &&
         (!Second ||
          (!Second->is("=") && !Second->is(",") && !Second->is("}") &&
           (!Second->is(":") || isOperationName(*First))) ||
          Text.slice(First->Range.End, Second->Range.Begin).contains('\n'));
}

bool mlir::noisy::lsp::mustBeginOperation(llvm::StringRef Text, size_t Offset) {
  Lexer Tokens(Text, Offset);
  std::optional<MlirToken> First = nextCode(Tokens);
  return First && beginsOperation(Text, Offset) &&
         (First->Kind != TokenKind::Word || isOperationName(*First));
}
