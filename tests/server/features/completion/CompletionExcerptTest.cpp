//===- CompletionExcerptTest.cpp - The end of a long function -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/CompletionExcerpt.h"
#include "server/features/completion/Completion.h"
#include "tests/server/AnnotatedText.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Strings = std::vector<std::string>;

static Strings goneOf(const CompletionExcerpt &Excerpt) {
  Strings Names;
  for (const CompletionExcerpt::Value &V : Excerpt.OmittedValues)
    Names.push_back(V.Name.str());
  return Names;
}

TEST_CASE("CompletionExcerpt: the last operations of what is open",
          "[completion]") {
  const std::string Text = R"mlir(func.func @f(%a: i32 {x.y}) attributes {} {
  %0 = "a.b"() {s = "{"} : () -> i32
  %1:2, %2 = scf.if %p -> (i32) { // {
    %inner = "a.b"()
  }
  %3 = "a.b"(%0,
      %1) : () -> i32
  scf.for %i = %x to %y step %z {
    %4 = "a.c"() : () -> i32
    "a.d"()mlir";
  // Down to the last line of each.
  CompletionExcerpt Short = makeExcerpt(Text, 20);
  CHECK(Short.Text == R"mlir(func.func @f(%a: i32 {x.y}) attributes {} {
%3 = "a.b"(%0,
      %1) : () -> i32
  scf.for %i = %x to %y step %z {
%4 = "a.c"() : () -> i32
    "a.d"()mlir");
  CHECK(goneOf(Short) == Strings{"%2", "%1", "%0"});
}

TEST_CASE("CompletionExcerpt: nothing is left out that may matter",
          "[completion]") {
  const std::string Text = R"mlir(func.func @f() {
  %0 = "a.b"() : () -> i32
  %1, %2:3 = "a.b"() : () -> (i32, i32)
  %3 = "a.c"(%0)
  %4 = "a.d"()mlir";
  CompletionExcerpt Whole = makeExcerpt(Text);
  CHECK(Whole.Text == Text);
  CHECK(Whole.OmittedValues.empty());
  CompletionExcerpt Short = makeExcerpt(Text, 40);
  CHECK(Short.Text == "func.func @f() {\n%3 = \"a.c\"(%0)\n  %4 = \"a.d\"(");
  CHECK(goneOf(Short) == Strings{"%2", "%1", "%0"});
  CHECK(Short.OmittedValues[2].Definition == "\"a.b\"() : () -> i32");
  // What is not written line by line stays.
  for (const char *Odd : {"module { func.func @f() { %0 = \"a.b\"() %1 = \"a",
                          "func.func @f() {\n\n\n\n\n\n\n\n\n\n", "", "{",
                          "}}}}}}}}}}}}}}}}}}}", "\"aaaaaaaaaaaaaaaaaaaaaaaaa"})
    CHECK(makeExcerpt(Odd, 4).Text == Odd);
}

TEST_CASE("CompletionExcerpt: a long function is completed from its end",
          "[completion]") {
  std::string Text = "func.func @f(%a: i32) {\n";
  for (int I = 0; I < 5000; ++I)
    Text += "  %v" + std::to_string(I) + " = arith.addi %a, %a : i32\n";
  auto CompleteAt = [&](const std::string &End) {
    return getCompletions(allDialects(), Text + End, {},
                          {Text.size() + End.size()});
  };
  auto Find = [](const Completions &Candidates, const std::string &Label) {
    auto Match =
        llvm::find_if(Candidates.Items, [&](const Completions::Item &I) {
          return I.Label == Label;
        });
    return Match == Candidates.Items.end() ? nullptr : &*Match;
  };
  Completions NearCompletions = CompleteAt("  %x = arith.addi %");
  CHECK(NearCompletions.IsIncomplete);
  CHECK(NearCompletions.Items.size() == MaxCompletions);
  CHECK(NearCompletions.Items.front().Label == "%v4999");
  // One that is far away, by its name.
  Completions FarCompletions = CompleteAt("  %x = arith.addi %v17");
  REQUIRE(Find(FarCompletions, "%v17"));
  CHECK(Find(FarCompletions, "%v17")->Detail == "arith.addi %a, %a : i32");
  CHECK_FALSE(Find(FarCompletions, "%v2"));
  // What follows the use of one.
  Completions Type = CompleteAt("  %x = arith.addi %v3, %v4 : ");
  CHECK(Find(Type, "memref"));
  CHECK_FALSE(Find(Type, "%v3"));
}
