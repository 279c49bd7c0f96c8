//===- LinkerTest.cpp - What the units of a text say of each other --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// What is wrong, without what shows operations.
static std::vector<std::string> problemsOf(const std::string &Contents) {
  std::vector<std::string> Result;
  auto State = snapshotOf(Contents);
  State->forEachProblem([&](const Snapshot::Part &, const Problem &Issue) {
    Result.push_back(Issue.Message);
  });
  return Result;
}
using Lines = std::vector<std::string>;

TEST_CASE("Linker: a name outside of symbol tables defines nothing",
          "[linker]") {
  CHECK(problemsOf(R"(
    llvm.func @callee(!llvm.ptr)
    llvm.func @f(%a: !llvm.ptr) {
      llvm.call @callee(%a) {sym_name = "callee"} : (!llvm.ptr) -> ()
      llvm.return
    })")
            .empty());
  // A use is looked up still.
  CHECK(problemsOf(R"(
    llvm.func @f(%a: !llvm.ptr) {
      llvm.call @callee(%a) {sym_name = "callee"} : (!llvm.ptr) -> ()
      llvm.return
    })") == Lines{"'llvm.call' op 'callee' does not reference a symbol in the "
                  "current scope"});
}

TEST_CASE("Linker: what is looked up outside of a symbol table", "[linker]") {
  const std::string Dialect = R"(
    irdl.dialect @d {
      irdl.type @t {
        %0 = irdl.any
        irdl.parameters(elem: %0)
      }
      irdl.operation @o {
        %0 = irdl.any
        %1 = irdl.parametric @NAME<%0>
        irdl.results(foo: %1)
      }
    })";
  auto withName = [&](llvm::StringRef Name) {
    std::string Text = "func.func private @p()\n" + Dialect;
    return Text.replace(Text.find("@NAME"), 5, Name);
  };
  CHECK(problemsOf(withName("@d::@t")).empty());
  CHECK(problemsOf(withName("@p")) ==
        Lines{"'irdl.parametric' op symbol '@p' does not refer to a type or "
              "attribute definition (refers to 'func.func')"});
  CHECK(problemsOf(withName("@q")) ==
        Lines{"'irdl.parametric' op symbol '@q' not found"});
}

TEST_CASE("Linker: what is in a container that is never closed", "[linker]") {
  auto State = snapshotOf(R"("test.use"() {f = @m} : () -> ()
module @m {
  func.func @f() { oops }
// -----
func.func @g(%a: !noisy.i32) {
  return
})");
  const Snapshot::Part &Last = State->parts().back();
  REQUIRE(Last.Sections.size() == 1);
  REQUIRE(Last.Sections[0].Facts);
  CHECK_FALSE(Last.Sections[0].Facts->RestsOnStale);
}
