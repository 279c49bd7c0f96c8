//===- SectionDetailsTest.cpp - What else is known of values --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/Histories.h"
#include "tests/server/Typist.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using SnapshotPtr = std::shared_ptr<const Snapshot>;

/// What is known of the value that is first named so; with "stale " before it
/// where that is of before.
static std::string detailsOf(const Snapshot &State, const std::string &Name) {
  size_t Offset = State.text().bytes().find(Name);
  REQUIRE(Offset != llvm::StringRef::npos);
  Snapshot::TokenPlace Place = State.tokenAt(Offset);
  REQUIRE(Place);
  REQUIRE(Place.Token->TargetKind == Section::Kind::Value);
  const ValueDetails *Details = Place.value().details();
  if (!Details)
    return "";
  std::string Result = Place.Section->DetailsAreStale ? "stale " : "";
  Result += Details->Range;
  if (!Details->RangeBasis.empty())
    Result += " (" + Details->RangeBasis + ")";
  for (const std::string &Bound : Details->Bounds)
    Result += "; " + Bound;
  if (!Details->Metadata.empty())
    Result += "; " + Details->Metadata + " " + Details->MetadataOrigin;
  return Result;
}

static SnapshotPtr completeOf(const std::string &Contents) {
  Typist T(Contents);
  return T.complete(T.build());
}

/// Each problem in a line: its text, code and message.
static std::string problemsOf(const Snapshot &State) {
  std::string Result;
  State.forEachProblem([&](const Snapshot::Part &, const Problem &Finding) {
    Result += State.text()
                  .bytes()
                  .slice(Finding.Range.Begin, Finding.Range.End)
                  .str() +
              ": " + Finding.Code + ": " + Finding.Message + "\n";
  });
  return Result;
}

TEST_CASE("details: ranges, and what they rest on", "[details]") {
  SnapshotPtr State = completeOf(R"mlir(
func.func @f(%n: index {noisy.range = [0, 63]}, %m: index, %x: i32) -> index {
  %two = arith.constant 2 : index
  %half = arith.divui %n, %two : index
  %small = arith.extsi %x : i32 to i64
  %v = arith.constant dense<[1, 5]> : vector<2xi32>
  %w = arith.addi %v, %v : vector<2xi32>
  return %half : index
}
)mlir");
  CHECK(State->isComplete());
  CHECK(detailsOf(*State, "%n") ==
        "[0, 63] (stated by 'noisy.range', assumed of unknown callers)");
  CHECK(detailsOf(*State, "%m") == "");
  // A constant is no news.
  CHECK(detailsOf(*State, "%two") == "");
  CHECK(detailsOf(*State, "%half") == "[0, 31]");
  CHECK(detailsOf(*State, "%small") == "[-2^31, 2^31 - 1]");
  CHECK(detailsOf(*State, "%w") == "[2, 10] in each element");
}

TEST_CASE("details: what is never executed has no range", "[details]") {
  SnapshotPtr State = snapshotOf(R"mlir(
func.func @f(%x: i32) {
  %no = arith.constant false
  cf.cond_br %no, ^a, ^b
^a:
  %y = arith.addi %x, %x : i32
  return
^b:
  return
}
)mlir");
  CHECK(detailsOf(*State, "%y") == " (never executed)");
}

TEST_CASE("details: bounds in terms of other values", "[details]") {
  SnapshotPtr State = completeOf(R"mlir(
func.func @f(%n: index, %t: tensor<?xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %five = arith.constant 5 : index
  scf.for %i = %zero to %n step %one {
    %j = arith.addi %i, %five : index
    "test.use"(%j) : (index) -> ()
  }
  return
}
)mlir");
  CHECK(llvm::StringRef(detailsOf(*State, "%i")).contains("%i < %n"));
  CHECK(llvm::StringRef(detailsOf(*State, "%j")).contains("%j = %i + 5"));
  CHECK(detailsOf(*State, "%n") == "");
}

