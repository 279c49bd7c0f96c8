//===- MlirTokensTest.cpp - The tokens of MLIR text -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/MlirTokens.h"
#include <catch2/catch.hpp>
#include <string>

using namespace mlir::noisy::lsp;

static std::string tokensOf(llvm::StringRef Text) {
  std::string Result;
  MlirTokens Tokens(Text, {0, Text.size()});
  for (size_t I = 0; I < Tokens.size(); ++I) {
    CHECK(Text.slice(Tokens[I].Range.Begin, Tokens[I].Range.End) ==
          Tokens[I].Text);
    Result += (I ? " " : "") + Tokens[I].Text.str();
  }
  return Result;
}

TEST_CASE("Tokens: names, words, strings and signs", "[tokens]") {
  CHECK(tokensOf("%r#1,%a.b-c:2=\"a.b\"(^bb0)->!noisy.i32{#x=@f::@\"g h\"}") ==
        "%r#1 , %a.b-c : 2 = \"a.b\" ( ^bb0 ) -> !noisy.i32 { #x = @f :: "
        "@\"g h\" }");
  CHECK(tokensOf("#map<(d0)>\t<{a = -5 : i64}>\r\n") ==
        "#map < ( d0 ) > < { a = - 5 : i64 } >");
  // A name of digits has only digits.
  CHECK(tokensOf("%0x %12_a") == "%0 x %12 _a");
}

TEST_CASE("Tokens: comments end with their line", "[tokens]") {
  CHECK(tokensOf("a // b \"c\r\nd//e\rf //") == "a // b \"c d //e f //");
  llvm::StringRef Text = "// x\n a // y\n// z\n b";
  MlirTokens Tokens(Text, {0, Text.size()});
  REQUIRE(Tokens.size() == 5);
  CHECK(Tokens.skipComments(0) == 1);
  CHECK(Tokens.skipComments(2) == 4);
  CHECK(Tokens.findPrevious(4) == 1);
  CHECK(Tokens.findPrevious(1) == Tokens.size());
  CHECK(Tokens.skipComments(5) == Tokens.size());
}

TEST_CASE("Tokens: brackets", "[tokens]") {
  llvm::StringRef Text = "(a, <(b) -> c, d>, \")\", [e, {f}] // )\n) g, h";
  MlirTokens Tokens(Text, {0, Text.size()});
  size_t Close = Tokens.findClose(0);
  REQUIRE(Close < Tokens.size());
  CHECK(Tokens[Close + 1].is("g"));
  size_t Comma = Tokens.findOutside(1, Close, ",");
  CHECK(Tokens[Comma - 1].is("a"));
  Comma = Tokens.findOutside(Comma + 1, Close, ",");
  CHECK(Tokens[Comma - 1].is(">"));
  CHECK(Tokens.findOutside(1, Close, "f") == Close);
  CHECK(Tokens.findOutside(Close + 1, Tokens.size(), "x") == Tokens.size());
  // What is no bracket, and what is not closed.
  llvm::StringRef Rest = "(a < b) (c";
  MlirTokens Open(Rest, {0, Rest.size()});
  CHECK(Open.findClose(0) == 4);
  CHECK(Open.findClose(5) == Open.size());
}
