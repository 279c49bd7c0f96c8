//===- LexerTest.cpp - The tokens of MLIR text ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/Lexer.h"
#include <catch2/catch.hpp>
#include <random>
#include <regex>
#include <string>
#include <vector>

using namespace mlir::noisy::lsp;

using Words = std::vector<std::string>;

static Words tokensOf(const std::string &Text, TokenKind Kind) {
  Words Result;
  Lexer Tokens(Text);
  while (std::optional<MlirToken> Token = Tokens.next())
    if (Token->Kind == Kind)
      Result.push_back(Token->Text.str());
  return Result;
}

TEST_CASE("Lexer: names", "[lexer]") {
  std::string Text = "%a, %r#1 = %0#x ^bb0 @f @\"a b\" @f::@g.h !t !a.b<4> "
                     "#map #d.e<x> % ^ @ ! # {-# #-} %4_r %a-b @h-i @7";
  CHECK(tokensOf(Text, TokenKind::Value) ==
        Words{"%a", "%r#1", "%0", "%4", "%a-b"});
  CHECK(tokensOf(Text, TokenKind::Block) == Words{"^bb0"});
  CHECK(tokensOf(Text, TokenKind::Symbol) ==
        Words{"@f", "@\"a b\"", "@f", "@g.h", "@h"});
  CHECK(tokensOf(Text, TokenKind::Type) == Words{"!t", "!a.b"});
  CHECK(tokensOf(Text, TokenKind::Attribute) == Words{"#x", "#map", "#d.e"});
  CHECK(tokensOf(Text, TokenKind::Sign) ==
        Words{",", "=", "::", "<", ">", "<", ">", "%", "^", "@",
              "!", "#", "{",  "-", "#", "#", "-", "}", "-", "@"});
}

TEST_CASE("Lexer: numbers, also in shapes", "[lexer]") {
  std::string Text = "tensor<4x?x16xf32> vector<[4]x8xi1> memref<*xindex> "
                     "1.5e-3 -7 0x1F tensor<0xf32> i3x xi32 2.e 0x 0xg";
  CHECK(tokensOf(Text, TokenKind::Number) ==
        Words{"4", "16", "4", "8", "1.5e-3", "7", "0x1F", "0", "2.", "0", "0"});
  CHECK(tokensOf(Text, TokenKind::Word) ==
        Words{"tensor", "f32", "vector", "i1", "memref", "index", "tensor",
              "f32", "i3x", "xi32", "e", "g"});
}

TEST_CASE("Lexer: strings and comments end with their line", "[lexer]") {
  std::string Text = "\"a \\\" // b\" // c \"d\r\ne \"open // f\n"
                     "g \"h\\\n\"i\" @\"j\n// end";
  CHECK(tokensOf(Text, TokenKind::String) ==
        Words{"\"a \\\" // b\"", "\"open // f", "\"h\\", "\"i\""});
  CHECK(tokensOf(Text, TokenKind::Symbol) == Words{"@\"j"});
  CHECK(tokensOf(Text, TokenKind::Comment) == Words{"// c \"d", "// end"});
  CHECK(tokensOf(Text, TokenKind::Word) == Words{"e", "g"});
  for (const char *Literal : {"\"\"", "\"a\"", "\"\\\\\"", "\"\\\"\""})
    CHECK(lex::isClosedString(Literal));
  for (const char *Open : {"", "\"", "\"a", "\"\\\"", "\"\\\\\\\""})
    CHECK_FALSE(lex::isClosedString(Open));
}

TEST_CASE("Lexer: split markers", "[lexer]") {
  std::string Text = "a // -----\n/// -----\n// b // -----// c\n// ----- d\n"
                     "\"// -----\" \"e // -----\n// ------";
  CHECK(tokensOf(Text, TokenKind::SplitMarker) == Words(4, "// -----"));
  CHECK(tokensOf(Text, TokenKind::Comment) ==
        Words{"// b ", "// c", "// ----- d", "// ------"});
  CHECK(tokensOf(Text, TokenKind::String) == Words{"\"// -----\"", "\"e "});
  CHECK(tokensOf(Text, TokenKind::Sign) == Words{"/"});
}

TEST_CASE("Lexer: a part of a text", "[lexer]") {
  Lexer Tokens("a bc 4xf32 d", 5, 9);
  std::optional<MlirToken> Token = Tokens.next();
  REQUIRE(Token);
  CHECK(Token->Range == ByteRange{5, 6});
  // The byte before says that the x is between dimensions.
  Tokens.skipTo(6);
  CHECK(Tokens.next()->is("x"));
  CHECK(Tokens.next()->is("f3"));
  CHECK_FALSE(Tokens.next());
}

TEST_CASE("Lexer: what a place in a text is", "[lexer]") {
  auto placeOf = [](std::string Text) {
    size_t Offset = Text.find('|');
    return findTextPlace(Text.erase(Offset, 1), Offset);
  };
  for (const char *Code :
       {"|", "a|", "\"a\"|", "\"\\\\\"|", "// a\n|", "\"a\n|b\"", "@f|", "/|"})
    CHECK(placeOf(Code) == TextPlace::Code);
  for (const char *String :
       {"\"|", "\"a|\"", "a \"// b|\"", "@\"a|", "\"\\\"|"})
    CHECK(placeOf(String) == TextPlace::String);
  for (const char *Comment :
       {"//|", "// \"a\" |", "\"a\" //|\n", "// -----|\n"})
    CHECK(placeOf(Comment) == TextPlace::Comment);
}