TEST_CASE("details: metadata flows", "[details]") {
  SnapshotPtr State = snapshotOf(R"mlir(
func.func @f(%p: i5) -> !noisy.i32 {
  %a = noisy.encode %p {metadata = {level = 3 : i64}} : i5 -> !noisy.i32
  %b = noisy.add %a, %a : !noisy.i32
  return %b : !noisy.i32
}
)mlir");
  CHECK(detailsOf(*State, "%a") == "; {level = 3 : i64} own");
  CHECK(llvm::StringRef(detailsOf(*State, "%b")).trim() ==
        "; {level = 3 : i64}");
}

TEST_CASE("details: unknown metadata, and what is never executed",
          "[details]") {
  SnapshotPtr State = snapshotOf(R"mlir(
func.func @f(%p: i32) {
  %false = arith.constant false
  %a = "foo.make"() {metadata = {level = 3 : i64}} : () -> i32
  %h = "foo.hash"(%a) : (i32) -> i32
  scf.if %false {
    %d = arith.addi %a, %a : i32
  }
  return
}
func.func @g(%q: i32) {
  return
}
)mlir");
  CHECK(llvm::StringRef(detailsOf(*State, "%h")).trim() == "; unknown");
  CHECK(llvm::StringRef(detailsOf(*State, "%p")).trim() == "; unknown");
  CHECK(llvm::StringRef(detailsOf(*State, "%d")).trim() ==
        "(never executed); never executed");
}

