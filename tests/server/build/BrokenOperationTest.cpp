//===- BrokenOperationTest.cpp - Functions with broken operations ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is intact in a function with broken operations has the facts of the text
// without these, as of now; and each broken operation has its error.
//
//===----------------------------------------------------------------------===//

#include "server/recovery/Recovery.h"
#include "tests/server/Histories.h"
#include "tests/server/build/SnapshotQuestions.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using SnapshotPtr = std::shared_ptr<const Snapshot>;

/// The noise of a value in bits by the name at its definition; -1 if unknown,
/// -2 if it has no facts, or stale ones.
static int bits(const SnapshotPtr &State, const std::string &Name) {
  Snapshot::TokenPlace Place =
      State->tokenAt(State->text().bytes().find(Name + " ="));
  if (!Place || Place.Section->isStale() || Place.Section->FactsAreStale ||
      !noiseOf(State, Name + " ="))
    return -2;
  return bitsOf(State, Name + " =");
}

/// True if the operation whose text begins like this is known.
static bool isKnown(const SnapshotPtr &State, const std::string &Name) {
  size_t Offset = State->text().bytes().find(Name);
  Snapshot::TokenPlace Place = State->tokenAt(Offset);
  return Place && !Place.Section->isStale() &&
         Place.Token->TargetKind == Section::Kind::Operation;
}

static std::string add(const std::string &Result, const std::string &A,
                       const std::string &B) {
  return "  " + Result + " = noisy.add " + A + ", " + B + " : !noisy.i32\n";
}

TEST_CASE("Recovery: a broken operation takes nothing from the others",
          "[recovery]") {
  std::string Text = "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n" +
                     add("%0", "%a", "%a") + "  %1 = noisy.ad %0, %0\n" +
                     add("%2", "%0", "%0") + add("%3", "%1", "%2") +
                     add("%4", "%2", "%2") + "  return %4 : !noisy.i32\n}\n";
  SnapshotPtr State = snapshotOf(Text);
  CHECK(bits(State, "%0") == 13);
  CHECK(bits(State, "%1") == -1);
  CHECK(bits(State, "%2") == 14);
  CHECK(bits(State, "%3") == -1);
  CHECK(bits(State, "%4") == 15);
  CHECK(problemsOf(State) ==
        Lines{"noisy.ad: unknown operation 'noisy.ad'; did you mean "
              "'noisy.add'?"});
  // Names are those of the text.
  Snapshot::TokenPlace Use = State->tokenAt(Text.find("%1, %2"));
  REQUIRE(Use);
  REQUIRE(Use.Token->TargetKind == Section::Kind::Value);
  CHECK(Use.value()->Name.Begin == Text.find("%1 ="));
}

TEST_CASE("Recovery: each broken operation has its error", "[recovery]") {
  std::string Text =
      "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n" +
      add("%0", "%a", "%nowhere") + "  %1 = noisy.mul %0,\n" +
      add("%2", "%a", "%a") + "  %3 = noisy.add %2, %2 : !noi\n" +
      add("%4", "%2", "%2") + "  foo\n  return %4 : !noisy.i32\n}\n";
  SnapshotPtr State = snapshotOf(Text);
  CHECK(bits(State, "%0") < 0);
  CHECK(bits(State, "%2") == 13);
  CHECK(bits(State, "%4") == 14);
  CHECK(problemsOf(State).size() == 4);
}

TEST_CASE("Recovery: an alias is defined in no function", "[recovery]") {
  for (const char *Line : {"  #loc = loc(unknown)\n", "  !t = i32\n"}) {
    SnapshotPtr State =
        snapshotOf("func.func @f(%a: !noisy.i32) {\n" + add("%0", "%a", "%a") +
                   "  %1 = noisy.ad %0\n" + Line + add("%2", "%0", "%0") +
                   "  return\n}\n");
    CAPTURE(Line);
    CHECK(bits(State, "%0") == 13);
    CHECK(bits(State, "%2") == 14);
    CHECK(problemsOf(State).size() == 2);
  }
}

static size_t countErrors(const SnapshotPtr &State) {
  size_t Count = 0;
  State->forEachProblem([&](const Snapshot::Part &, const Problem &Issue) {
    Count += Issue.Severity == Problem::Level::Error;
  });
  return Count;
}

TEST_CASE("Recovery: a name that is typed before an operation without results",
          "[recovery]") {
  for (std::string Rest : {" =", " = ", ":2 =", ", %more ="}) {
    std::string Text =
        "func.func @f(%a: !noisy.i32, %m: memref<!noisy.i32>) -> !noisy.i32 "
        "{\n" +
        add("%0", "%a", "%a") + "  %new" + Rest +
        "\n  memref.store %0, %m[] : memref<!noisy.i32>\n" +
        add("%1", "%0", "%0") + "  return %1 : !noisy.i32\n}\n" +
        "func.func @g(%a: !noisy.i32) -> !noisy.i32 {\n" +
        add("%2", "%a", "%a") + "  %new" + Rest +
        "\n  return %2 : !noisy.i32\n}\n";
    CAPTURE(Text);
    SnapshotPtr State = snapshotOf(Text);
    CHECK(bits(State, "%1") == 14);
    CHECK(bits(State, "%2") == 13);
    CHECK(isKnown(State, "memref.store"));
    CHECK(isKnown(State, "return %1"));
    CHECK(isKnown(State, "return %2"));
    CHECK(countErrors(State) == 2);
    // The lines of the names are broken, and nothing else.
    std::vector<std::string> Broken;
    for (const Snapshot::Part &P : State->parts())
      for (const PlacedSection &S : P.Sections)
        for (SectionRange Range : S.Data->brokenRanges())
          Broken.push_back(S.Data->textOf(Range).str());
    std::string Line = "%new" + llvm::StringRef(Rest).rtrim().str();
    CHECK(Broken == std::vector<std::string>{Line, Line});
  }
}