/// Where the first split marker at `Begin` or behind it begins, by its rule.
static size_t findMarker(const std::string &Text, size_t Begin) {
  static const std::regex Marker("// -----[ \t]*($|[\n\r]|//)");
  std::smatch Match;
  return std::regex_search(Text.begin() + Begin, Text.end(), Match, Marker,
                           std::regex_constants::match_default)
             ? Begin + Match.position(0)
             : Text.size();
}

/// The tokens of a text by a grammar: split first, as LLVM's tools do, then
/// read by MLIR's rules.
static std::vector<std::pair<size_t, std::string>>
readByGrammar(const std::string &Text) {
  static const std::regex Token(
      "//[^\n\r]*"                                        // a comment
      "|@?\"(\\\\[\"\\\\]|[^\"\n\v\f\\\\]|\\\\)*\"?"      // a string
      "|@[a-zA-Z_][a-zA-Z0-9_$.]*"                        // a symbol
      "|%([0-9]+|[a-zA-Z$._-][a-zA-Z0-9$._-]*)(#[0-9]+)?" // a value
      "|#(?=-\\})"                                        // the end of metadata
      "|[\\^#!]([0-9]+|[a-zA-Z$._-][a-zA-Z0-9$._-]*)"     // other names
      "|[a-zA-Z_][a-zA-Z0-9_$.]*"                         // a word
      "|0x[0-9a-fA-F]+|[0-9]+(\\.[0-9]*([eE][+-]?[0-9]+)?)?" // a number
      "|->|::|[^ \t\n\r]");
  static const std::regex Dimension("[0-9]+(?=x)");
  std::vector<std::pair<size_t, std::string>> Result;
  auto readChunk = [&](size_t Begin, size_t End) {
    const char *Bytes = Text.data();
    while (Begin < End) {
      if (llvm::StringRef(" \t\n\r").contains(Text[Begin])) {
        ++Begin;
        continue;
      }
      char PreviousChar = Begin ? Text[Begin - 1] : '\n';
      std::cmatch Match;
      auto Flags = std::regex_constants::match_continuous;
      size_t Length = 1;
      bool IsX = Text[Begin] == 'x' &&
                 llvm::StringRef("0123456789?]*").contains(PreviousChar);
      bool IsDimension = (PreviousChar == '<' || PreviousChar == 'x') &&
                         std::regex_search(Bytes + Begin, Bytes + End, Match,
                                           Dimension, Flags);
      if (!IsX) {
        if (!IsDimension)
          REQUIRE(std::regex_search(Bytes + Begin, Bytes + End, Match, Token,
                                    Flags));
        Length = Match.length(0);
      }
      Result.push_back({Begin, Text.substr(Begin, Length)});
      Begin += Length;
    }
  };
  size_t Offset = 0;
  while (Offset < Text.size()) {
    size_t Marker = findMarker(Text, Offset);
    readChunk(Offset, Marker);
    if (Marker == Text.size())
      break;
    Result.push_back({Marker, "// -----"});
    Offset = Marker + 8;
  }
  return Result;
}

TEST_CASE("Lexer: any bytes are read by the grammar, in order and all",
          "[lexer]") {
  std::mt19937 Random(7);
  const std::vector<std::string> Parts = {
      "%",  "^",    "@",    "!",     "#",  "\"",          "/",
      "\\", "\n",   "\r",   " ",     "x",  "0",           "17",
      "a",  "e",    "i32",  ".",     "-",  "_",           "$",
      "<",  ">",    "\v",   "(",     "?",  "]",           "*",
      "::", "->",   "{-#",  "#-}",   "//", "// -----",    "\xC3\xA4",
      "0x", "1.5e", "\\\"", "\"a\"", "\t", "// -----// ", "// -----\n"};
  for (int Round = 0; Round < 5000; ++Round) {
    std::string Text;
    for (size_t Length = Random() % 24; Length > 0; --Length)
      Text += Parts[Random() % Parts.size()];
    CAPTURE(Text);
    std::vector<std::pair<size_t, std::string>> Words;
    Lexer Tokens(Text);
    size_t Offset = 0;
    while (std::optional<MlirToken> Token = Tokens.next()) {
      ByteRange Range = Token->Range;
      REQUIRE(Range.Begin < Range.End);
      REQUIRE(Range.End <= Text.size());
      // Only white space is between tokens.
      REQUIRE(llvm::StringRef(Text)
                  .slice(Offset, Range.Begin)
                  .trim(" \t\r\n")
                  .empty());
      REQUIRE(!Token->Text.contains('\n'));
      REQUIRE(Token->Text == Text.substr(Range.Begin, Range.size()));
      Words.push_back({Range.Begin, Token->Text.str()});
      Offset = Range.End;
    }
    REQUIRE(llvm::StringRef(Text).substr(Offset).trim(" \t\r\n").empty());
    REQUIRE(Words == readByGrammar(Text));
  }
}
