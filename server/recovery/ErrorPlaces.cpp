//===- ErrorPlaces.cpp - Where MLIR's errors belong -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/recovery/ErrorPlaces.h"
#include "server/parse/OperationNames.h"
#include "server/syntax/Brackets.h"
#include "server/syntax/Lexer.h"
#include "server/syntax/LineStart.h"

using namespace mlir::noisy::lsp;

/// MLIR's message where a name in quotes is not followed by operands.
static constexpr llvm::StringLiteral missingOperandsMessage =
    "expected '(' to start operand list";

/// MLIR's messages where it reads no attribute in a dictionary, and nothing
/// that goes on with one.
static constexpr llvm::StringLiteral missingAttributeMessage =
                                         "expected attribute name",
                                     unendedDictionaryMessage =
                                         "expected '}' in attribute dictionary";

ByteRange mlir::noisy::lsp::findCode(llvm::StringRef Text, ByteRange Range) {
  Lexer Tokens(Text, Range.Begin, Range.End);
  ByteRange Result = {Range.Begin, Range.Begin};
  while (std::optional<MlirToken> Token = Tokens.next())
    if (!Token->isComment())
      Result = {Result.empty() ? Token->Range.Begin : Result.Begin,
                Token->Range.End};
  return Result;
}

size_t mlir::noisy::lsp::findWrongBegin(llvm::StringRef Text, size_t Offset) {
  llvm::StringRef Before = Text.take_front(Offset).rtrim();
  Lexer Tokens(Text, Offset);
  std::optional<MlirToken> Next = nextCode(Tokens);
  return Next && !Before.ends_with("=") ? Next->Range.Begin : Offset;
}

std::optional<size_t> mlir::noisy::lsp::findReadBegin(llvm::StringRef Text,
                                                      const Problem &Issue,
                                                      size_t Offset) {
  llvm::StringRef Before = Text.take_front(Offset);
  llvm::StringRef Line = Before.drop_front(Before.rfind('\n') + 1);
  if (Issue.Message == missingNameMessage ||
      Issue.Code == UnknownOperationCode.str())
    return Line.trim().empty() ? std::optional(Offset) : std::nullopt;
  if (Issue.Message != missingOperandsMessage)
    return std::nullopt;
  Lexer Tokens(Text, Offset - Line.size());
  std::optional<MlirToken> First = nextCode(Tokens);
  return First && First->Kind == TokenKind::String
             ? std::optional(First->Range.Begin)
             : std::nullopt;
}

bool mlir::noisy::lsp::isReadAsDictionary(llvm::StringRef Text,
                                          ByteRange Operation,
                                          const Problem &Issue, size_t Offset) {
  llvm::StringRef Message = Issue.Message;
  if (!Message.ends_with(missingAttributeMessage) &&
      !Message.ends_with(unendedDictionaryMessage))
    return false;
  return Text.take_front(Operation.Begin).rtrim().ends_with("{") &&
         !haveOpenBracket(Text, {Operation.Begin, Offset});
}

void mlir::noisy::lsp::moveToOpenName(Problem &Issue, llvm::StringRef Text,
                                      size_t TextBegin) {
  size_t Offset = Issue.Range.Begin - std::min(Issue.Range.Begin, TextBegin);
  llvm::StringRef Before = Text.take_front(Offset), Code = Before.rtrim();
  if (!Code.ends_with(".") || !Before.drop_front(Code.size()).contains('\n'))
    return;
  Lexer Tokens(Text, Code.rfind('\n') + 1, Code.size());
  std::optional<MlirToken> Last, Open;
  while ((Last = Tokens.next()))
    if (Last->Kind == TokenKind::Type || Last->Kind == TokenKind::Attribute)
      Open = Last;
    else if (!Last->is("."))
      Open = std::nullopt;
  if (!Open)
    return;
  Issue.Message =
      ("expected a name after '" + Code.drop_front(Open->Range.Begin) + "'")
          .str();
  Issue.Range = ByteRange{Code.size() - 1, Code.size()}.shift(TextBegin);
  Issue.Code.clear();
  Issue.Replacement.clear();
  Issue.Notes.clear();
}
