//===- UnknownDialectsTest.cpp - Tells of unknown dialects once -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/Typist.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The places of all problems, with those of notes that count.
static std::vector<std::string> placesOf(const std::string &Text) {
  std::vector<std::string> Result;
  auto State = Typist(Text).build();
  auto show = [&](ByteRange Range) {
    return std::to_string(State->text().lineAt(Range.Begin)) + " " +
           Text.substr(Range.Begin, Range.size());
  };
  State->forEachProblem([&](const Snapshot::Part &, const Problem &Issue) {
    std::string &Line = Result.emplace_back(show(Issue.Range));
    for (const Problem::Note &Note : Issue.Notes)
      if (llvm::StringRef(Note.Message).starts_with("the same"))
        Line += "; " + Note.Message + ": " + show(Note.Range);
  });
  return Result;
}

TEST_CASE("UnknownDialects: once a chunk and dialect", "[unknowndialects]") {
  using Lines = std::vector<std::string>;
  CHECK(placesOf("foo.a\nbar.a\n") == Lines{"0 foo.a", "1 bar.a"});
  CHECK(placesOf("foo.a\nfunc.func @f() {\n  foo.b\n}\nfunc.func @g() {\n  "
                 "bar.a\n}\nfoo.c\n") ==
        Lines{"0 foo.a; the same in 2 more places; the next is here: 2 foo.b",
              "5 bar.a"});
  CHECK(placesOf("foo.a\nfoo.b\n// -----\nfoo.c\n// -----\nfoo.d\nfoo.e\n") ==
        Lines{"0 foo.a; the same in 1 more place; the next is here: 1 foo.b",
              "3 foo.c",
              "5 foo.d; the same in 1 more place; the next is here: 6 foo.e"});
  // Operations without the name of a dialect in one that is not known.
  CHECK(placesOf("foo.func @f() {\n  one %a\n}\nfoo.func @g() {\n  two %a\n}\n"
                 "// -----\nfoo.func @h() {\n  three %a\n}\n") ==
        Lines{"1 one; the same in 1 more place; the next is here: 4 two",
              "8 three"});
  // Other errors stay, each.
  CHECK(placesOf("func.a\nfunc.b\n") == Lines{"0 func.a", "1 func.b"});
}