TEST_CASE("Recovery: operations outside of functions", "[recovery]") {
  std::string List = "%a, %n = \"t.begin\"() : () -> (!noisy.i32, index)\n" +
                     add("%0", "%a", "%a") + add("%1", "%0", "%0") +
                     "\"t.region\"(%1) ({\n" + add("%2", "%1", "%0") +
                     "}) : (!noisy.i32) -> ()\n" + add("%3", "%1", "%1") +
                     "\"t.end\"(%3) : (!noisy.i32) -> ()\n";
  for (auto [Old, New] : {std::pair("add %a, %a", "add %a %a"),
                          {"add %a, %a", "ad %a, %a"},
                          {"%0 = ", "%0 "},
                          {"add %1, %0", "add %1"},
                          {"\"t.end\"(", "\"t.end\"("},
                          {"\"t.end\"(%3)", "\"t.end\"(%3"},
                          {"\"t.end\"(%3)", "\"t.end\"(%4)"}})
    for (bool IsInModule : {false, true}) {
      std::string Text = replaceOnce(List, Old, New);
      if (IsInModule)
        Text = "module {\n" + Text + "}\n";
      INFO(Text);
      SnapshotPtr State = snapshotOf(Text);
      bool IsBroken = llvm::StringRef(Old) != New;
      CHECK((countErrors(State) > 0) == IsBroken);
      for (std::string Name : {"%1 =", "%3 ="})
        CHECK(isKnown(State, Name == "%1 =" ? "noisy.add %0, %0"
                                            : "noisy.add %1, %1"));
      CHECK(isKnown(State, "\"t.region\""));
    }
  // A function in a list is known to its callers while it is broken.
  CHECK(countErrors(snapshotOf("%0 = arith.constant 1 : i32\n"
                               "func.func @f(%a i32) -> i32 {\n"
                               "  return %a : i32\n}\n"
                               "\"t.use\"(%0) : (i32) -> ()\n"
                               "func.func @g(%a: i32) -> i32 {\n"
                               "  %1 = call @f(%a) : (i32) -> i32\n"
                               "  return %1 : i32\n}\n")) == 1);
  // An alias is not replaced: what uses it would have errors.
  CHECK(countErrors(snapshotOf("%0 = \"t.a\"() : () -> i32\n"
                               "!v = i3x\n"
                               "%1 = \"t.b\"(%0) : (i32) -> !v\n"
                               "\"t.c\"(%1) : (!v) -> ()\n")) == 1);
  // Each one that uses an undefined name has its error, and is known.
  SnapshotPtr State = snapshotOf(replaceOnce(List, "%0 = ", "%5 = "));
  CHECK(countErrors(State) == 2);
  CHECK(isKnown(State, "noisy.add %1, %0"));
}

TEST_CASE("Recovery: a function that is being written", "[recovery]") {
  std::string Whole = "func.func @f(%a: !noisy.i32, %n: index) "
                      "-> !noisy.i32 {\n" +
                      add("%0", "%a", "%a") + add("%1", "%0", "%0") +
                      "  %c = arith.constant 1 : index\n"
                      "  %r = scf.for %i = %c to %n step %c "
                      "iter_args(%x = %1) -> (!noisy.i32) {\n" +
                      "  " + add("%2", "%x", "%a") + "  " +
                      add("%3", "%2", "%2") +
                      "    scf.yield %x : !noisy.i32\n  }\n" +
                      add("%4", "%r", "%1") + "  return %4 : !noisy.i32\n}\n";
  for (bool IsClosed : {false, true}) {
    size_t LineEnd = 0;
    for (size_t Size = Whole.find('{') + 2; Size < Whole.size(); ++Size) {
      if (Whole[Size - 1] == '\n')
        LineEnd = Size;
      std::string Text = Whole.substr(0, Size) + (IsClosed ? "\n}\n" : "");
      INFO(Text);
      SnapshotPtr State = snapshotOf(Text);
      // All lines above have their noise.
      for (auto [Name, Noise] : {std::pair("%0", 13),
                                 {"%1", 14},
                                 {"%2", 15},
                                 {"%3", 16},
                                 {"%4", 15}}) {
        size_t At = Text.find(std::string(Name) + " =");
        size_t End = At == std::string::npos ? At : Text.find('\n', At);
        if (End < LineEnd)
          CHECK(bits(State, Name) == Noise);
      }
    }
  }
}

TEST_CASE("Recovery: a broken call of a function", "[recovery]") {
  // The broken call counts as one out of sight: while it is typed, the noise of
  // the function stays.
  std::string Text =
      "func.func private @g(%x: !noisy.i32) -> !noisy.i32 {\n" +
      add("%y", "%x", "%x") + "  return %y : !noisy.i32\n}\n" +
      "func.func @f(%a: !noisy.i32) {\n" +
      "  %0 = call @g(%a) : (!noisy.i32) -> !noisy.i32\n" +
      "  %1 = call @g(%0 : (!noisy.i32) -> !noisy.i32\n  return\n}\n";
  CHECK(bits(snapshotOf(Text), "%y") == 13);
  CHECK(bits(snapshotOf(replaceOnce(Text, "%0 :", "%0) :")), "%y") != 13);
  CHECK(bits(snapshotOf(replaceOnce(Text, "%1 = call @g(%0 :", "%1 = foo %0")),
             "%y") == 13);
}

TEST_CASE("Recovery: operations that do not verify", "[recovery]") {
  std::string Text =
      "func.func @f(%a: !noisy.i32, %s: i32) -> !noisy.i32 {\n" +
      add("%0", "%a", "%a") +
      "  %c = \"arith.addi\"(%s, %0) : (i32, !noisy.i32) -> i32\n" +
      "  %d = \"arith.addi\"(%s) : (i32) -> i32\n" + add("%1", "%0", "%0") +
      "  return %1 : !noisy.i32\n}\n";
  SnapshotPtr State = snapshotOf(Text);
  CHECK(bits(State, "%0") == 13);
  CHECK(bits(State, "%1") == 14);
  CHECK(problemsOf(State).size() == 2);
}

