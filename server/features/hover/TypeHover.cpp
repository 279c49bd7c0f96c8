//===- TypeHover.cpp - Hovers of types and attributes ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/hover/TypeHover.h"
#include "server/features/hover/TypeExplanation.h"
#include "server/syntax/Lexer.h"
#include "server/text/Utf8.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The maximum number of bytes shown of a type.
static constexpr size_t MaxTypeBytes = 300;

/// The tokens of the line at `Offset`.
static llvm::SmallVector<MlirToken> tokensOfLine(StringRef Text,
                                                 size_t Offset) {
  auto isLineEnd = [](char C) { return C == '\n' || C == '\r'; };
  size_t Begin = Offset, End = Offset;
  while (Begin > 0 && !isLineEnd(Text[Begin - 1]))
    --Begin;
  while (End < Text.size() && !isLineEnd(Text[End]))
    ++End;
  llvm::SmallVector<MlirToken> Result;
  Lexer Tokens(Text, Begin, End);
  while (std::optional<MlirToken> Token = Tokens.next())
    Result.push_back(*Token);
  return Result;
}

/// The name of the documentation of a type or attribute (OperationDocs) that
/// begins with a word of the builtin dialect; empty for another word.
static std::string builtinDoc(StringRef Word, bool IsUnranked) {
  if (Word == "memref" || Word == "tensor")
    return (IsUnranked ? "!unranked_" : "!") + Word.str();
  StringRef Rest = Word;
  uint64_t Bits;
  if ((Rest.consume_front("si") || Rest.consume_front("ui") ||
       Rest.consume_front("i")) &&
      !Rest.getAsInteger(10, Bits))
    return "!integer";
  return llvm::StringSwitch<std::string>(Word)
      .Cases({"vector", "tuple", "complex", "index", "none"}, "!" + Word.str())
      .Cases({"bf16", "tf32"}, "!" + Word.str())
      .Case("strided", "#strided_layout")
      .Case("affine_map", "#affine_map")
      .Case("affine_set", "#integer_set")
      .Case("dense", "#dense_int_or_fp_elements")
      .Case("sparse", "#sparse_elements")
      .Case("dense_resource", "#dense_resource_elements")
      .Case("array", "#dense_array")
      .Default(Word.starts_with("f") && Word.size() > 1 && lex::isDigit(Word[1])
                   ? "!" + Word.str()
                   : "");
}

/// The range of a type or attribute with its brackets, from the token `First`.
static ByteRange wholeRange(llvm::ArrayRef<MlirToken> Tokens, size_t First) {
  ByteRange Result = Tokens[First].Range;
  size_t Depth = 0;
  for (const MlirToken &Token : Tokens.drop_front(First + 1)) {
    if (Depth == 0 && (!Token.is("<") || Token.Range.Begin != Result.End))
      break;
    if (Token.is("<"))
      ++Depth;
    if (Token.is(">") && --Depth == 0) {
      Result.End = Token.Range.End;
      break;
    }
  }
  return Result;
}

/// The value of the alias that is defined last before a place, or else first
/// behind it, in a line of its own: `#map = affine_map<...>`.
static std::string findAliasValue(StringRef Text, size_t Place,
                                  StringRef Name) {
  std::string Value;
  for (size_t At = Text.find(Name); At != StringRef::npos;
       At = Text.find(Name, At + 1)) {
    if (At > Place && !Value.empty())
      break;
    StringRef Rest = Text.drop_front(At + Name.size()).ltrim(" \t");
    if ((At == 0 || Text[At - 1] == '\n') && Rest.consume_front("="))
      Value = Rest.take_until([](char C) { return C == '\n' || C == '\r'; })
                  .split("//")
                  .first.trim()
                  .str();
  }
  return Value;
}

/// The hover of the type or attribute that begins with a token.
static std::optional<HoverInfo>
describe(StringRef Text, llvm::ArrayRef<MlirToken> Tokens, size_t First) {
  const MlirToken &Token = Tokens[First];
  bool IsFirstOf =
      Token.Kind == TokenKind::Type || Token.Kind == TokenKind::Attribute;
  bool HasBrackets = First + 1 < Tokens.size() && Tokens[First + 1].is("<");
  bool IsUnranked =
      HasBrackets && First + 2 < Tokens.size() && Tokens[First + 2].is("*");
  // A name in a dictionary.
  if (First + 1 < Tokens.size() && Tokens[First + 1].is("="))
    return std::nullopt;
  std::string Name = IsFirstOf ? Token.Text.str()
                     : Token.Kind == TokenKind::Word
                         ? builtinDoc(Token.Text, IsUnranked)
                         : "";
  if (Name.empty())
    return std::nullopt;
  ByteRange Whole = wholeRange(Tokens, First);
  HoverInfo Hover;
  Hover.Topic = HoverInfo::Subject::Type;
  Hover.Range = Token.Range;
  Hover.Source = cutShort(Text.slice(Whole.Begin, Whole.End), MaxTypeBytes);
  Hover.Explanation =
      explainType(Text.slice(Whole.Begin, Whole.End), [&](StringRef Alias) {
        return findAliasValue(Text, Whole.Begin, Alias);
      });
  Hover.Doc = findOperationDoc(Name);
  if (!Hover.Doc && Hover.Explanation.empty())
    return std::nullopt;
  return Hover;
}

std::optional<HoverInfo> mlir::noisy::lsp::getTypeHover(StringRef Text,
                                                        size_t Offset) {
  llvm::SmallVector<MlirToken> Tokens = tokensOfLine(Text, Offset);
  size_t Number = 0;
  while (Number < Tokens.size() && Tokens[Number].Range.End <= Offset)
    ++Number;
  // The cursor may be right behind a name.
  bool IsInside =
      Number < Tokens.size() && Tokens[Number].Range.Begin <= Offset;
  bool IsName = IsInside && Tokens[Number].Kind != TokenKind::Sign;
  if (!IsName && Number > 0 && Tokens[Number - 1].Range.End == Offset)
    --Number;
  else if (!IsInside)
    return std::nullopt;
  const MlirToken &Token = Tokens[Number];
  if (Token.isComment() || Token.Kind == TokenKind::String)
    return std::nullopt;
  if (auto Hover = describe(Text, Tokens, Number))
    return Hover;
  if (Token.Kind != TokenKind::Word && Token.Kind != TokenKind::Number)
    return std::nullopt;
  size_t Depth = 0;
  for (size_t I = Number; I-- > 1;) {
    if (Tokens[I].is(">"))
      ++Depth;
    if (!Tokens[I].is("<"))
      continue;
    if (Depth > 0) {
      --Depth;
      continue;
    }
    if (auto Hover = describe(Text, Tokens, I - 1)) {
      Hover->Range = Token.Range;
      return Hover;
    }
  }
  return std::nullopt;
}
