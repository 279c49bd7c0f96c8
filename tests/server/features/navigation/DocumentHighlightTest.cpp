//===- DocumentHighlightTest.cpp - The same name elsewhere ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/DocumentHighlight.h"
#include "tests/server/Histories.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The places that are shown, each with `=` where it is a definition.
static std::vector<std::string> shownAt(const Snapshot &State, size_t Place) {
  std::vector<std::string> Result;
  for (const Occurrence &Highlight : findHighlights(State, Place))
    Result.push_back(
        std::to_string(State.text().lineAt(Highlight.Range.Begin)) +
        (Highlight.IsDefinition ? "=" : ""));
  return Result;
}

using Strings = std::vector<std::string>;

TEST_CASE("Highlight: definitions and uses", "[highlight]") {
  AnnotatedText Source(R"(func.func |@f(%a: i32) -> i32 {
  %0 = |arith.addi |%a, %a : i32
  %1 = call @f(%0) : (i32) -> i32
  |return %1 : i32
}
)");
  auto State = snapshotAfter({Source.Text});
  CHECK(shownAt(*State, Source.Places[0]) == Strings{"0=", "2"});
  CHECK(shownAt(*State, Source.Places[1]) == Strings{});
  CHECK(shownAt(*State, Source.Places[2]) == Strings{"0=", "1", "1"});
  CHECK(shownAt(*State, Source.Places[3]) == Strings{});
}

TEST_CASE("Highlight: one result of several", "[highlight]") {
  AnnotatedText Source(R"(func.func @f(%c: i1, %x: i32) -> i32 {
  |%r:2 = scf.if %c -> (i32, i32) {
    scf.yield %x, %x : i32, i32
  } else {
    scf.yield %x, %x : i32, i32
  }
  %0 = arith.addi |%r#0,
     |%r#1 : i32
  %1 = arith.addi %r#1,
     %0 : i32
  return %1 : i32
}
)");
  auto State = snapshotAfter({Source.Text});
  CHECK(shownAt(*State, Source.Places[0]) == Strings{"1=", "6", "7", "8"});
  CHECK(shownAt(*State, Source.Places[1]) == Strings{"1=", "6"});
  CHECK(shownAt(*State, Source.Places[2]) == Strings{"1=", "7", "8"});
}