TEST_CASE("Recovery: what is inside of an operation that does not verify",
          "[recovery]") {
  std::string Text = "func.func @f(%a: !noisy.i32, %c: index, %n: index) {\n"
                     "  %r = scf.for %i = %c to %n step %c "
                     "iter_args(%x = %a) -> (!noisy.i32) {\n" +
                     add("%0", "%a", "%a") + add("%1", "%x", "%a") +
                     add("%2", "%r", "%r") +
                     "  }\n  \"func.return\"() : () -> ()\n}\n";
  SnapshotPtr State = snapshotOf(Text);
  CHECK(bits(State, "%0") == 13);
  CHECK(bits(State, "%2") == -1);
  CHECK(bits(State, "%1") == 13);
}

/// A function with a loop that carries a value; `Body` is in the loop.
static std::string loopWith(const std::string &Header,
                            const std::string &Body) {
  return "func.func private @g(!noisy.i32) -> !noisy.i32\n"
         "func.func @f(%a: !noisy.i32, %n: index, "
         "%m: memref<4x!noisy.i32>) {\n"
         "  %c = arith.constant 1 : index\n"
         "  %r = " +
         Header + " iter_args(%x = %a) -> (!noisy.i32) {\n" +
         add("%0", "%x", "%x") + Body + "  }\n" + add("%1", "%r", "%r") +
         "  return\n}\n";
}

static const std::string For = "scf.for %i = %c to %n step %c";
/// Headers of loops, with what ends them.
static const std::pair<std::string, std::string> Loops[] = {
    {For, "scf.yield"}, {"affine.for %i = 0 to %n", "affine.yield"}};

TEST_CASE("Recovery: a loop that does not say yet what it carries",
          "[recovery]") {
  for (const auto &[Header, Yield] : Loops)
    for (std::string End :
         {std::string(), std::string("yie\n"), Yield + "\n", Yield + " %0\n",
          Yield + " %c : index\n",
          Yield + std::string(" %0, %0 : !noisy.i32, !noisy.i32\n")}) {
      std::string Text = loopWith(Header, End);
      INFO(Text);
      SnapshotPtr State = snapshotOf(Text);
      // The first iteration; not known is what comes out.
      CHECK(bits(State, "%0") == 13);
      CHECK(noiseOf(State, "%0 =")->IsDueToBroken);
      CHECK(bits(State, "%1") == -1);
      CHECK_FALSE(problemsOf(State).empty());
    }
  CHECK(bits(snapshotOf(loopWith(For, "scf.yield %x : !noisy.i32\n")), "%1") ==
        13);
  // Integers may be others in the next iteration, and decide.
  for (std::string Body :
       {"%v = scf.if %flag -> (!noisy.i32) {\n  %d = noisy.mul %a, %a : "
        "!noisy.i32\n  scf.yield %d : !noisy.i32\n} else {\n  scf.yield %a : "
        "!noisy.i32\n}\n",
        "%v = scf.for %j = %n to %k step %n iter_args(%y = %a) -> (!noisy.i32) "
        "{\n  %d = noisy.mul %a, %a : !noisy.i32\n  scf.yield %d : "
        "!noisy.i32\n}\n"}) {
    SnapshotPtr State = snapshotOf(
        "func.func @f(%a: !noisy.i32, %n: index) {\n"
        "%false = arith.constant false\n%c0 = arith.constant 0 : index\n"
        "%r:2 = scf.for %i = %c0 to %n step %n iter_args(%flag = %false, %k = "
        "%c0) -> (i1, index) {\n" +
        Body + "}\nreturn\n}\n");
    INFO(State->text().bytes().str());
    CHECK(bits(State, "%v") == 24);
    CHECK(bits(State, "%d") == 24);
  }
  // What it lacks is told, whatever else is wrong in it.
  auto hasCount = [](const std::string &Issue) {
    return Issue.find("needs 1 inputs") != std::string::npos;
  };
  CHECK(llvm::any_of(
      problemsOf(snapshotOf(
          loopWith(For, "%w = \"arith.addi\"(%c, %x) : (index, !noisy.i32) -> "
                        "index\n" +
                            add("%z", "%x", "%x")))),
      hasCount));
  // In generic form there may be too few operands.
  for (std::string Generic :
       {"\"scf.for\"(%n) ({\n^bb0(%i: index, %x: !noisy.i32):\n"
        "\"scf.yield\"() : () -> ()\n}) : (index)",
        "\"affine.for\"(%n) <{lowerBoundMap = affine_map<() -> (0)>, "
        "operandSegmentSizes = array<i32: 0, 1, 4>, step = 1 : index, "
        "upperBoundMap = affine_map<()[s0] -> (s0)>}> ({\n"
        "^bb0(%i: index, %x: !noisy.i32):\n\"affine.yield\"() : () -> ()\n}) "
        ": (index)"}) {
    SnapshotPtr State = snapshotOf(
        "func.func @f(%a: !noisy.i32, %n: index) {\n" + add("%0", "%a", "%a") +
        "%r = " + Generic + " -> !noisy.i32\nreturn\n}\n");
    INFO(State->text().bytes().str());
    CHECK(bits(State, "%0") == 13);
  }
  // Others would be told too little.
  for (std::string Outlet :
       {"%k = func.call @g(%0) : (!noisy.i32) -> !noisy.i32\n",
        "memref.store %0, %m[%c] : memref<4x!noisy.i32>\n"})
    CHECK(bits(snapshotOf(loopWith(For, Outlet)), "%0") == -1);
}

