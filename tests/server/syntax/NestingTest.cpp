//===- NestingTest.cpp - How deep brackets nest ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/Nesting.h"
#include "tests/support/RandomSeed.h"
#include <catch2/catch.hpp>
#include <random>
#include <string>

using namespace mlir::noisy::lsp;
using mlir::noisy::test::randomSeed;

static std::string repeat(const std::string &Text, unsigned Times) {
  std::string Result;
  for (unsigned I = 0; I < Times; ++I)
    Result += Text;
  return Result;
}

/// Where `Text` nests deeper than two; -1 when it does not.
static int deeperThanTwo(const std::string &Text) {
  std::optional<size_t> Match = findDeepNesting(Text, 2);
  return Match ? int(*Match) : -1;
}

TEST_CASE("Nesting: all kinds of brackets count together", "[nesting]") {
  CHECK(deeperThanTwo("") == -1);
  CHECK(deeperThanTwo("{{}}{{}}") == -1);
  CHECK(deeperThanTwo("{{{}}}") == 2);
  CHECK(deeperThanTwo("((()))") == 2);
  CHECK(deeperThanTwo("[[[]]]") == 2);
  CHECK(deeperThanTwo("<<<>>>") == 2);
  CHECK(deeperThanTwo("{ ( [ < ") == 4);
  CHECK(deeperThanTwo("() () () ()") == -1);
}

TEST_CASE("Nesting: what is no bracket", "[nesting]") {
  // In strings and comments.
  CHECK(deeperThanTwo("\"((((\"") == -1);
  CHECK(deeperThanTwo("\"\\\"((((\"") == -1);
  CHECK(deeperThanTwo("// ((((\n") == -1);
  CHECK(deeperThanTwo("// ((((") == -1);
  // A string ends with its line, as in MLIR.
  CHECK(deeperThanTwo("\"((((\n(((") == 8);
  CHECK(deeperThanTwo("// \"\n(((") == 7);
  // One slash begins nothing.
  CHECK(deeperThanTwo("/ (((") == 4);
}

TEST_CASE("Nesting: a stray closing bracket hides nothing", "[nesting]") {
  CHECK(deeperThanTwo("() -> ((") == -1);
  CHECK(deeperThanTwo("((->(") == 4);
  CHECK(deeperThanTwo("<()->()<<") == 8);
  CHECK(deeperThanTwo("{{>}{") == -1);
  CHECK(deeperThanTwo("}}}}{{{") == 6);
  CHECK(deeperThanTwo("((]]]](") == 6);
}

TEST_CASE("Nesting: a row of signs", "[nesting]") {
  CHECK(deeperThanTwo("---") == 2);
  CHECK(deeperThanTwo("- - \n -1") == 6);
  CHECK(deeperThanTwo("(1--1)(1--1)") == 3);
  CHECK(deeperThanTwo("1-1-1-1-1") == -1);
  CHECK(deeperThanTwo("-- ->") == -1);
  CHECK(deeperThanTwo("// -----\n\"-----\"") == -1);
}

TEST_CASE("Nesting: the limit of the server", "[nesting]") {
  CHECK_FALSE(findDeepNesting(repeat("{", MaxNesting)));
  CHECK(findDeepNesting(repeat("{", MaxNesting + 1)) == MaxNesting);
  CHECK(findDeepNesting(repeat("[", 100000)) == MaxNesting);
  // No limit on how much there is beside each other.
  CHECK_FALSE(findDeepNesting(repeat("{}", 100000)));
}

TEST_CASE("Nesting: a shallow text is the same without its tokens [random]",
          "[nesting][random]") {
  static const std::string Parts[] = {
      "(", ")", "[", "]", "{",   "}",   "<",  ">",        "->",  ">=",   "-",
      " ", "a", "%", "4", "\n",  "\"",  "\\", "//",       "// ", "// -", "/",
      "@", "#", "!", "^", "{-#", "#-}", "x",  "// -----", "1e-5"};
  // All tokens are read because of this row of signs.
  const std::string Row = "-- a\n";
  std::mt19937 Random(randomSeed(7));
  unsigned DeepCount = 0;
  for (unsigned I = 0; I < 20000; ++I) {
    std::string Contents;
    for (unsigned Size = Random() % 60; Contents.size() < Size;)
      Contents += Parts[Random() % std::size(Parts)];
    CAPTURE(Contents);
    std::optional<size_t> Match = findDeepNesting(Contents, 4);
    std::optional<size_t> Expected = findDeepNesting(Row + Contents, 4);
    REQUIRE(Match.has_value() == Expected.has_value());
    DeepCount += Match.has_value();
    if (Match)
      REQUIRE(*Match + Row.size() == *Expected);
  }
  CHECK(DeepCount > 100);
  CHECK(DeepCount < 19000);
}

TEST_CASE("Nesting: text that ends anywhere", "[nesting]") {
  for (const char *Text : {"\"", "\"\\", "/", "//", "-", "->", "(", "\"a\\"})
    CHECK_FALSE(findDeepNesting(Text));
}
