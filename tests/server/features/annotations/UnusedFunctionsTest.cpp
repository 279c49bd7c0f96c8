//===- UnusedFunctionsTest.cpp - Functions that nothing uses --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/UnusedFunctions.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// What the hints mark.
static std::vector<std::string> unusedIn(const std::string &Contents) {
  std::vector<std::string> Result;
  for (const Problem &Issue : findUnusedFunctions(*snapshotOf(Contents))) {
    CHECK(Issue.IsUnnecessary);
    Result.push_back(Contents.substr(Issue.Range.Begin,
                                     Issue.Range.End - Issue.Range.Begin));
  }
  return Result;
}

using Names = std::vector<std::string>;

TEST_CASE("UnusedFunctions: private functions that nothing names", "[unused]") {
  CHECK(unusedIn(R"(
    func.func private @unused(%a: i32) -> i32 { return %a : i32 }
    func.func private @called(%a: i32) { return }
    func.func private @named() { return }
    func.func private @"in quotes"()
    func.func @public(%a: i32) {
      call @called(%a) : (i32) -> ()
      "foreign.op"() {callee = @named} : () -> ()
      return
    })") == Names{"@unused", "@\"in quotes\""});
}

TEST_CASE("UnusedFunctions: each chunk and each module", "[unused]") {
  CHECK(unusedIn("func.func private @f()\n"
                 "func.func @g() { call @f() : () -> () return }\n"
                 "// -----\n"
                 "module attributes {foreign.a = @h} {\n"
                 "  func.func private @f()\n"
                 "  func.func private @h()\n"
                 "  module @inner { func.func private @i() }\n"
                 "  func.func private @k()\n"
                 "}\n"
                 "\"foreign.op\"() {callee = @inner::@i} : () -> ()\n") ==
        Names{"@f", "@k"});
}

TEST_CASE("UnusedFunctions: broken text uses what it names", "[unused]") {
  const std::string Functions = "func.func private @f()\n"
                                "func.func private @g()\n";
  // An operation that does not parse, and a function without its end.
  CHECK(unusedIn(Functions + "func.func @h() {\n  call @f(\n  return\n}\n") ==
        Names{"@g"});
  CHECK(unusedIn(Functions + "func.func @h( {\n  call @f() : () -> ()\n") ==
        Names{"@g"});
}