TEST_CASE("Recovery: a loop that carries what is being typed", "[recovery]") {
  for (const auto &[Header, Yield] : Loops)
    for (std::string End :
         {Yield + " %value : !noisy.i32\n",
          "%y = noisy.reduce_noise %0 : !no\n" + Yield + " %y : !noisy.i32\n",
          "%y = noisy.mul %0,\n" + add("%z", "%y", "%0") + Yield +
              " %z : !noisy.i32\n",
          "%y = noisy.mul %0,\n" +
              std::string("%z = scf.if %b -> !noisy.i32 {\n") +
              add("%w", "%y", "%0") +
              "scf.yield %w : !noisy.i32\n} else {\nscf.yield %0 : "
              "!noisy.i32\n}\n" +
              Yield + " %z : !noisy.i32\n"}) {
      std::string Text = loopWith(Header, End);
      INFO(Text);
      SnapshotPtr State = snapshotOf(Text);
      // The first iteration; not known is what comes out.
      CHECK(bits(State, "%0") == 13);
      CHECK(noiseOf(State, "%0 =")->IsDueToBroken);
      CHECK(bits(State, "%1") == -1);
    }
  // A reduction leaves the same whatever it reduces.
  SnapshotPtr Reduced = snapshotOf(
      loopWith(For, "%y = noisy.mul %0,\n%z = noisy.reduce_noise %y : "
                    "!noisy.i32\nscf.yield %z : !noisy.i32\n"));
  CHECK(bits(Reduced, "%0") == 13);
  CHECK(bits(Reduced, "%1") == 13);
  // What later iterations do is not told of the first: it has other noise.
  for (const char *Decides :
       {"%s = scf.for %j = %c to %i step %c iter_args(%w = %x) -> (!noisy.i32) "
        "{\n%t = noisy.mul %w, %w : !noisy.i32\nscf.yield %t : "
        "!noisy.i32\n}\n",
        "%p = arith.cmpi eq, %i, %c : index\n%s = arith.select %p, %x, %0 : "
        "!noisy.i32\n",
        "%t = tensor.from_elements %a, %a : tensor<2x!noisy.i32>\n%e = "
        "tensor.extract %t[%i] : tensor<2x!noisy.i32>\n%s = noisy.mul %x, %e : "
        "!noisy.i32\n",
        "%p = arith.cmpi eq, %i, %c : index\n%s = scf.if %p -> !noisy.i32 {\n"
        "%t = noisy.mul %x, %x : !noisy.i32\nscf.yield %t : !noisy.i32\n} "
        "else {\nscf.yield %x : !noisy.i32\n}\n"}) {
    SnapshotPtr State = snapshotOf(loopWith(
        For, std::string(Decides) + "%y = noisy.add %s,\nscf.yield %y : "
                                    "!noisy.i32\n"));
    INFO(Decides);
    CHECK(bits(State, "%0") == -1);
    CHECK(llvm::none_of(problemsOf(State), [](const std::string &Issue) {
      return Issue.find("overflow") != std::string::npos;
    }));
  }
  // What is known goes on beside.
  SnapshotPtr Beside = snapshotOf(
      "func.func @f(%a: !noisy.i32) {\n%c0 = arith.constant 0 : index\n"
      "%c1 = arith.constant 1 : index\n%c4 = arith.constant 4 : index\n"
      "%r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %a, %y = %a) -> "
      "(!noisy.i32, !noisy.i32) {\n" +
      add("%0", "%x", "%a") + "%1 = noisy.mul %y,\n" +
      "scf.yield %0, %1 : !noisy.i32, !noisy.i32\n}\n" +
      add("%2", "%r#0", "%a") + "return\n}\n");
  CHECK(bits(Beside, "%0") == 16);
  CHECK(bits(Beside, "%2") == 17);
  // Others would be told too little.
  CHECK(bits(snapshotOf(loopWith(
                 For, "%k = func.call @g(%0) : (!noisy.i32) -> !noisy.i32\n"
                      "scf.yield %value : !noisy.i32\n")),
             "%0") == -1);
}

TEST_CASE("Recovery: a reduction without a label", "[recovery]") {
  // MLIR crashes on it.
  std::string Text =
      "func.func @f(%a: !noisy.i32, %n: index, %x: f32) {\n" +
      add("%0", "%a", "%a") +
      "  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {\n"
      "    scf.reduce(%x : f32) {\n"
      "      %y = arith.addf %x, %x : f32\n"
      "      scf.reduce.return %y : f32\n    }\n  }\n" +
      add("%1", "%0", "%0") + "  return\n}\n";
  SnapshotPtr State = snapshotOf(Text);
  CHECK(bits(State, "%0") == 13);
  CHECK(bits(State, "%1") == 14);
  REQUIRE(problemsOf(State).size() == 1);
  CHECK(problemsOf(State)[0].find("expected two block arguments") !=
        std::string::npos);
}

TEST_CASE("Recovery: a block that does not end", "[recovery]") {
  std::string Text = "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n" +
                     add("%0", "%a", "%a") + "}\n";
  SnapshotPtr State = snapshotOf(Text);
  CHECK(bits(State, "%0") == 13);
  REQUIRE(problemsOf(State).size() == 1);
  CHECK(problemsOf(State)[0].find("block with no terminator") !=
        std::string::npos);
}

TEST_CASE("Recovery: a broken branch may go to any block", "[recovery]") {
  std::string Text = "func.func @f(%a: !noisy.i32, %c: i1) {\n" +
                     add("%m", "%a", "%a") +
                     "  cf.cond_br %c, ^b(%a : !noisy.i32), ^d\n^d:\n"
                     "  cf.br ^b(%m : !noisy.i32), ^typo\n"
                     "^b(%x: !noisy.i32):\n" +
                     add("%y", "%x", "%x") + "  return\n}\n";
  CHECK(bits(snapshotOf(Text), "%m") == 13);
  CHECK(bits(snapshotOf(Text), "%y") == -1);
  // Nor does a block without an end make those after it unreachable.
  std::string Unfinished = "func.func @f(%a: !noisy.i32, %c: i1) {\n" +
                           add("%m", "%a", "%a") + "^b(%x: !noisy.i32):\n" +
                           add("%y", "%x", "%x") + "  return\n}\n";
  CHECK(bits(snapshotOf(Unfinished), "%y") == -1);
  CHECK_FALSE(noiseOf(snapshotOf(Unfinished), "%y =")->Bound.isUnreachable());
}

TEST_CASE("Recovery: a name that is defined twice", "[recovery]") {
  std::string Text = "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n" +
                     add("%0", "%a", "%a") + add("%0", "%a", "%a") +
                     add("%1", "%0", "%0") + "  return %1 : !noisy.i32\n}\n";
  SnapshotPtr State = snapshotOf(Text);
  CHECK(bits(State, "%1") == 14);
  CHECK(problemsOf(State).size() == 1);
}

