//===- NestingTest.cpp - How deep brackets nest ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/syntax/Nesting.h"
#include <catch2/catch.hpp>
#include <string>

using namespace mlir::noisy::lsp;

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

TEST_CASE("Nesting: text that ends anywhere", "[nesting]") {
  for (const char *Text : {"\"", "\"\\", "/", "//", "-", "->", "(", "\"a\\"})
    CHECK_FALSE(findDeepNesting(Text));
}