TEST_CASE("details: constant bounds of sizes, and comparisons that bounds "
          "decide",
          "[details]") {
  SnapshotPtr State = completeOf(R"mlir(
func.func @f(%n: index, %s: index {noisy.range = [0, 4]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloc(%s) : memref<?xi8>
  scf.for %i = %c0 to %n step %c1 {
    %q = arith.cmpi slt, %i, %n : index
  }
  return
}
)mlir");
  CHECK(llvm::StringRef(detailsOf(*State, "%b")).trim() ==
        "; dim 0 = %s; dim 0 < 5, stated by 'noisy.range', assumed of unknown "
        "callers");
  CHECK_THAT(problemsOf(*State),
             Catch::Contains("arith.cmpi: int-comparison: always true: %i is "
                             "less than %n, by the bounds of both"));
}

TEST_CASE("details: findings are hints, what breaks a statement is wrong",
          "[details]") {
  SnapshotPtr State = snapshotOf(R"mlir(
func.func private @g(%n: i32 {noisy.range = [0, 7]}) -> i1 {
  %eight = arith.constant 8 : i32
  %less = arith.cmpi slt, %n, %eight : i32
  return %less : i1
}
func.func @f() -> i1 {
  %nine = arith.constant 9 : i32
  %r = call @g(%nine) : (i32) -> i1
  return %r : i1
}
)mlir");
  std::vector<std::pair<std::string, Problem::Level>> Results;
  State->forEachProblem([&](const Snapshot::Part &, const Problem &P) {
    Results.emplace_back(P.Code, P.Severity);
    CHECK(P.Source == "noisy");
  });
  std::vector<std::pair<std::string, Problem::Level>> ExpectedItems = {
      {"int-comparison", Problem::Level::Hint},
      {"int-stated-range", Problem::Level::Error}};
  CHECK(Results == ExpectedItems);
}

TEST_CASE("facts: a stated range that is broken is told at once, whatever is "
          "left for later",
          "[details]") {
  std::string Callee =
      "func.func private @g(%n: index {noisy.range = [0, 2]}) {\n"
      "  return\n}\n";
  auto problems = [&](const std::string &Call) {
    Typist T(Callee +
             "func.func @f(%k: index) {\n"
             "  %c = arith.constant 100 : index\n  " +
             Call + "\n  return\n}\n");
    return problemsOf(*T.build());
  };
  CHECK(problems("call @g(%c) : (index) -> ()") ==
        "call: int-stated-range: outside of the stated range: %c is 100, but "
        "argument 0 of @g is stated to be in [0, 2]\n");
  CHECK(problems("call @g(%k) : (index) -> ()") ==
        "call: int-stated-range: %k is unknown, but argument 0 of @g "
        "is stated to be in [0, 2]\n");
  CHECK(problems("%h = constant @g : (index) -> ()\n"
                 "  call_indirect %h(%c) : (index) -> ()") ==
        "call_indirect: int-stated-range: outside of the stated range: %c is "
        "100, but argument 0 of @g is stated to be in [0, 2]\n");
}

TEST_CASE("facts: who names a module has what is in it in hand", "[details]") {
  Typist T(R"mlir(
module @inner {
  func.func private @sq(%v: !noisy.i32) {
    return
  }
}
func.func @f(%x: i5) {
  %a = noisy.encode %x : i5 -> !noisy.i32
  "my.call"(%a) {f = @inner} : (!noisy.i32) -> ()
  return
}
)mlir");
  CHECK_THAT(problemsOf(*T.build()),
             Catch::StartsWith("%v: noise-unknown: unknown noise"));
}

TEST_CASE("details: a reduction that changes nothing is unnecessary",
          "[details]") {
  SnapshotPtr State = snapshotOf(R"mlir(
func.func @f(%p: i5, %given: !noisy.i32) -> !noisy.i32 {
  %a = noisy.encode %p : i5 -> !noisy.i32
  %idle = noisy.reduce_noise %a : !noisy.i32
  %b = noisy.add %idle, %idle : !noisy.i32
  %works = noisy.reduce_noise %b : !noisy.i32
  // Who calls may pass more than is assumed.
  %mayWork = noisy.reduce_noise %given : !noisy.i32
  %c = noisy.mul %works, %mayWork : !noisy.i32
  return %c : !noisy.i32
}
)mlir");
  size_t Count = 0;
  State->forEachProblem([&](const Snapshot::Part &, const Problem &P) {
    ++Count;
    CHECK(P.IsUnnecessary);
    CHECK(P.Severity == Problem::Level::Hint);
    CHECK(P.Code == "noise-no-effect");
    CHECK(State->text().bytes().slice(P.Range.Begin, P.Range.End) ==
          "%idle = noisy.reduce_noise %a : !noisy.i32");
  });
  CHECK(Count == 1);
}

TEST_CASE("details: a reduction that only adds noise is unnecessary",
          "[details]") {
  SnapshotPtr State = snapshotOf(R"mlir(
func.func @f(%p: i5) attributes {noisy.model = #noisy.model<initial = 12, reduced = 20, max = 60>} {
  %a = noisy.encode %p : i5 -> !noisy.i32
  %raised = noisy.reduce_noise %a : !noisy.i32
  %b = noisy.mul %raised, %raised : !noisy.i32
  %works = noisy.reduce_noise %b : !noisy.i32
  return
}
)mlir");
  std::string Messages;
  State->forEachProblem([&](const Snapshot::Part &, const Problem &P) {
    Messages += P.Message + "\n";
  });
  CHECK(Messages ==
        "this only adds noise: %a has 12 bits, and this leaves 20\n");
}

/// A function that is too large for its details to come with the rest.
static std::string makeLarge(const std::string &Line) {
  std::string Result = "func.func @large(%n: index {noisy.range = [0, 63]}) {\n"
                       "  %two = arith.constant 2 : index\n"
                       "  %first = arith.divui %n, %two : index\n" +
                       Line;
  for (unsigned I = 0; I < 1000; ++I)
    Result += "  %x" + std::to_string(I) + " = arith.addi %first, %n : index\n";
  return Result + "  return\n}\n";
}

TEST_CASE("details: those of what is large come later, and stay meanwhile",
          "[details]") {
  const std::string Line = "  %eq = arith.cmpi ult, %n, %limit : index\n";
  Typist T(makeLarge("  %limit = arith.constant 64 : index\n" + Line));
  SnapshotPtr First = T.build();
  CHECK_FALSE(First->isComplete());
  CHECK(detailsOf(*First, "%first") == "");
  CHECK(problemsOf(*First) == "");

  SnapshotPtr Second = T.complete(First);
  REQUIRE(Second);
  CHECK(Second->isComplete());
  CHECK(Second->completesAnother());
  CHECK(Second->version() == First->version());
  CHECK(detailsOf(*Second, "%first") == "[0, 31]");
  std::string Findings = problemsOf(*Second);
  CHECK(llvm::StringRef(Findings).starts_with("arith.cmpi: int-comparison: "));

  // What is known stays until it is known anew, and says so.
  SnapshotPtr EditedState = T.type("[0, 63]", "[0, 31]");
  CHECK_FALSE(EditedState->isComplete());
  CHECK(detailsOf(*EditedState, "%first") == "stale [0, 31]");
  CHECK(problemsOf(*EditedState) == Findings);
  SnapshotPtr Anew = T.complete(EditedState);
  CHECK(detailsOf(*Anew, "%first") == "[0, 15]");

  // Lines before it move it.
  T.replace("func.func", "\n\nfunc.func");
  SnapshotPtr MovedState = T.build();
  CHECK(MovedState->isComplete());
  CHECK(detailsOf(*MovedState, "%first") == "[0, 15]");

  // A value that is new has none yet; those beside it do.
  SnapshotPtr InsertedState =
      T.type("  %two =", "  %new = arith.addi %n, %n : index\n  %two =");
  CHECK(detailsOf(*InsertedState, "%new") == "");
  CHECK(detailsOf(*InsertedState, "%first") == "stale [0, 15]");
  CHECK(detailsOf(*T.complete(InsertedState), "%new") ==
        "[0, 62]; %new = 2 * %n, unless an index overflows");
}

TEST_CASE("details: of what is broken they are those of before", "[details]") {
  Typist T(makeLarge(""));
  SnapshotPtr Whole = T.complete(T.build());
  CHECK(detailsOf(*Whole, "%first") == "[0, 31]");
  SnapshotPtr BrokenState = T.type("@large(%n", "@large(oops %n");
  CHECK(detailsOf(*BrokenState, "%first") == "stale [0, 31]");
  SnapshotPtr FixedState = T.type("@large(oops %n", "@large(%n");
  CHECK(detailsOf(*FixedState, "%first") == "stale [0, 31]");
  CHECK(detailsOf(*T.complete(FixedState), "%first") == "[0, 31]");
}

TEST_CASE("details: they follow calls", "[details]") {
  Typist T(R"mlir(func.func private @g(%n: i32) -> i32 {
  %r = arith.addi %n, %n : i32
  return %r : i32
}
func.func @f() -> i32 {
  %seven = arith.constant 7 : i32
  %sum = call @g(%seven) : (i32) -> i32
  return %sum : i32
}
)mlir");
  CHECK(detailsOf(*T.build(), "%r") == "14");
  SnapshotPtr EditedState = T.type("constant 7", "constant 9");
  CHECK(detailsOf(*T.complete(EditedState), "%r") == "18");
  CHECK(detailsOf(*T.complete(EditedState), "%sum") == "18");
}