TEST_CASE("Recovery: what an operation at the end of a block may do",
          "[recovery]") {
  std::string Callee =
      "func.func private @f(%a: !noisy.i32, %c: i1) -> !noisy.i32 {\n" +
      add("%m", "%a", "%a") +
      "  cf.cond_br %c, ^b, ^d\n^b:\n  return %a : !noisy.i32\n^d:\n"
      "  return %m : !noisy.i32\n}\n";
  std::string Caller =
      "func.func @g(%b: !noisy.i32, %c: i1) -> !noisy.i32 {\n"
      "  %u = call @f(%b, %c) : (!noisy.i32, i1) -> !noisy.i32\n"
      "  return %u : !noisy.i32\n}\n";
  CHECK(bits(snapshotOf(Callee + Caller), "%u") == 13);
  // It may return, whether it parses or not.
  for (std::string End : {"retur %m", "return %m, %m : !noisy.i32, !noisy.i32",
                          "return %m", "\"func.return\"() : () -> ()"}) {
    INFO(End);
    CHECK(bits(snapshotOf(replaceOnce(Callee, "return %m : !noisy.i32", End) +
                          Caller),
               "%u") == -1);
  }
  CHECK(bits(snapshotOf(replaceOnce(Callee, "cf.cond_br %c, ^b", "cf.cond") +
                        Caller),
             "%u") == -1);
  // The same holds for other regions.
  std::string Region = "func.func @g(%a: !noisy.i32, %c: i1) {\n" +
                       add("%m", "%a", "%a") +
                       "  %u = scf.execute_region -> !noisy.i32 {\n"
                       "    cf.cond_br %c, ^b, ^d\n  ^b:\n"
                       "    scf.yield %a : !noisy.i32\n  ^d:\n"
                       "    scf.yield %m : !noisy.i32\n  }\n  return\n}\n";
  CHECK(bits(snapshotOf(Region), "%u") == 13);
  CHECK(bits(snapshotOf(replaceOnce(Region, "yield %m", "yiel %m")), "%u") ==
        -1);
}

TEST_CASE("Recovery: the branches of a broken operation are guesses",
          "[recovery]") {
  std::string Text = "func.func @f(%a: i32, %c: i1) -> i32 {\n  cf.br ^\n^b1:\n"
                     "  %y = arith.addi %a, %a : i32\n  cf.br ^b2\n^b2:\n"
                     "  %z = arith.addi %y, %a : i32\n  return %z : i32\n}\n";
  CHECK(problemsOf(snapshotOf(Text)).size() == 1);
  CHECK(problemsOf(snapshotOf(replaceOnce(Text, "  cf.br ^\n", ""))).size() ==
        1);
  CHECK(problemsOf(snapshotOf(replaceOnce(Text, "cf.br ^b2", "cf.b"))).size() ==
        2);
}

TEST_CASE("Recovery: errors side by side", "[recovery]") {
  // One after the other, found in another order than that of the text.
  CHECK(problemsOf(snapshotOf("func.func @f(%a: i32, %b: i32) -> i32 {\n"
                              "  %x = arith.addi %a %b : i32\n"
                              "  %y = arith.muli %x, %nope : i32\n"
                              "  %z = arith.muli %x, %nope2 : i32\n"
                              "  %w = arith.mul %z, %y : i32\n"
                              "  return %w : i32\n}\n"))
            .size() == 4);
  // The first one is not finished, the second is right.
  CHECK(problemsOf(snapshotOf("func.func @f(%a: i32) {\n"
                              "  %x = arith.addi %a,\n"
                              "  %y = arith.addi %a, %a : i32\n"
                              "  %z = arith.addi %y, %a : i32\n"
                              "  return\n}\n"))
            .size() == 1);
}

TEST_CASE("Recovery: regions that define the same name", "[recovery]") {
  CHECK(problemsOf(snapshotOf("func.func @f(%a: i32, %b: i64, %c: i1) {\n"
                              "  scf.if %c {\n"
                              "    %x = arith.addi %a : i32\n"
                              "    %u = arith.addi %x, %a : i32\n"
                              "  } else {\n"
                              "    %x = arith.addi %b : i64\n"
                              "    %u = arith.addi %x, %b : i64\n"
                              "  }\n  return\n}\n"))
            .size() == 2);
}

TEST_CASE("Recovery: a wrong use does not determine a type", "[recovery]") {
  CHECK(problemsOf(snapshotOf("func.func @f(%a: i32) {\n"
                              "  %x = arith.addi %a\n"
                              "  %u = \"t.u\"(%x, %nope) : (i64, i64) -> i64\n"
                              "  %v = arith.addi %x, %a : i32\n"
                              "  return\n}\n"))
            .size() == 2);
}

TEST_CASE("Recovery: a symbol of a broken operation", "[recovery]") {
  std::string Text = "spirv.module Logical GLSL450 {\n"
                     "  spirv.func @g(%a: i32 -> i32 \"None\" {\n"
                     "    spirv.ReturnValue %a : i32\n  }\n"
                     "  spirv.func @h(%a: i32) -> i32 \"None\" {\n"
                     "    %y = spirv.FunctionCall @g(%a) : (i32) -> i32\n"
                     "    spirv.ReturnValue %y : i32\n  }\n}\n";
  CHECK(problemsOf(snapshotOf(Text)).size() == 1);
}

