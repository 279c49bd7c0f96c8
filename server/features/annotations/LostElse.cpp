//===- LostElse.cpp - A second region without its else --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/LostElse.h"
#include "server/syntax/LineStart.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The most lines of a first region that are looked at.
static constexpr size_t MaxLines = 1u << 17;

/// The `{` of what MLIR reads as a dictionary, with the error at the first
/// token in it or behind the first word or string in it.
static std::optional<size_t> findBrace(StringRef Bytes, ByteRange Place) {
  StringRef Before = Bytes.take_front(Place.Begin).rtrim();
  if (Bytes.substr(Place.Begin).starts_with("{") && !Before.ends_with("{"))
    return Place.Begin;
  StringRef BeforeWord = Before;
  auto isOfWord = [](char C) {
    return llvm::isAlnum(C) || C == '_' || C == '.';
  };
  if (BeforeWord.consume_back("\""))
    BeforeWord = BeforeWord.take_front(BeforeWord.rfind('"'));
  else
    while (!BeforeWord.empty() && isOfWord(BeforeWord.back()))
      BeforeWord = BeforeWord.drop_back();
  BeforeWord = BeforeWord.rtrim();
  if (!BeforeWord.consume_back("{"))
    return std::nullopt;
  return BeforeWord.size();
}

static bool hasWord(Lexer Tokens, StringRef Word) {
  while (std::optional<MlirToken> Token = Tokens.next())
    if (Token->is(Word))
      return true;
  return false;
}

/// True if the region that ends with the brace before `Brace` is that of an
/// `if`: by indentation.
static bool isBehindIf(const Text &Contents, size_t Brace) {
  StringRef Bytes = Contents.bytes(), Before = Bytes.take_front(Brace).rtrim();
  if (!Before.ends_with("}"))
    return false;
  size_t Last = Contents.lineAt(Before.size() - 1);
  auto lineOf = [&](size_t Number) {
    return Bytes.slice(Contents.lineStart(Number), Contents.lineEnd(Number));
  };
  auto beginsWithIf = [&](StringRef Line) {
    Lexer Tokens(Line);
    while (std::optional<MlirToken> Token = Tokens.next()) {
      if (Token->Kind == TokenKind::Word)
        return (Token->is("scf.if") || Token->is("affine.if")) &&
               !hasWord(Tokens, "else");
      if (Token->is("{") || Token->is("}"))
        return false;
    }
    return false;
  };
  size_t Indentation = lineOf(Last).size() - lineOf(Last).ltrim(" \t").size();
  size_t End = Last - std::min(Last, MaxLines);
  if (!lineOf(Last).ltrim().starts_with("}"))
    return beginsWithIf(lineOf(Last));
  for (size_t Number = Last; Number-- > End;) {
    StringRef Code = lineOf(Number).ltrim(" \t");
    if (lineOf(Number).size() - Code.size() > Indentation ||
        Code.trim().empty() || Code.starts_with("//"))
      continue;
    return beginsWithIf(Code);
  }
  return false;
}

bool mlir::noisy::lsp::settleLostElse(Problem &Issue, const Text &Contents) {
  StringRef Message = Issue.Message;
  if (!Message.ends_with("expected attribute name") &&
      !Message.ends_with("expected '}' in attribute dictionary"))
    return false;
  std::optional<size_t> Brace = findBrace(Contents.bytes(), Issue.Range);
  if (!Brace || !isBehindIf(Contents, *Brace))
    return false;
  // Otherwise it is a dictionary, with another error.
  Lexer Inside(Contents.bytes(), *Brace + 1);
  std::optional<MlirToken> First = nextCode(Inside);
  if (!First || !mustBeginOperation(Contents.bytes(), First->Range.Begin))
    return false;
  Issue.Range = {*Brace, *Brace + 1};
  Issue.Message = "expected 'else' before this '{'";
  return true;
}