TEST_CASE("details: a stopped completion keeps what it has", "[details]") {
  std::string Two = makeLarge("");
  size_t Offset = 0;
  std::string Second = Two;
  while ((Offset = Second.find("@large")) != std::string::npos)
    Second.replace(Offset, 6, "@other");
  Typist T(Two + Second);
  SnapshotPtr First = T.build();
  // In the second function.
  unsigned QueryCount = 0;
  CHECK(T.complete(First, [&] { return ++QueryCount > 1100; }) == nullptr);
  SnapshotPtr Next = T.type("return", "return // é");
  REQUIRE_FALSE(Next->isComplete());
  SnapshotPtr FinalState = T.complete(Next);
  REQUIRE(FinalState);
  for (const Snapshot::Part &P : FinalState->parts())
    for (const PlacedSection &S : P.Sections) {
      REQUIRE(S.Details);
      CHECK_FALSE(S.DetailsAreStale);
    }
}

TEST_CASE("details: each part of their computation can be stopped",
          "[details]") {
  // No value has bounds, which are asked about one by one.
  std::string Contents = "func.func @f(%n: i32 {noisy.range = [0, 63]}) {\n"
                         "  %x0 = arith.addi %n, %n : i32\n";
  for (unsigned I = 1; I < 2000; ++I)
    Contents += "  %x" + std::to_string(I) + " = arith.ori %x" +
                std::to_string(I - 1) + ", %n : i32\n";
  Contents += "  return\n}\n";
  unsigned QueryCount = 0;
  Typist Counted(Contents);
  REQUIRE(Counted.complete(Counted.build(), [&] {
    ++QueryCount;
    return false;
  }));
  CHECK(QueryCount > 25);
  for (unsigned StopAt = 1; StopAt <= QueryCount; ++StopAt) {
    Typist T(Contents);
    SnapshotPtr First = T.build();
    unsigned Queries = 0;
    CAPTURE(StopAt);
    // Only once: nothing that is unfinished is taken for a result.
    CHECK(T.complete(First, [&] { return ++Queries == StopAt; }) == nullptr);
    CHECK(Queries == StopAt);
    SnapshotPtr FinalState = T.complete(First);
    REQUIRE(FinalState);
    CHECK(detailsOf(*FinalState, "%x1999") == "[0, 127]");
  }
}