TEST_CASE("Recovery: operations with the same location", "[recovery]") {
  std::string Text =
      "func.func @f(%v: vector<4xi32>, %a: !noisy.i32) {\n"
      "  %x = vector.extract %v[0] : i32 from vector<4xi32> loc(\"z\":1:1)\n" +
      add("%0", "%a", "%a") +
      "  %z = \"vector.extract\"(%v) <{static_position = array<i64: 9>}> : "
      "(vector<4xi32>) -> i32 loc(\"z\":1:1)\n"
      "  return\n}\n";
  SnapshotPtr State = snapshotOf(Text);
  CHECK(problemsOf(State).size() == 1);
  CHECK(bits(State, "%0") == 13);
  Snapshot::TokenPlace Right = State->tokenAt(Text.find("%x"));
  REQUIRE(Right);
  const SectionFacts &Facts = *Right.Section->Facts;
  REQUIRE(Facts.InvalidOperations.size() == 1);
  uint32_t Begin =
      Right.Section->Data->operations()[Facts.InvalidOperations[0]].Range.Begin;
  CHECK(Begin == Text.find("%z ="));
}

TEST_CASE("Recovery: an empty block", "[recovery]") {
  std::string Text = "func.func @f(%a: !noisy.i32, %c: i1) -> !noisy.i32 {\n" +
                     add("%0", "%a", "%a") +
                     "  cf.cond_br %c, ^b1, ^b2\n^b1:\n^b2:\n"
                     "  return %0 : !noisy.i32\n}\n";
  SnapshotPtr State = snapshotOf(Text);
  CHECK(bits(State, "%0") == 13);
  CHECK(problemsOf(State).size() == 1);
}

TEST_CASE("Recovery: a half-typed call of a function that gets buffers",
          "[recovery]") {
  auto text = [](const std::string &Typed) {
    return "func.func private @two(%k: memref<!noisy.i32>, "
           "%o: memref<!noisy.i32>) {\n"
           "  %l = memref.load %k[] : memref<!noisy.i32>\n"
           "  memref.store %l, %o[] : memref<!noisy.i32>\n"
           "  return\n}\n"
           "func.func @f(%a: !noisy.i32) {\n"
           "  %m = memref.alloca() : memref<!noisy.i32>\n"
           "  %n = memref.alloca() : memref<!noisy.i32>\n"
           "  memref.store %a, %m[] : memref<!noisy.i32>\n"
           "  call @two(%m, %n) : (memref<!noisy.i32>, "
           "memref<!noisy.i32>) -> ()\n"
           "  %z = memref.load %n[] : memref<!noisy.i32>\n"
           "  return\n}\n"
           "func.func @g(%m: memref<!noisy.i32>) {\n" +
           Typed + "  return\n}\n";
  };
  CHECK(problemsOf(snapshotOf(text(""))).empty());
  // What it passes is not known, but that is no news for the others.
  Lines Problems = problemsOf(snapshotOf(text("  call @two(%m, \n")));
  REQUIRE(Problems.size() == 1);
  CHECK_FALSE(llvm::StringRef(Problems[0]).contains("unknown noise"));
  // A call that spoils the buffers of another function is told where it is.
  std::string Twice = text("  %q = memref.alloca() : memref<!noisy.i32>\n"
                           "  call @two(%q, %q) : (memref<!noisy.i32>, "
                           "memref<!noisy.i32>) -> ()\n");
  SnapshotPtr State = snapshotOf(Twice);
  unsigned Notes = 0;
  State->forEachProblem([&](const Snapshot::Part &, const Problem &Issue) {
    for (const Problem::Note &Note : Issue.Notes)
      if (llvm::StringRef(Note.Message).contains("is passed to @two twice")) {
        ++Notes;
        CHECK(Note.Range.Begin == Twice.find("call @two(%q"));
      }
  });
  CHECK(Notes > 0);
}

TEST_CASE("Recovery: unknown noise that has another reason", "[recovery]") {
  std::string Text = "func.func private @e() -> !noisy.i32\n"
                     "func.func @f(%a: !noisy.i32) {\n"
                     "  %u = call @e() : () -> !noisy.i32\n"
                     "  %v = noisy.ad %a, %a\n" +
                     add("%w", "%v", "%v") + "  return\n}\n";
  Lines Problems = problemsOf(snapshotOf(Text));
  REQUIRE(Problems.size() == 2);
  CHECK(llvm::any_of(Problems, [](const std::string &Line) {
    return llvm::StringRef(Line).contains("unknown noise: %u");
  }));
}

TEST_CASE("Recovery: the notes of errors in a container", "[recovery]") {
  std::string Text = "module {\n  func.func @f(%a: i32) {\n"
                     "    %x = arith.addi %a, %a : i32\n"
                     "    %x = arith.muli %a, %a : i32\n    return\n  }\n}\n";
  SnapshotPtr State = snapshotOf(Text);
  const Snapshot::Part &Part = *State->partAt(Text.find("%x"));
  REQUIRE(Part.Problems);
  REQUIRE(Part.Problems->size() == 1);
  REQUIRE(Part.Problems->front().Notes.size() == 1);
  CHECK(Part.Problems->front().Notes[0].Range.Begin + Part.Range.Begin ==
        Text.find("%x"));
}

TEST_CASE("Recovery: a value that a later function defines, too",
          "[recovery]") {
  // In one piece, so that MLIR takes the use in @a for one of the value of @b.
  std::string Text =
      "spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> {\n"
      "  spirv.func @a(%x: vector<4xf32>) -> vector<4xf32> \"None\" {\n"
      "    %r = spirv.FAdd %x, %x : vector4xf32>\n"
      "    spirv.ReturnValue %r : vector<4xf32>\n"
      "  }\n"
      "  spirv.func @b(%x: f32) -> f32 \"None\" {\n"
      "    %r = spirv.FAdd %x, %x : f32\n"
      "    spirv.ReturnValue %r : f32\n"
      "  }\n"
      "}\n";
  CHECK(problemsOf(snapshotOf(Text)).size() == 1);
  // The same type in both.
  std::string Same = Text;
  for (size_t At = Same.find("@b"); (At = Same.find("f32", At)) < Same.size();
       At += 13)
    Same.replace(At, 3, "vector<4xf32>");
  CHECK(problemsOf(snapshotOf(Same)).size() == 1);
  // As an argument.
  std::string Argument = replaceOnce(Text, "spirv.func @b(%x: f32)",
                                     "spirv.func @b(%x: f32, %r: f32)");
  Argument = replaceOnce(Argument, "%r = spirv.FAdd %x, %x : f32\n",
                         "%s = spirv.FAdd %x, %x : f32\n");
  CHECK(problemsOf(snapshotOf(Argument)).size() == 1);
  CHECK(isKnown(snapshotOf(Argument), "spirv.FAdd %x, %x : f32"));
  // The users of the value are known, too.
  std::string Regions = "func.func @f(%a: i32, %c: i1) {\n"
                        "  scf.if %c {\n"
                        "    %r = arith.addi , %a : i32\n"
                        "    %s = arith.muli %r, %a : i32\n"
                        "  } else {\n"
                        "    %r = arith.addi %a, %a : i32\n"
                        "  }\n  return\n}\n";
  CHECK(isKnown(snapshotOf(Regions), "arith.muli"));
}

