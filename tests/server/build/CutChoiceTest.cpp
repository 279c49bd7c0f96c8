//===- CutChoiceTest.cpp - How each chunk of a text is cut ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/CutChoice.h"
#include "server/build/SlotMaker.h"
#include "server/build/SurroundingsMaker.h"
#include "tests/server/SnapshotText.h"
#include "tests/server/Typist.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using SnapshotPtr = std::shared_ptr<const Snapshot>;
using Lines = std::vector<std::string>;

/// What is wrong: "first word of its place: message".
static Lines problemsOf(const SnapshotPtr &State) {
  Lines Result;
  State->forEachProblem([&](const Snapshot::Part &, const Problem &Issue) {
    llvm::StringRef Place =
        State->text().bytes().slice(Issue.Range.Begin, Issue.Range.End);
    Result.push_back(Place.str() + ": " +
                     llvm::StringRef(Issue.Message).split('\n').first.str());
  });
  return Result;
}
static Lines problemsOf(const std::string &Text) {
  return problemsOf(Typist(Text).build());
}

static Lines partsOf(const SnapshotPtr &State) {
  Lines Result;
  for (const Snapshot::Part &P : State->parts())
    Result.push_back(
        State->text().bytes().slice(P.Range.Begin, P.Range.End).str());
  return Result;
}

TEST_CASE("CutChoice: no error is one of the cut", "[cut]") {
  for (std::string Text : {
           // Strictly.
           "\"test.a\"() ({\nmodule {\n}\n}) : () -> ()\n",
           "func.func @f() {\n  return\n  }\n func.func @g() {\n    return\n}",
           // As a whole: no outline knows what these belong to.
           "\"test.a\"\n() : () -> ()\n",
           "func.func\nprivate\n@f()\nfunc.func\n@g()\n{\nreturn\n}\n",
           "llvm.func @f()\nllvm.mlir.global internal\nconstant\n@g(1 : i32)\n:"
           "\ni32\n",
           "memref.global \"private\" @c : memref<2xi32> = dense\n<[1, 2]>\n",
           "func.func @f(%a: i32)\n-> (i32)\nattributes\n{a.b\n=\n1}\n{\nreturn"
           "\n%a\n:\ni32\n}\n",
           "\"builtin.module\"\n(\n)\n(\n{\n^bb0\n:\n\"test.a\"() : () -> ()\n}"
           "\n)\n:\n(\n)\n->\n(\n)\n",
           "\"use\"(%a) : (i32) -> ()\n%a = \"def\"() : () -> i32\n",
       }) {
    INFO(Text);
    CHECK(problemsOf(Text) == Lines());
    CHECK(problemsOf("func.func @f(\n// -----\n" + Text).size() == 1);
    CHECK(problemsOf(Text + "// -----\n" + Text + "// -----\nfunc.func @(")
              .size() == 1);
  }
}

/// Nobody but MLIR knows that these belong together.
static const std::string Odd =
    "\"test.use\"(%a) : (i32) -> ()\n%a = \"test.a\"() : () -> i32\n";

TEST_CASE("CutChoice: a chunk with errors is cut as tolerantly as ever",
          "[cut]") {
  Typist T("func.func @f() {\n  oops\n}\nfunc.func @g() {\n  return\n}\n");
  CHECK(partsOf(T.build()).size() == 2);
  CHECK(partsOf(T.type("oops", "return")).size() == 2);
  // A chunk that is read as a whole, and then broken, is cut.
  Typist Whole(Odd);
  CHECK(partsOf(Whole.build()).size() == 1);
  CHECK(problemsOf(Whole.build()) == Lines());
  SnapshotPtr BrokenState = Whole.type("%a =", "%b =");
  CHECK(partsOf(BrokenState).size() == 2);
  CHECK(problemsOf(BrokenState).size() == 1);
  CHECK(problemsOf(Whole.type("%b =", "%a =")) == Lines());
  // What is in another chunk does not matter.
  Whole.edit({0, 0}, "func.func @(\n// -----\n");
  CHECK(partsOf(Whole.build()).size() == 3);
  CHECK(problemsOf(Whole.build()).size() == 1);
}

TEST_CASE("CutChoice: a name that is nowhere is the error of its function",
          "[cut]") {
  const std::string Overflow = "func.func @f1(%x: !noisy.i32) -> !noisy.i32 {\n"
                               "  %c1 = arith.constant 1 : index\n"
                               "  %m = noisy.mul %x, %x : !noisy.i32\n"
                               "  %n = noisy.mul %m, %m : !noisy.i32\n"
                               "  return %n : !noisy.i32\n}\n";
  const std::string UndeclaredUse = "func.func @f0(%n: index) {\n"
                                    "  %1 = arith.addi %n, %c1 : index\n"
                                    "  return\n}\n";
  const std::string InModule = "module @b {\n" + Overflow + "}\n";
  const std::string InRegion = "func.func @f0(%n: index, %p: i1) {\n"
                               "  scf.if %p {\n"
                               "    %1 = arith.addi %n, %c1 : index\n"
                               "  }\n  return\n}\n";
  for (const std::string &Text :
       {UndeclaredUse + Overflow, UndeclaredUse + InModule, InRegion + Overflow,
        Overflow + UndeclaredUse,
        "module {\n" + UndeclaredUse + "}\n" + InModule}) {
    INFO(Text);
    Lines Problems = problemsOf(Text);
    llvm::sort(Problems);
    REQUIRE(Problems.size() == 2);
    CHECK(Problems[0] == "%c1: use of undeclared SSA value name");
    CHECK(llvm::StringRef(Problems[1]).contains("noise overflow: %n"));
  }
}

