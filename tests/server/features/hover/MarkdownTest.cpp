//===- MarkdownTest.cpp - Texts that are shown as Markdown ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/hover/Markdown.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;

TEST_CASE("Markdown: text of a document in Markdown", "[markdown]") {
  CHECK(escapeMarkdown("%a") == "%a");
  CHECK(escapeMarkdown("a*b_c`d") == "a\\*b\\_c\\`d");
  CHECK(escapeMarkdown("<script>") == "\\<script\\>");
  CHECK(escapeMarkdown("[a](b)") == "\\[a\\]\\(b\\)");
  CHECK(escapeMarkdown("\xC3\xA9") == "\xC3\xA9");
  CHECK(markdownCode("a*b") == "`a*b`");
  CHECK(markdownCode("a`b") == "``a`b``");
  CHECK(markdownCode("`a``b`") == "``` `a``b` ```");
  CHECK(markdownBlock("a") == "```mlir\na\n```\n");
  CHECK(markdownBlock("a ```` b") == "`````mlir\na ```` b\n`````\n");
}

TEST_CASE("Markdown: texts are cut between paragraphs", "[markdown]") {
  CHECK(cutMarkdown("", 2, 10) == "");
  CHECK(cutMarkdown("one\ntwo", 2, 10) == "one\ntwo");
  CHECK(cutMarkdown("one\n\ntwo\nthree", 3, 100) == "one\n\n...");
  CHECK(cutMarkdown("one\n\ntwo\nthree", 4, 100) == "one\n\ntwo\nthree");
  CHECK(cutMarkdown("one\n\ntwo\nthree", 100, 12) == "one\n\n...");
  // A long first paragraph between lines, and one line at least.
  CHECK(cutMarkdown("one\ntwo\nthree", 2, 100) == "one\ntwo\n\n...");
  CHECK(cutMarkdown("one\ntwo\nthree", 100, 8) == "one\ntwo\n\n...");
  CHECK(cutMarkdown("long line\ntwo", 100, 3) == "long line\n\n...");
  CHECK(cutMarkdown("long line", 100, 3) == "long line");
  // Code is kept together; where that cannot be, it ends.
  CHECK(cutMarkdown("one\n\n```\na\n\nb\n```\n", 5, 100) == "one\n\n...");
  CHECK(cutMarkdown("```\na\n\nb\n```\n", 3, 100) == "```\na\n```\n\n...");
  CHECK(cutMarkdown("```\na\n```\nb\nc", 4, 100) == "```\na\n```\nb\n\n...");
}

TEST_CASE("Markdown: types are no tags", "[markdown]") {
  CHECK(escapeTags("a tensor<?xf32>, `memref<4xi32>` and <b>\n") ==
        "a tensor\\<?xf32>, `memref<4xi32>` and \\<b>\n");
  CHECK(escapeTags("```mlir\n%a : vector<4xi32>\n```\nx<y") ==
        "```mlir\n%a : vector<4xi32>\n```\nx\\<y");
  CHECK(escapeTags("    code<1>\n") == "    code<1>\n");
  CHECK(escapeTags("") == "");
}

TEST_CASE("Markdown: without fences", "[markdown]") {
  CHECK(dropFences("") == "");
  CHECK(dropFences("one") == "one\n");
  CHECK(dropFences("one\n\n  ```mlir\n  a\n  ```\ntwo") == "one\n\n  a\ntwo\n");
}