TEST_CASE("Recovery: an opening bracket is missing", "[recovery]") {
  // The body of the loop goes with the loop, and nothing else.
  std::string Loop = "func.func @f(%c: index) {\n"
                     "  scf.parallel (%i) = %c) to (%c) step (%c) {\n"
                     "    %r = \"t.u\"(%i) : (index) -> index\n"
                     "  }\n"
                     "  return\n}\n";
  CHECK(problemsOf(snapshotOf(Loop)).size() == 1);
  // Within other brackets, too.
  std::string Region = "func.func @f(%c: index) {\n"
                       "  \"t.r\"() ({\n"
                       "    scf.parallel (%i) = %c) to (%c) step (%c) {\n"
                       "      %r = \"t.u\"(%i) : (index) -> index\n"
                       "    }\n"
                       "    %s = arith.addi %c, %c : index\n"
                       "    \"t.y\"(%s) : (index) -> ()\n"
                       "  }) : () -> ()\n"
                       "  return\n}\n";
  CHECK(problemsOf(snapshotOf(Region)).size() == 1);
}

TEST_CASE("Recovery: an operation in lines of the same indentation",
          "[recovery]") {
  std::string Text = "func.func @f(%a: tensor<2x2xf16>) -> tensor<2x2xf16> {\n"
                     "  %r = linalg.matmul\n"
                     "  ins(%a, %a : tensor2x2xf16>, tensor<2x2xf16>)\n"
                     "  outs(%a : tensor<2x2xf16>) -> tensor<2x2xf16>\n"
                     "  return %r : tensor<2x2xf16>\n}\n";
  CHECK(problemsOf(snapshotOf(Text)).size() == 1);
}

TEST_CASE("Recovery: labels behind a bracket that is not closed",
          "[recovery]") {
  std::string Text = "func.func @f(%c: i1, %a: f32) {\n"
                     "  \"t.pred\"() [^bb1, ^bb2, ^bb3] : () -> ()\n"
                     "  ^bb1:\n"
                     "    cf.br ^bb2(%a : f32)\n"
                     "  ^bb2(%x: f32):\n"
                     "    \"t.end\"(%x : (f32) -> ()\n\n"
                     "  ^bb3(%y: f32):\n"
                     "    \"t.end\"(%y) : (f32) -> ()\n"
                     "}\n";
  CHECK(problemsOf(snapshotOf(Text)).size() == 1);
}

/// The problems of uses of undefined names.
static Lines undefined(const std::vector<std::string> &Names) {
  Lines Result;
  for (const std::string &Name : Names)
    Result.push_back(Name + ": use of undeclared SSA value name");
  return Result;
}

TEST_CASE("Recovery: an undefined name takes nothing but itself",
          "[recovery]") {
  std::string Text = "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n" +
                     add("%0", "%a", "%nope") + add("%1", "%0", "%a") +
                     add("%2", "%a", "%a") +
                     "  %c = arith.constant 1 : index\n"
                     "  scf.for %i = %c to %where step %c {\n" +
                     add("%3", "%a", "%2") + add("%4", "%nope", "%nope") +
                     "  }\n  return %1 : !noisy.i32\n}\n";
  SnapshotPtr State = snapshotOf(Text);
  CHECK(bits(State, "%0") == -1);
  CHECK(bits(State, "%1") == -1);
  CHECK(bits(State, "%2") == 13);
  CHECK(bits(State, "%3") == 14);
  CHECK(bits(State, "%4") == -1);
  CHECK(State->tokenAt(Text.find("%0 =")).value().name() == "%0");
  const Section &Data = State->tokenAt(Text.find("%0 =")).data();
  CHECK(Data.nameOf(Data.operations()[1].FirstResult) == "a wrong operand");
  CHECK(isKnown(State, "noisy.add %a, %nope"));
  CHECK(isKnown(State, "noisy.add %nope, %nope"));
  CHECK(isKnown(State, "scf.for"));
  // Each operation with one has its error, in the place of the name.
  CHECK(problemsOf(State) == undefined({"%nope", "%where", "%nope"}));
}

TEST_CASE("Recovery: undefined names with several types", "[recovery]") {
  // In different operations, and in one.
  std::string Text = "func.func @f(%a: i32, %b: i64) {\n"
                     "  %x, %y:2 = \"t.two\"(%a) : (i32) -> (i32, i32, i64)\n"
                     "  %u = \"t.u\"(%m#1, %m, %n) : (i32, i64, f32) -> i64\n"
                     "  %v = \"t.v\"(%m#0) ({\n"
                     "    \"t.w\"(%m#1, %b) : (i32, i64) -> ()\n"
                     "  }) : (i64) -> i64\n"
                     "  return\n}\n";
  SnapshotPtr State = snapshotOf(Text);
  for (const char *Name : {"\"t.two", "\"t.u", "\"t.v", "\"t.w"})
    CHECK(isKnown(State, Name));
  CHECK(problemsOf(State) == undefined({"%m", "%m", "%n", "%m", "%m"}));
}

TEST_CASE("Recovery: an undefined name at top level", "[recovery]") {
  std::string Text = "func.func @f(%a: i32) -> i32 {\n"
                     "  %x = arith.addi %a, %a : i32\n"
                     "  %y = arith.addi %x, %a : i32\n  return %y : i32\n}\n"
                     "\"t.top\"(%none) : (i32) -> ()\n";
  SnapshotPtr State = snapshotOf(Text);
  CHECK(isKnown(State, "arith.addi %x"));
  CHECK(problemsOf(State) == undefined({"%none"}));
}

