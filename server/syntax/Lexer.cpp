//===- Lexer.cpp - The tokens of MLIR text --------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/Lexer.h"
#include "server/text/TextLines.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::lex;
using llvm::StringRef;

static constexpr std::array<uint8_t, 256> makeCharSets() {
  std::array<uint8_t, 256> Sets = {};
  auto addTo = [&](uint8_t Set, std::string_view Chars) {
    for (char C : Chars)
      Sets[static_cast<unsigned char>(C)] |= Set;
  };
  for (int C = 0; C < 256; ++C)
    if ((C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') ||
        (C >= '0' && C <= '9'))
      Sets[C] |= WordChar | SuffixChar;
  addTo(WordChar, "_$.");
  addTo(SuffixChar, "_$.-");
  // As in MLIR's lexer, these end a string.
  addTo(StringStop, "\"\\\n\v\f/");
  addTo(CommentStop, "\n\r/");
  addTo(InnerStop | OuterStop, "\n\r\"/(){}[]#!<");
  addTo(OuterStop, "%");
  return Sets;
}
constexpr std::array<uint8_t, 256> lex::CharSets = makeCharSets();

size_t lex::findSplitMarker(StringRef Text, size_t Begin) {
  for (; (Begin = Text.find(SplitMarker, Begin)) != StringRef::npos; ++Begin)
    if (isSplitMarker(Text.data() + Begin, Text.end()))
      break;
  return Begin;
}

size_t lex::findLastSplitMarker(StringRef Text, size_t End) {
  size_t Offset = End;
  do
    Offset = Text.take_front(Offset).rfind(SplitMarker);
  while (Offset != StringRef::npos &&
         !isSplitMarker(Text.data() + Offset, Text.end()));
  return Offset;
}

static const char *skipDigits(const char *P, const char *End) {
  while (P != End && isDigit(*P))
    ++P;
  return P;
}

const char *lex::skipSuffix(const char *P, const char *End) {
  return P != End && isDigit(*P) ? skipDigits(P, End)
                                 : skipWhile(P, End, SuffixChar);
}

const char *lex::skipName(const char *P, const char *End) {
  const char *Name = P + 1;
  if (*P == '@') {
    if (Name != End && *Name == '"')
      return skipString(Name, End);
    return Name != End && isWordStart(*Name) ? skipWhile(Name, End, WordChar)
                                             : P;
  }
  // `#-}` ends what `{-#` began.
  if (*P == '#' && StringRef(Name, End - Name).starts_with("-}"))
    return P;
  const char *NameEnd = skipSuffix(Name, End);
  if (NameEnd == Name)
    return P;
  bool IsResult = *P == '%' && End - NameEnd > 1 && *NameEnd == '#';
  return IsResult && isDigit(NameEnd[1]) ? skipDigits(NameEnd + 1, End)
                                         : NameEnd;
}

const char *lex::skipString(const char *P, const char *End) {
  for (++P;;) {
    P = skipUntil(P, End, StringStop);
    if (P == End)
      return P;
    switch (*P) {
    case '"':
      return P + 1;
    case '/':
      if (isSplitMarker(P, End))
        return P;
      ++P;
      continue;
    case '\\':
      ++P;
      // Ends of strings and markers count also after a backslash.
      if (P != End && (*P == '"' || *P == '\\'))
        ++P;
      continue;
    default: // the end of the line
      return P;
    }
  }
}

bool lex::isClosedString(StringRef String) {
  if (String.size() < 2 || !String.consume_back("\""))
    return false;
  // An escaped quote does not close, but an escaped backslash does not escape.
  return (String.size() - String.rtrim('\\').size()) % 2 == 0;
}

const char *lex::skipComment(const char *P, const char *End) {
  P = skipUntil(P, End, CommentStop);
  while (P != End && *P == '/' && !isSplitMarker(P, End))
    P = skipUntil(P + 1, End, CommentStop);
  return P;
}

/// The end of the number at `P`, in a text that begins at `Begin`.
static const char *skipNumber(const char *P, const char *Begin,
                              const char *End) {
  auto isAt = [&](const char *Place, StringRef Chars) {
    return Place < End && Chars.contains(*Place);
  };
  const char *DigitsEnd = skipDigits(P, End);
  // Shapes have no hexadecimal numbers: 0xf32 has no elements.
  if (P != Begin && StringRef("<x").contains(P[-1]) && isAt(DigitsEnd, "x"))
    return DigitsEnd;
  if (*P == '0' && DigitsEnd == P + 1 && isAt(DigitsEnd, "x") &&
      DigitsEnd + 1 < End && llvm::isHexDigit(DigitsEnd[1])) {
    while (++DigitsEnd != End && llvm::isHexDigit(*DigitsEnd))
      ;
    return DigitsEnd;
  }
  if (!isAt(DigitsEnd, "."))
    return DigitsEnd;
  DigitsEnd = skipDigits(DigitsEnd + 1, End);
  if (isAt(DigitsEnd, "eE")) {
    const char *Exponent = DigitsEnd + 1 + isAt(DigitsEnd + 1, "+-");
    if (Exponent < End && isDigit(*Exponent))
      return skipDigits(Exponent, End);
  }
  return DigitsEnd;
}

TokenKind lex::skipToken(const char *&P, const char *TextBegin,
                         const char *End) {
  const char *Token = P;
  auto name = [&](TokenKind Kind) {
    P = skipName(Token, End);
    if (P != Token)
      return Kind;
    ++P;
    return TokenKind::Sign;
  };
  if (isWordStart(*P)) {
    // The x between the dimensions of a shape is not part of a word.
    if (*P == 'x' && P != TextBegin &&
        (isDigit(P[-1]) || StringRef("?]*").contains(P[-1]))) {
      ++P;
      return TokenKind::Sign;
    }
    P = skipWhile(P, End, WordChar);
    return TokenKind::Word;
  }
  if (isDigit(*P)) {
    P = skipNumber(P, TextBegin, End);
    return TokenKind::Number;
  }
  switch (*P) {
  case '"':
    P = skipString(P, End);
    return TokenKind::String;
  case '/':
    if (isSplitMarker(P, End)) {
      P += SplitMarker.size();
      return TokenKind::SplitMarker;
    }
    if (isComment(P, End)) {
      P = skipComment(P, End);
      return TokenKind::Comment;
    }
    break;
  case '%':
    return name(TokenKind::Value);
  case '^':
    return name(TokenKind::Block);
  case '@':
    return name(TokenKind::Symbol);
  case '!':
    return name(TokenKind::Type);
  case '#':
    return name(TokenKind::Attribute);
  default:
    break;
  }
  StringRef Rest(P, End - P);
  P += Rest.starts_with("->") || Rest.starts_with("::") ? 2 : 1;
  return TokenKind::Sign;
}

std::optional<MlirToken> Lexer::next() {
  while (P != End && (isBlank(*P) || isLineEnd(*P)))
    ++P;
  if (P == End)
    return std::nullopt;
  const char *Begin = P;
  TokenKind Kind = skipToken(P, TextBegin, End);
  return MlirToken{Kind,
                   {size_t(Begin - TextBegin), size_t(P - TextBegin)},
                   StringRef(Begin, P - Begin)};
}

TextPlace mlir::noisy::lsp::findTextPlace(StringRef Text, size_t Offset) {
  MlirToken Last;
  Lexer Line(Text, lineBeginAt(Text, Offset), Offset);
  while (std::optional<MlirToken> Token = Line.next())
    Last = *Token;
  if (Last.isComment())
    return TextPlace::Comment;
  StringRef String = Last.Text.ltrim('@');
  return String.starts_with("\"") && !isClosedString(String) ? TextPlace::String
                                                             : TextPlace::Code;
}
