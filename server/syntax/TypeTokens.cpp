//===- TypeTokens.cpp - Types in a text, by letters -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/TypeTokens.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

size_t mlir::noisy::lsp::findTypeEnd(llvm::ArrayRef<MlirToken> Tokens,
                                     size_t Begin) {
  if (Begin == Tokens.size() || (Tokens[Begin].Kind != TokenKind::Word &&
                                 Tokens[Begin].Kind != TokenKind::Type))
    return Begin;
  size_t I = Begin + 1;
  if (I == Tokens.size() || !Tokens[I].is("<"))
    return I;
  unsigned Depth = 0;
  for (; I < Tokens.size(); ++I) {
    Depth += Tokens[I].is("<") || lex::isOpening(Tokens[I].Text.front());
    Depth -= Tokens[I].is(">") || lex::isClosing(Tokens[I].Text.front());
    if (Depth == 0)
      return I + 1;
  }
  return Begin;
}

bool mlir::noisy::lsp::isBuiltinType(StringRef Word, bool HasBrackets) {
  if (HasBrackets)
    return llvm::is_contained(
        {"tensor", "memref", "vector", "complex", "tuple"}, Word);
  if (llvm::is_contained(
          {"index", "bf16", "tf32", "f16", "f32", "f64", "f80", "f128"}, Word))
    return true;
  if (!Word.consume_front("si") && !Word.consume_front("ui") &&
      !Word.consume_front("i"))
    return false;
  return !Word.empty() && llvm::all_of(Word, llvm::isDigit);
}

size_t mlir::noisy::lsp::findCertainTypeEnd(llvm::ArrayRef<MlirToken> Tokens,
                                            size_t Begin) {
  if (Begin < Tokens.size() && Tokens[Begin].Kind == TokenKind::Word) {
    bool HasBrackets = Begin + 1 < Tokens.size() && Tokens[Begin + 1].is("<");
    if (!Tokens[Begin].is("none") &&
        !isBuiltinType(Tokens[Begin].Text, HasBrackets))
      return Begin;
  }
  return findTypeEnd(Tokens, Begin);
}

size_t mlir::noisy::lsp::findClosingToken(llvm::ArrayRef<MlirToken> Tokens,
                                          size_t Open) {
  StringRef Opening = Tokens[Open].Text, Closing = Opening == "{" ? "}" : ")";
  unsigned Depth = 0;
  for (size_t I = Open; I < Tokens.size(); ++I) {
    Depth += Tokens[I].is(Opening);
    Depth -= Tokens[I].is(Closing) && Depth > 0;
    if (Depth == 0)
      return I;
  }
  return Tokens.size();
}

std::vector<StringRef> mlir::noisy::lsp::findUsedTypes(StringRef Text,
                                                       size_t MostTypes) {
  std::vector<MlirToken> Tokens;
  Lexer Source(Text);
  while (std::optional<MlirToken> Token = Source.next())
    if (!Token->isComment())
      Tokens.push_back(*Token);
  /// How often a type is written, and the last place.
  struct Use {
    unsigned Count = 0;
    size_t Last = 0;
  };
  llvm::MapVector<StringRef, Use> Uses;
  for (size_t I = 1; I < Tokens.size(); ++I) {
    const MlirToken &Before = Tokens[I - 1];
    bool CanBeType =
        Before.is(":") || Before.is(",") || Before.is("->") || Before.is("(");
    // `noisy.bound = 3 : i64`
    if (I > 2 && Before.is(":") && Tokens[I - 2].Kind == TokenKind::Number &&
        Tokens[I - 3].is("="))
      continue;
    bool HasBrackets = I + 1 < Tokens.size() && Tokens[I + 1].is("<");
    if (!CanBeType || (Tokens[I].Kind != TokenKind::Type &&
                       !isBuiltinType(Tokens[I].Text, HasBrackets)))
      continue;
    size_t End = findTypeEnd(Tokens, I);
    if (End == I)
      continue;
    Use &Entry =
        Uses[Text.slice(Tokens[I].Range.Begin, Tokens[End - 1].Range.End)];
    ++Entry.Count;
    Entry.Last = I;
    I = End - 1;
  }
  auto Ranked = Uses.takeVector();
  llvm::stable_sort(Ranked, [](const auto &A, const auto &B) {
    return std::make_pair(A.second.Count, A.second.Last) >
           std::make_pair(B.second.Count, B.second.Last);
  });
  std::vector<StringRef> Result;
  for (const auto &[Type, Entry] : llvm::ArrayRef(Ranked).take_front(MostTypes))
    Result.push_back(Type);
  return Result;
}
