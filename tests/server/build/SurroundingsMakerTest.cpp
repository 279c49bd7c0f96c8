//===- SurroundingsMakerTest.cpp - What to put around a unit --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/AnnotatedText.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// What is wrong, "line: message" for each problem, lines from 1.
static std::vector<std::string> problemsOf(const std::string &Contents) {
  std::vector<std::string> Result;
  auto State = snapshotOf(Contents);
  llvm::StringRef Bytes = State->text().bytes();
  State->forEachProblem([&](const Snapshot::Part &, const Problem &Issue) {
    size_t Line = 1 + Bytes.take_front(Issue.Range.Begin).count('\n');
    Result.push_back(std::to_string(Line) + ": " + Issue.Message);
  });
  return Result;
}
using Lines = std::vector<std::string>;

TEST_CASE("SurroundingsMaker: a location uses what stands behind the function",
          "[surroundings]") {
  Lines Problems = problemsOf(R"mlir(func.func @f(%x: i5) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %b = noisy.mul %a, %a : !noisy.i32
  %c = noisy.mul %b, %b : !noisy.i32
  return
} loc(#l)
func.func @g() -> i32 {
  return
} loc(#l)
#m = 1
#l = loc(fused<#m>["a"])
)mlir");
  REQUIRE(Problems.size() == 2);
  CHECK(llvm::StringRef(Problems[0]).starts_with("4: noise overflow: %c"));
  CHECK(Problems[1] == "8: 'func.return' op has 0 operands, but enclosing "
                       "function (@g) returns 1");
}

TEST_CASE("SurroundingsMaker: debug information as MLIR prints it",
          "[surroundings]") {
  std::string Text = R"mlir(module {
  llvm.func @f(%arg0: i32 loc("t.c":1:7)) -> i32 {
    %0 = llvm.add %arg0, %arg0 : i32 loc(#loc2)
    llvm.return %0 : i32 loc(#loc2)
  } loc(#loc3)
} loc(#loc)
#di_file = #llvm.di_file<"t.c" in "/t">
#loc = loc("t.c":0:0)
#loc1 = loc("t.c":1:1)
#loc2 = loc("t.c":2:1)
#di_subprogram = #llvm.di_subprogram<scope = #di_file, name = "f", file = #di_file>
#loc3 = loc(fused<#di_subprogram>[#loc1])
)mlir";
  CHECK(problemsOf(Text).empty());
  auto State = snapshotOf(Text);
  // Its names are there.
  CHECK(State->tokenAt(Text.find("%0 = ")));
  CHECK(State->tokenAt(Text.find("%0 : i32 loc")));
  // And so is where the location is defined.
  Snapshot::TokenPlace Location = State->tokenAt(Text.find("#loc3)"));
  REQUIRE(Location);
  CHECK(Location.Token->TargetKind == Section::Kind::Alias);
}

TEST_CASE("SurroundingsMaker: an alias that a list defines again",
          "[surroundings]") {
  // The list names no alias, as the operation before it.
  CHECK(problemsOf("func.func @g() {\n  return\n}\n#l = loc(\"a\":1:2)\n"
                   "%a = ub.poison : i32\n#l = loc(\"a\":1:2)\n"
                   "%b = arith.addi %a, %a : i32\n"
                   "\"test.use\"(%b) : (i32) -> ()\n") ==
        Lines{"6: redefinition of attribute alias id 'l'"});
}

TEST_CASE("SurroundingsMaker: only locations may stand behind their use",
          "[surroundings]") {
  CHECK(problemsOf("func.func @f() {\n  return loc(#a)\n}\n#a = true\n") ==
        Lines{"2: expected location, but found 'true'"});
  CHECK(problemsOf("func.func @f() {\n  return loc(#a)\n}\n") ==
        Lines{"2: operation location alias was never defined"});
  CHECK(problemsOf("func.func @f() attributes {test.a = #a} {\n"
                   "  return loc(#a)\n}\n#a = loc(\"x\")\n") ==
        Lines{"1: undefined symbol alias id 'a'"});
  // A location does not see those behind itself.
  Lines Problems = problemsOf("func.func @f() {\n  return loc(#a)\n}\n"
                              "#a = loc(\"x\"(#b))\n#b = loc(\"y\")\n");
  REQUIRE(Problems.size() == 2);
  CHECK(Problems[1] == "4: undefined symbol alias id 'b'");
}

TEST_CASE("SurroundingsMaker: who uses a broken alias says so",
          "[surroundings]") {
  for (const char *Text : {"!t = tuple<i99999999>\n"
                           "func.func private @f(!t)\n"
                           "func.func private @g()\n",
                           R"mlir(func.func private @f() loc(#l)
#l = loc(fused<tuple<i99999999>>["a"])
func.func private @g()
)mlir"}) {
    CAPTURE(Text);
    auto State = snapshotOf(Text);
    unsigned Errors = 0;
    State->forEachProblem([&](const Snapshot::Part &P, const Problem &Issue) {
      bool IsUser = llvm::StringRef(Issue.Message)
                        .starts_with("not checked, because an alias");
      llvm::StringRef MarkedText =
          State->text().bytes().slice(Issue.Range.Begin, Issue.Range.End);
      CHECK(IsUser == (P.Kind == PieceKind::Operation));
      CHECK((MarkedText == "@f") == IsUser);
      ++Errors;
    });
    CHECK(Errors == 2);
  }
}

TEST_CASE("SurroundingsMaker: a half-typed alias breaks no text behind it",
          "[surroundings]") {
  const std::string Users =
      "\n!f = i32\nfunc.func private @f(!e, memref<4xi32, "
      "#m>, !f)\nfunc.func private @g(i32)\n";
  for (std::string Alias :
       {"!e", "!e = !noisy.i32", "!e = memref<4x!noisy.i32>",
        "!e = vector<4x[2]xi32>", "#m = affine_map<(d0) -> (d0)>"})
    for (size_t Size = 1; Size < Alias.size(); ++Size) {
      std::string Text = Alias.substr(0, Size) + Users;
      CAPTURE(Text);
      size_t LineEnd = Size + 1;
      auto State = snapshotOf(Text);
      std::vector<std::string> Elsewhere;
      State->forEachProblem([&](const Snapshot::Part &, const Problem &Issue) {
        if (Issue.Range.Begin >= LineEnd)
          Elsewhere.push_back(Issue.Message);
      });
      // One for the function that uses the alias.
      REQUIRE(Elsewhere.size() == 1);
      CHECK((llvm::StringRef(Elsewhere[0])
                 .starts_with("not checked, because an alias") ||
             llvm::StringRef(Elsewhere[0])
                 .starts_with("undefined symbol alias id")));
    }
}

TEST_CASE("SurroundingsMaker: text that is cut short before a location",
          "[surroundings]") {
  // What MLIR finds at the location is told at the end of the text.
  Lines Problems = problemsOf("func.func private @f() -> (i32 loc(#l)\n"
                              "#l = loc(\"a\")\n");
  REQUIRE_FALSE(Problems.empty());
  CHECK(llvm::StringRef(Problems[0]).starts_with("1: "));
  CHECK(llvm::none_of(Problems, [](llvm::StringRef Line) {
    return Line.contains("not checked");
  }));
}
