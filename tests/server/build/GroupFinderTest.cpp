//===- GroupFinderTest.cpp - Units that are analysed together -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/Typist.h"

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

/// The codes of what is wrong, each with the name of what it is about.
static std::string problemsOf(const Typist::SnapshotPtr &State) {
  std::string Result;
  State->forEachProblem([&](const Snapshot::Part &, const Problem &Finding) {
    Result +=
        (Result.empty() ? "" : "\n") + Finding.Code + " " + Finding.Message;
  });
  return Result;
}

/// What is said of a part, the same object as long as it is not analysed again.
static const SectionFacts *factsOf(const Typist::SnapshotPtr &State,
                                   size_t Part) {
  const Snapshot::Part &P = State->parts()[Part];
  REQUIRE(P.Sections.size() == 1);
  return P.Sections[0].Facts.get();
}

/// A function that states 13 bits and [0, 2], one that has nothing to do with
/// it, with too much of both, and one with neither.
static std::string withRegister(llvm::StringRef Registers,
                                llvm::StringRef Gives) {
  return (R"mlir(
func.func private @sq(%i: index {noisy.range = [0, 2]},
                      %v: !noisy.i32 {noisy.bound = 13 : i64}) {
  return
}
)mlir" + Registers +
          R"mlir(
func.func @other(%m: !noisy.i32 {noisy.bound = 24 : i64}, %x: i5,
                 %g: (index, !noisy.i32) -> ()) {
  %n = arith.constant 100 : index
)mlir" + Gives +
          R"mlir(
  return
}
func.func @plain(%a: !noisy.i32) -> !noisy.i32 {
  %b = noisy.add %a, %a : !noisy.i32
  return %b : !noisy.i32
}
)mlir")
      .str();
}

static constexpr llvm::StringLiteral RegistrationText =
    "\"my.register\"() {f = @sq} : () -> ()";
static constexpr llvm::StringLiteral BrokenBound =
    "noise-contract broken contract: %m can have 24 bits of noise, but an "
    "argument of @sq, which may get it, is declared to have at most 13 "
    "('noisy.bound')";
static constexpr llvm::StringLiteral BrokenRange =
    "int-stated-range may be outside of the stated range: %n is 100, but an "
    "argument of @sq, which may get it, is stated to be in [0, 2]";

TEST_CASE("GroupFinder: what is given away may come to whom somebody hands out",
          "[builder]") {
  auto problems = [](llvm::StringRef Gives) {
    return problemsOf(Typist(withRegister(RegistrationText, Gives)).build());
  };
  // To what nobody knows, to memory, and to what is called by a value.
  CHECK(problems("\"my.take\"(%m) : (!noisy.i32) -> ()") == BrokenBound);
  CHECK(problems("\"my.take\"(%n) : (index) -> ()") == BrokenRange);
  CHECK(problems("%r = memref.alloc() : memref<1x!noisy.i32>\n"
                 "%c = arith.constant 0 : index\n"
                 "memref.store %m, %r[%c] : memref<1x!noisy.i32>") ==
        BrokenBound);
  CHECK(problems("func.call_indirect %g(%n, %m) : (index, !noisy.i32) -> ()")
            .find("noise-contract") != std::string::npos);
  CHECK(problems("") == "");
}

TEST_CASE("GroupFinder: what is given to a function out of sight, or handed "
          "out in a header",
          "[builder]") {
  std::string Text =
      withRegister(RegistrationText, "call @away(%m) : (!noisy.i32) "
                                     "-> ()");
  CHECK(problemsOf(
            Typist(Text + "func.func private @away(!noisy.i32)\n").build()) ==
        BrokenBound);
  std::string Inner = withRegister("", "\"my.take\"(%m) : (!noisy.i32) -> ()");
  CHECK(
      problemsOf(Typist("module attributes {test.f = @sq} {\n" + Inner + "}\n")
                     .build()) == BrokenBound);
}

TEST_CASE("GroupFinder: a name that means nothing where it stands may mean all "
          "that have it",
          "[builder]") {
  std::string Text = withRegister("", "\"my.take\"(%m) : (!noisy.i32) -> ()");
  Typist T("module @m {\n" + Text + "}\n" + RegistrationText.str() + "\n");
  CHECK(problemsOf(T.build()) == BrokenBound);
}

TEST_CASE("GroupFinder: functions are handed out and taken back", "[builder]") {
  Typist T(withRegister("", "\"my.take\"(%m) : (!noisy.i32) -> ()"));
  CHECK(problemsOf(T.build()) == "");
  auto State =
      T.type("func.func @other", RegistrationText.str() + "\nfunc.func @other");
  CHECK(problemsOf(State) == BrokenBound);
  State = T.type("f = @sq", "f = @none");
  CHECK(problemsOf(State) == "");
  State = T.type("f = @none", "f = @sq");
  CHECK(problemsOf(State) == BrokenBound);
  State = T.type("\"my.take\"(%m) : (!noisy.i32) -> ()", "");
  CHECK(problemsOf(State) == "");
}

TEST_CASE("GroupFinder: what gives nothing away is not analysed again",
          "[builder]") {
  Typist T(
      withRegister(RegistrationText, "\"my.take\"(%m) : (!noisy.i32) -> ()"));
  auto State = T.build();
  size_t Last = State->parts().size() - 1;
  const SectionFacts *Plain = factsOf(State, Last);
  State = T.type("noisy.bound = 24", "noisy.bound = 25");
  CHECK(factsOf(State, Last) == Plain);
}

TEST_CASE("GroupFinder: giving values away puts nothing together by itself",
          "[builder]") {
  Typist T("func.func @a(%v: !noisy.i32 {noisy.bound = 13 : i64}) {\n"
           "  \"my.take\"(%v) : (!noisy.i32) -> ()\n  return\n}\n"
           "func.func @b(%v: !noisy.i32 {noisy.bound = 14 : i64}) {\n"
           "  \"my.take\"(%v) : (!noisy.i32) -> ()\n  return\n}\n"
           "\"my.use\"() {g = @global} : () -> ()\n"
           "memref.global @global : memref<1xi32>\n");
  auto State = T.build();
  const SectionFacts *OtherFacts = factsOf(State, 0);
  State = T.type("14 : i64", "15 : i64");
  CHECK(factsOf(State, 0) == OtherFacts);
}

TEST_CASE("Groups: what does not verify beside its symbols is in none",
          "[groups]") {
  // MLIR crashes when it is asked for the operands of such a call.
  Typist T(R"mlir(
func.func @call() {
  "llvm.call"() {op_bundle_sizes = array<i32>} : () -> ()
  llvm.return
}
func.func @bad() -> i32 {
  return
}
)mlir");
  std::string Problems = problemsOf(T.build());
  CHECK_THAT(Problems, Catch::Contains("either a `callee` attribute"));
  CHECK_THAT(Problems, Catch::Contains("has 0 operands, but enclosing"));
  CHECK_THAT(Problems, !Catch::Contains("crash"));
}