TEST_CASE("Recovery: undefined names do not make a function safe",
          "[recovery]") {
  std::string Text = "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n" +
                     add("%0", "%a", "%a") +
                     "  %k = arith.constant 1 : i32\n"
                     "  %l = arith.addi %k, %nope : i32\n"
                     "  return %0 : !noisy.i32\n}\n";
  SnapshotPtr State = snapshotOf(Text);
  CHECK(bits(State, "%0") == 13);
  Snapshot::TokenPlace Place = State->tokenAt(Text.find("%0 ="));
  REQUIRE(Place);
  CHECK(Place.Section->Data->brokenRanges().size() == 1);
}

TEST_CASE("Recovery: an undefined name before an error behind it in the line",
          "[recovery]") {
  // The error is found in the text of a unit that uses symbols.
  std::string Text = "func.func private @g(i32) -> i32\n"
                     "func.func @f(%a: i32) { \"t.u\"(%nope) : (i32) -> () "
                     "%r = func.call @g() : () -> i32 return }\n";
  SnapshotPtr State = snapshotOf(Text);
  std::vector<size_t> Places;
  State->forEachProblem([&](const Snapshot::Part &, Problem Issue) {
    Places.push_back(Issue.Range.Begin);
  });
  CHECK(Places ==
        std::vector<size_t>{Text.find("%nope"), Text.find("func.call")});
}

TEST_CASE("Recovery: a brace that is missing or too many", "[recovery]") {
  std::string Whole = "func.func @f(%a: !noisy.i32, %c: i1) -> !noisy.i32 {\n" +
                      add("%0", "%a", "%a") + "  scf.if %c {\n  " +
                      add("%1", "%0", "%0") + "  } else {\n  " +
                      add("%2", "%0", "%a") + "  }\n" + add("%3", "%0", "%0") +
                      "  return %3 : !noisy.i32\n}\n";
  for (auto [From, To] : {std::pair("scf.if %c {", "scf.if %c"),
                          {"} else {", "} else"},
                          {"} else {", "else {"},
                          {"  }\n  %3", "  %3"},
                          {"i32\n  return", "i32\n  }\n  return"}}) {
    std::string Text = replaceOnce(Whole, From, To);
    INFO(Text);
    SnapshotPtr State = snapshotOf(Text);
    CHECK(bits(State, "%1") == 14);
    CHECK(bits(State, "%2") == 14);
    CHECK(bits(State, "%3") == 14);
    CHECK(problemsOf(State).size() == 1);
    Snapshot::TokenPlace Place = State->tokenAt(Text.find("%3 ="));
    REQUIRE(Place);
    CHECK_FALSE(Place.Section->Data->brokenRanges().empty());
  }
}

TEST_CASE("Recovery: the label of a block in another operation", "[recovery]") {
  for (std::string Label : {"^bb0(%x: ):", "^bb0(%x: i32):\n    \"t.end\"() "
                                           "[^bb1] : () -> ()\n  ^bb1(%x):"}) {
    std::string Text = "func.func @f(%a: i32) -> i32 {\n"
                       "  %r = \"t.r\"() ({\n  " +
                       Label +
                       "\n    \"t.y\"(%x) : (i32) -> ()\n"
                       "  }) : () -> i32\n"
                       "  %y = arith.addi %r, %a : i32\n"
                       "  return %y : i32\n}\n";
    INFO(Text);
    SnapshotPtr State = snapshotOf(Text);
    CHECK(isKnown(State, "arith.addi"));
    CHECK(problemsOf(State).size() == 1);
  }
}

TEST_CASE("Recovery: a line without the name of a result after a stub",
          "[recovery]") {
  std::string Text = "func.func @f(%a: i32) -> i32 {\n"
                     "  %x = unknown.op %a : i32\n"
                     "   = arith.subi %a, %a : i32\n"
                     "  %y = arith.addi %x, %a : i32\n"
                     "  return %y : i32\n}\n";
  SnapshotPtr State = snapshotOf(Text);
  CHECK(isKnown(State, "arith.addi"));
  CHECK(problemsOf(State).size() == 2);
}

TEST_CASE("Recovery: a loop that turns by a broken operation", "[recovery]") {
  auto loop = [](const std::string &Bound, const std::string &To) {
    return "func.func @f(%a: !noisy.i32, %b: !noisy.i32) -> !noisy.i32 {\n"
           "  %z = arith.constant 0 : index\n"
           "  %one = arith.constant 1 : index\n  " +
           Bound + "\n  %s = scf.for %i = %z to " + To +
           " step %one iter_args(%x = %a) -> (!noisy.i32) {\n" +
           add("%y", "%x", "%b") + "    scf.yield %y : !noisy.i32\n  }\n" +
           add("%r", "%s", "%s") + "  return %r : !noisy.i32\n}\n";
  };
  CHECK(bits(snapshotOf(loop("%n = arith.constant 3 : index", "%n")), "%s") ==
        15);
  for (auto [Bound, To] : {std::pair("%n = arith.constant 3 : i32", "%n"),
                           std::pair("%n = arith.constant 3 :", "%n"),
                           std::pair("%n = arith.constant 3 : index", "%nn"),
                           std::pair("%m = arith.constant : i32\n  "
                                     "%n = arith.index_cast %m : i32 to index",
                                     "%n")}) {
    CAPTURE(Bound, To);
    SnapshotPtr State = snapshotOf(loop(Bound, To));
    // How the noise grows is not known, and no error.
    CHECK(countErrors(State) == 1);
    for (const char *Name : {"%x", "%y", "%s", "%r"}) {
      CAPTURE(Name);
      const NoiseInfo *Info = noiseOf(State, std::string(Name) + " = ");
      REQUIRE(Info);
      CHECK(Info->IsDueToBroken);
      CHECK(Info->Bound.isUnknown());
    }
  }
}
