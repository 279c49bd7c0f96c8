//===- BracketsTest.cpp - The brackets of a text --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/Brackets.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// What stands between the brackets of a text, each once.
static std::vector<std::string> bracketContents(llvm::StringRef Text) {
  std::vector<std::string> Result;
  for (const BracketPair &Pair : scanBrackets(Text, {0, Text.size()}).Pairs)
    Result.push_back(
        std::string(1, Pair.Bracket) +
        Text.slice(Pair.InnerRange.Begin, Pair.InnerRange.End).str() +
        (Pair.IsClosed ? "" : "..."));
  return Result;
}

using Strings = std::vector<std::string>;

TEST_CASE("Brackets: outer ones before those inside", "[brackets]") {
  CHECK(bracketContents("f(a, [b]) { g { } } (h)") ==
        Strings{"(a, [b]", "[b", "{ g { } ", "{ ", "(h"});
  CHECK(bracketContents("") == Strings{});
}

TEST_CASE("Brackets: not in strings and comments", "[brackets]") {
  CHECK(bracketContents("{ \"}{\\\"}\" // }\n }") ==
        Strings{"{ \"}{\\\"}\" // }\n "});
  // A string ends with its line.
  CHECK(bracketContents("( \"x )\n )") == Strings{"( \"x )\n "});
  // One slash is no comment.
  CHECK(bracketContents("( / )") == Strings{"( / "});
}

TEST_CASE("Brackets: comments", "[brackets]") {
  llvm::StringRef Text = "a // one\r\n// two\n\"// no\" //";
  std::vector<std::string> Comments;
  for (ByteRange Range : scanBrackets(Text, {0, Text.size()}).Comments)
    Comments.push_back(Text.slice(Range.Begin, Range.End).str());
  CHECK(Comments == Strings{"// one", "// two", "//"});
}

TEST_CASE("Brackets: some that do not match", "[brackets]") {
  // One that closes nothing.
  CHECK(bracketContents("} ( ) ] { }") == Strings{"( ", "{ "});
  // One that the bracket around it ends.
  CHECK(bracketContents("{ ( } { }") == Strings{"{ ( ", "{ "});
  // Braces end with the text, others are not there.
  CHECK(bracketContents("f { ( g { x } \n ") ==
        Strings{"{ ( g { x }...", "{ x "});
  CHECK(bracketContents("f {") == Strings{"{..."});
}

TEST_CASE("Brackets: a part of a text", "[brackets]") {
  llvm::StringRef Text = "{ ( a ) } )";
  Brackets Result = scanBrackets(Text, {2, 9});
  REQUIRE(Result.Pairs.size() == 1);
  CHECK(Result.Pairs[0].InnerRange == ByteRange{3, 6});
  CHECK(Result.Pairs[0].outerRange() == ByteRange{2, 7});
}

TEST_CASE("Brackets: those that are open", "[brackets]") {
  using Places = llvm::SmallVector<size_t>;
  CHECK(findOpenBrackets("").empty());
  CHECK(findOpenBrackets("(a, [b]) { g { } ( \"[\" // {\n") == Places{9, 17});
  CHECK(findOpenBrackets(") [ { ) (") == Places{2, 8});
}

/// The bracket that is not closed, as "line:column".
static std::string unclosedIn(llvm::StringRef Text) {
  std::optional<UnclosedBracket> Result = findUnclosedBracket(Text);
  if (!Result)
    return "none";
  llvm::StringRef Before = Text.take_front(Result->Offset);
  return std::to_string(Before.count('\n') + 1) + ":" +
         std::to_string(Before.size() - (Before.rfind('\n') + 1) + 1);
}

TEST_CASE("Brackets: the one that is not closed", "[brackets]") {
  CHECK(unclosedIn("a {\n  b {\n  }\n}\n") == "none");
  CHECK(unclosedIn("a {\n  b {\n  }\n") == "1:3");
  // By indentation.
  CHECK(unclosedIn("a {\n  b {\n    c\n}\n") == "2:5");
  CHECK(unclosedIn("a {\n  b {\n    c {\n  }\n}\n") == "3:7");
  CHECK(unclosedIn("a {\nb {\n}\n") == "1:3");
  // By what is around it, or begins in it.
  CHECK(unclosedIn("a (b {\n}\n") == "1:3");
  CHECK(unclosedIn("a {(b}\n") == "1:4");
  CHECK(unclosedIn("a {\n  %0 = b(%c\n  %1 = d\n}\n") == "2:9");
  // One too many is another matter.
  CHECK(unclosedIn("a {\n}\n}\n") == "none");
  CHECK(unclosedIn("a {\n)\n}\n") == "none");
  CHECK(unclosedIn("// {\na \"{\"\n") == "none");
}
