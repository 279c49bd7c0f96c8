//===- StaleProblemsTest.cpp - The problems of before text broke ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/StaleProblems.h"
#include "tests/server/Typist.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// Code and marked text of each problem of noise; with "stale " before it.
static std::vector<std::string> problemsOf(const Snapshot &State) {
  std::vector<std::string> Result;
  llvm::StringRef Text = State.text().bytes();
  State.forEachProblem([&](const Snapshot::Part &, const Problem &Issue) {
    if (llvm::StringRef(Issue.Code).starts_with("noise-"))
      Result.push_back((Issue.IsStale ? "stale " : "") + Issue.Code + " " +
                       Text.slice(Issue.Range.Begin, Issue.Range.End).str());
  });
  return Result;
}

using Texts = std::vector<std::string>;

static const char Power[] = "func.func @f(%a: !noisy.i32) {\n"
                            "  %b = noisy.mul %a, %a : !noisy.i32\n"
                            "  %c = noisy.mul %b, %b : !noisy.i32\n"
                            "  return\n}\n";

TEST_CASE("Stale problems: of a function that does not parse", "[stale]") {
  Typist T(Power);
  CHECK(problemsOf(*T.build()) == Texts{"noise-overflow %c"});
  CHECK(problemsOf(*T.type("func.func", "define")) ==
        Texts{"stale noise-overflow %c"});
  // The place moves along.
  CHECK(problemsOf(*T.type("define", "\n\ndefine")) ==
        Texts{"stale noise-overflow %c"});
  // What was edited has none.
  CHECK(problemsOf(*T.type("%c", "%d")).empty());
  CHECK(problemsOf(*T.type("define", "func.func")) ==
        Texts{"noise-overflow %d"});
}

TEST_CASE("Stale problems: of what depends on a broken operation", "[stale]") {
  Typist T(Power);
  T.build();
  CHECK(problemsOf(*T.type("%b = noisy.mul %a,", "%b = noisy.mul ")) ==
        Texts{"stale noise-overflow %c"});
  CHECK(problemsOf(*T.type("noisy.mul  %a", "noisy.add %a, %a")).empty());
}

TEST_CASE("Stale problems: none in a text that was always broken", "[stale]") {
  std::string BrokenText = Power;
  BrokenText.replace(BrokenText.find("%a, %a"), 6, "%a");
  CHECK(problemsOf(*Typist(BrokenText).build()).empty());
}