TEST_CASE("details: they stay through many edits", "[details]") {
  std::string Contents = makeLarge("  %g:2 = \"a.b\"() : () -> (index, i32)\n"
                                   "  %eq = arith.cmpi ult, %n, %n : index\n");
  Typist T("// A comment\n" + Contents);
  SnapshotPtr Whole = T.complete(T.build());
  std::string OfX5 = detailsOf(*Whole, "%x5 "),
              OfX7 = detailsOf(*Whole, "%x7 ");
  CHECK(llvm::StringRef(OfX7).starts_with("[0, 94]"));
  std::string Findings = problemsOf(*Whole);
  CHECK_FALSE(Findings.empty());
  T.type("[0, 63]", "[0, 7]");
  T.type("// A", "// A longer");
  T.type("  %two =", "  %new = arith.addi %n, %n : index\n  %two =");
  T.type("%x5 = arith.addi %first", "%x5 = arith.subi %first");
  // Another name, and two more letters in a broken text.
  T.type("%x6 = ", "%y6 = ");
  T.type("%x7 = arith.addi", "%x7 = q arith.addi");
  SnapshotPtr Last = T.type("%x7 = q arith", "%x7 = arith");
  CHECK_FALSE(Last->isComplete());
  CHECK(detailsOf(*Last, "%first") == "stale [0, 31]");
  CHECK(detailsOf(*Last, "%new") == "");
  CHECK(detailsOf(*Last, "%x5 ") == "stale " + OfX5);
  CHECK(detailsOf(*Last, "%y6 ") == "");
  CHECK(detailsOf(*Last, "%x7 ") == "stale " + OfX7);
  CHECK(problemsOf(*Last) == Findings);
  // The numbers are those of the values now.
  SnapshotPtr Anew = T.complete(Last);
  CHECK(detailsOf(*Anew, "%first") == "[0, 3]");
  CHECK(detailsOf(*Anew, "%y6 ").starts_with("[0, 10]"));
}

TEST_CASE("details: what rests on a broken caller says so", "[details]") {
  std::string Text = R"mlir(func.func private @g(%n: i32) -> i1 {
  %nine = arith.constant 9 : i32
  %less = arith.cmpi slt, %n, %nine : i32
  return %less : i1
}
func.func @good() -> i1 {
  %three = arith.constant 3 : i32
  %r = call @g(%three) : (i32) -> i1
  return %r : i1
}
define @bad(%x: i32) -> i1 {
  %r = call @g(%x) : (i32) -> i1
  return %r : i1
}
)mlir";
  // From the beginning, as well as after an edit.
  SnapshotPtr Fresh = completeOf(Text);
  CHECK(detailsOf(*Fresh, "%n: i32") == "stale 3");
  CHECK(problemsOf(*Fresh).find("int-") == std::string::npos);
  Typist T(replaceOnce(Text, "define", "func.func"));
  CHECK(detailsOf(*T.complete(T.build()), "%n: i32") == "");
}
