//===- BrokenTextTest.cpp - Operations near a cursor that do not parse ----===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/BrokenText.h"
#include "server/syntax/Outline.h"
#include "tests/server/AnnotatedText.h"
#include "tests/server/SnapshotText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The text around the cursor without what is broken near it.
static std::string readable(const AnnotatedText &T) {
  size_t Cursor = T.Places.at(0);
  return copyReadable(T.Text, {0, T.Text.size()}, Cursor,
                      findBrokenText(*snapshotOf(T.Text), Cursor));
}

TEST_CASE("BrokenText: what does not parse is blank", "[completion]") {
  AnnotatedText T("func.func @f(%a: i32) {\n"
                  "  %b = arith.addi %a, %a : vector<3xi99\n"
                  "  %c = arith.extsi %a : i32 to |\n"
                  "  %d = arith.oddi %a : vector<4xi99>\n"
                  "  return\n}\n");
  std::string Text = readable(T);
  CHECK(Text.size() == T.Text.size());
  CHECK_THAT(Text, !Catch::Contains("xi99"));
  CHECK_THAT(Text, Catch::Contains("@f(%a: i32)"));
  // What is typed is broken, too, but it is what the list is for.
  CHECK_THAT(Text, Catch::Contains("arith.extsi %a : i32 to "));
  // A function whose header is broken is known as it was, or not at all.
  AnnotatedText Header("func.func @f(%a: |\n");
  CHECK(readable(Header) == Header.Text);
}

TEST_CASE("BrokenText: types of broken operations are not the first",
          "[completion]") {
  AnnotatedText T("func.func @f(%a: i16) {\n"
                  "  %b = arith.oddi %a, %a : i99\n"
                  "  %c = arith.extsi %a : i16 to |\n"
                  "  %d = arith.oddi %a : vector<4xi99>, i99\n"
                  "  return\n}\n");
  CompletionQuery Query;
  Query.Offset = T.Places.at(0);
  auto labels = [&] {
    std::vector<std::string> Labels;
    for (const Completions::Item &I :
         getCompletions(allDialects(), T.Text, Outline::scan(T.Text).pieces(),
                        Query)
             .Items)
      Labels.push_back(I.Label);
    return Labels;
  };
  CHECK(llvm::is_contained(labels(), "i99"));
  Query.Broken = findBrokenText(*snapshotOf(T.Text), Query.Offset);
  CHECK(Query.Broken.size() == 3);
  std::vector<std::string> Labels = labels();
  CHECK_FALSE(llvm::is_contained(Labels, "i99"));
}
