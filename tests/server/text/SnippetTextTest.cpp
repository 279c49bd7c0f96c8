//===- SnippetTextTest.cpp - The text of a snippet ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/text/SnippetText.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;

TEST_CASE("SnippetText: the text with its default values", "[text]") {
  SnippetText Read = readSnippet("${1:a} $1 ${2|x,y|} \\$ ${3:!t<{\\}>} $4,$0");
  CHECK(Read.Text == "a a x $ !t<{}> ,");
  // What is finished at $0 is no field.
  CHECK(Read.Fields ==
        std::vector<ByteRange>{{0, 1}, {2, 3}, {4, 5}, {8, 14}, {15, 15}});
  CHECK(readSnippet("module {\n\t$0\n}").Fields.empty());
}

TEST_CASE("SnippetText: what has a meaning in snippets is escaped", "[text]") {
  CHECK(escapeSnippet("a$b}c\\") == "a\\$b\\}c\\\\");
  const std::string Text = "${1:a} \\ $0 }";
  CHECK(readSnippet(escapeSnippet(Text)).Text == Text);
}