TEST_CASE("CutChoice: large chunks are not read as a whole", "[cut]") {
  CHECK(problemsOf(Odd).empty());
  CHECK_FALSE(
      problemsOf(Odd + "// " + std::string(CutChoice::MaxBytes, 'x')).empty());
}

TEST_CASE("CutChoice: brackets that match are not said to be missing",
          "[cut]") {
  Lines Problems =
      problemsOf("foo.circuit \"test\" {\nfoo.module @test(in %a : "
                 "!foo.uint<1>) {\n  foo.connect %a\n}\n}\n");
  REQUIRE(Problems.size() == 1);
  CHECK_THAT(Problems[0],
             Catch::StartsWith("foo.circuit: the dialect 'foo' is not known"));
  CHECK(problemsOf("module attributes { dlti.x = #dlti.target_system_spec<\n"
                   "  \"CPU\" = foo\n>} {}\n")
            .size() == 1);
  // One that is missing spoils only the function it is in.
  Typist T("func.func @f() {\n  return\n}\nfunc.func @g() {\n  return\n"
           "func.func @h() {\n  return\n}\n");
  CHECK(partsOf(T.build()).size() == 3);
  CHECK(problemsOf(T.build()).size() == 1);
}

TEST_CASE("CutChoice: values that are used in regions and braces", "[cut]") {
  CHECK(problemsOf("%r = \"d.op1\"() : () -> i1\n\"d.op3\"() ({\n^bb0(%arg0 : "
                   "i1):\n    \"d.i\"(%arg0, %r) : (i1, i1) -> ()\n}) : () -> "
                   "()\n") == Lines());
  CHECK(problemsOf("%i = arith.constant 1 : i64\nacc.parallel num_gangs({%i: "
                   "i64, %i : i64}) {\n}\n") == Lines());
}

TEST_CASE("CutChoice: with resources, what is read as a whole keeps its names",
          "[cut]") {
  std::string Text =
      Odd + "\"test.b\"() {b = dense_resource<blob> : tensor<2xi8>} : () -> ()"
            "\n{-#\n  dialect_resources: {\n    builtin: {\n"
            "      blob: \"0x080000000102\"\n    }\n  }\n#-}\n";
  Typist T(Text + "// -----\n" + Text);
  SnapshotPtr State = T.build();
  CHECK(problemsOf(State) == Lines());
  CHECK(partsOf(State).size() == 3);
  State = T.type("test.a", "test.c");
  CHECK(problemsOf(State) == Lines());
  for (const Snapshot::Part &P : State->parts())
    for (const PlacedSection &S : P.Sections)
      CHECK_FALSE(llvm::StringRef(describe(*S.Data)).contains("blob_"));
}

/// How often the whole of a text is tried while its cut is chosen.
static unsigned countTrials(const std::string &Text) {
  Outline Pieces = Outline::scan(Text);
  CutChoice Cut(Pieces, Text, CutChoice::Memory());
  auto Context = std::make_shared<Generation>(allDialects());
  TaskQueue Later(WorkKind::Disposal);
  unsigned Count = 0;
  onLargeStack([&] {
    bool IsRevised = true;
    while (IsRevised) {
      std::vector<Slot> Slots = makeSlots(Cut.pieces(), Text);
      SurroundingsMaker Maker(Text, Slots);
      for (auto [I, S] : llvm::enumerate(Slots)) {
        S.SurroundingText = Maker.get(I);
        S.Parsed =
            Unit::parse(Context, S.Kind, S.Info,
                        llvm::StringRef(Text).slice(S.Range.Begin, S.Range.End),
                        S.SurroundingText, TestUri, Later);
      }
      IsRevised = Cut.revise(Slots, [&](const Slot &) {
        ++Count;
        return false;
      });
    }
  });
  return Count;
}

TEST_CASE("CutChoice: a chunk with an error in brackets is not parsed again",
          "[cut]") {
  const std::string Other = "func.func @g() {\n  return\n}\n";
  for (std::string Broken :
       {"func.func @f() {\n  oops\n}\n",
        "func.func @f() {\n  arith.constant 1\n  return\n}\n",
        "func.func @f(%a: !none) {\n  return\n}\n",
        "func.func @f() {\n  return loc(#l)\n}\n",
        "func.func @f() {\n  call @h(\n  return\n}\n",
        "func.func @f() {\n  \"t.a\"() {b = \"x\"} : ( -> ()\n  return\n}\n"})
    for (std::string Text : {Broken + Other, Other + Broken,
                             "#m = loc(unknown)\n" + Broken + Other}) {
      INFO(Text);
      CHECK(countTrials(Text) == 0);
    }
  // What may be right as a whole is.
  for (std::string Text :
       {Odd, "func.func @f\n" + Other,
        // No outline finds this definition.
        std::string("func.func @f() {\n  return loc(#l)\n}\n"
                    "func.func private @g() #l = loc(unknown)\n")}) {
    INFO(Text);
    CHECK(countTrials(Text) == 1);
  }
}
