//===- SnapshotSymbolsTest.cpp - Names of other parts of a text -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/server/Typist.h"
#include "tests/server/build/SnapshotComparison.h"
#include "tests/server/build/SnapshotQuestions.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using SnapshotPtr = std::shared_ptr<const Snapshot>;

//===----------------------------------------------------------------------===//
// Aliases
//===----------------------------------------------------------------------===//

TEST_CASE("SnapshotBuilder: an alias changes", "[builder]") {
  Typist T("!t = !noisy.i32\nfunc.func @f(%x: i5) {\n  %0 = noisy.encode %x : "
           "i5 -> !t\n  return\n}\nfunc.func @g() {\n  return\n}\n");
  SnapshotPtr First = T.build();
  CHECK(problemsOf(First).empty());
  CHECK(bitsOf(First, "%0") == 12);
  SnapshotPtr ChangedState = T.type("!t = !noisy.i32", "!t = i32");
  REQUIRE(problemsOf(ChangedState).size() == 1);
  checkOthers(First, T.build(), "!t");
  SnapshotPtr RestoredState = T.type("!t = i32", "!t = !noisy.i32");
  CHECK(problemsOf(RestoredState).empty());
  CHECK(bitsOf(RestoredState, "%0") == 12);
  // Behind its use it is none.
  T.replace("!t = !noisy.i32\n", "");
  T.edit({T.text().size(), T.text().size()}, "!t = !noisy.i32\n");
  SnapshotPtr MisplacedState = T.build();
  REQUIRE(problemsOf(MisplacedState).size() == 1);
  CHECK(llvm::StringRef(problemsOf(MisplacedState)[0])
            .ends_with("undefined symbol alias id 't'"));
}

TEST_CASE("SnapshotBuilder: locations may be defined behind their use",
          "[builder]") {
  Typist T("func.func @f() {\n  return loc(#a)\n} loc(#b)\n#a = loc(\"x\")\n"
           "#b = loc(\"y\"(#a))\n");
  SnapshotPtr First = T.build();
  CHECK(problemsOf(First).empty());
  SnapshotPtr MissingState = T.type("#a = loc", "#c = loc");
  CHECK_FALSE(problemsOf(MissingState).empty());
  CHECK(problemsOf(T.type("#c = loc", "#a = loc")).empty());
}

TEST_CASE("SnapshotBuilder: what is wrong with resources", "[builder]") {
  Typist T("func.func @f() -> tensor<2xi8> {\n  %0 = arith.constant "
           "dense_resource<blob> : tensor<2xi8>\n  return %0 : tensor<2xi8>\n}"
           "\n{-#\n  dialect_resources: {\n    builtin: {\n      blob: "
           "\"0x080000000102\"\n    }\n  }\n#-}\n");
  SnapshotPtr First = T.build();
  CHECK(problemsOf(First).empty());
  // It is told once, and under its own name.
  SnapshotPtr BrokenState = T.type("\"0x080000000102\"", "17");
  REQUIRE(problemsOf(BrokenState).size() == 1);
  CHECK(llvm::StringRef(problemsOf(BrokenState)[0])
            .ends_with("expected hex string blob for key 'blob'"));
  checkOthers(First, BrokenState, "{-#");
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

TEST_CASE("SnapshotBuilder: symbols of other functions", "[builder]") {
  Typist T("func.func private @callee(i32)\n"
           "func.func @caller(%x: i32) {\n"
           "  call @callee(%x) : (i32) -> ()\n  return\n}\n"
           "func.func @other() {\n  return\n}\n");
  SnapshotPtr First = T.build();
  CHECK(problemsOf(First).empty());

  SECTION("a call to a function that is not there") {
    SnapshotPtr RemovedState = T.type("@callee(i32)", "@called(i32)");
    CHECK(problemsOf(RemovedState) ==
          Lines{"call: 'func.call' op 'callee' does not reference a valid "
                "function"});
    // Only what depends on the call is unknown.
    const PlacedSection &Caller = partWith(RemovedState, "@caller").Sections[0];
    CHECK_FALSE(Caller.isStale());
    CHECK_FALSE(Caller.FactsAreStale);
    CHECK(problemsOf(T.type("@called(i32)", "@callee(i32)")).empty());
  }
  SECTION("a signature changes") {
    SnapshotPtr ChangedState = T.type("@callee(i32)", "@callee(i64)");
    CHECK(problemsOf(ChangedState) ==
          Lines{"call: 'func.call' op operand type mismatch: expected operand "
                "type 'i64', but provided 'i32' for operand number 0"});
    CHECK(newParts(First, ChangedState) ==
          Lines{"func.func private @callee(i64)"});
    CHECK(problemsOf(T.type("@callee(i64)", "@callee(i32)")).empty());
  }
  SECTION("a definition does not parse") {
    // It is there, whatever it looks like: nothing is said of its uses.
    SnapshotPtr BrokenState = T.type("@callee(i32)", "@callee(i32");
    REQUIRE(problemsOf(BrokenState).size() == 1);
    CHECK(partWith(BrokenState, "private").Problems);
    CHECK_FALSE(partWith(BrokenState, "@caller").Problems);
  }
  SECTION("two of one name") {
    SnapshotPtr Twice = T.type("@other", "@caller");
    CHECK(problemsOf(Twice) ==
          Lines{"func.func: redefinition of symbol named 'caller'"});
    unsigned Notes = 0;
    Twice->forEachProblem(
        [&](const Snapshot::Part &OwnerPart, const Problem &Issue) {
          CHECK(OwnerPart.Range.Begin == T.text().rfind("func.func"));
          for (const Problem::Note &Note : Issue.Notes)
            if (Note.Message == "see existing symbol definition here") {
              ++Notes;
              CHECK(Note.Range.Begin == T.text().find("func.func @caller"));
            }
        });
    CHECK(Notes == 1);
    // All of it is known, but for who calls it.
    const Snapshot::Part *Second = Twice->partAt(T.text().rfind("func.func"));
    REQUIRE(Second);
    REQUIRE(Second->Sections.size() == 1);
    CHECK_FALSE(Second->Sections[0].isStale());
    CHECK_FALSE(Second->Sections[0].FactsAreStale);
    T.edit({T.text().rfind("@caller"), T.text().rfind("@caller") + 7},
           "@other");
    CHECK(problemsOf(T.build()).empty());
  }
}

TEST_CASE("SnapshotBuilder: a text with warnings is analysed", "[builder]") {
  // Also where these come of what is verified beside what it names.
  auto State = snapshotOf(R"(
    module attributes {transform.with_named_sequence} {
      transform.named_sequence @inner(%x: !transform.any_op {transform.consumed}) {
        transform.yield
      }
      transform.named_sequence @outer(%x: !transform.any_op {transform.consumed}) {
        transform.include @inner failures(propagate) (%x) : (!transform.any_op) -> ()
        transform.yield
      }
      func.func @f(%a: !noisy.i32) { return }
    })");
  size_t Warnings = 0;
  State->forEachProblem([&](const Snapshot::Part &, const Problem &Issue) {
    CHECK(Issue.Severity == Problem::Level::Warning);
    ++Warnings;
  });
  CHECK(Warnings > 0);
  size_t NoiseCount = 0;
  for (const Snapshot::Part &P : State->parts())
    for (const PlacedSection &Section : P.Sections) {
      CHECK_FALSE(Section.FactsAreStale);
      NoiseCount += Section.Facts ? Section.Facts->Noise.size() : 0;
    }
  CHECK(NoiseCount == 1);
}

TEST_CASE("SnapshotBuilder: symbols in modules", "[builder]") {
  Typist T("module {\n  module @inner {\n    func.func private @f()\n"
           "    func.func @g() {\n      call @f() : () -> ()\n      return\n"
           "    }\n  }\n  \"test.use\"() {f = @inner::@f} : () -> ()\n"
           "  gpu.module @kernels {\n    gpu.func @k() kernel {\n"
           "      gpu.return\n    }\n  }\n"
           "  func.func @g() {\n    return\n  }\n}\n");
  SnapshotPtr First = T.build();
  CHECK(problemsOf(First).empty());
  // The same name in another module is another symbol.
  SnapshotPtr Outer =
      T.type("func.func @g() {\n    return", "func.func @f() {\n    return");
  CHECK(problemsOf(Outer).empty());
  CHECK(newParts(First, Outer) == Lines{"func.func @f() {"});
  Snapshot::TokenPlace Use = Outer->tokenAt(T.text().find("inner::@f") + 8);
  REQUIRE(Use);
  REQUIRE(Use.Token->TargetKind == Section::Kind::SymbolUse);
  auto Definitions = Outer->findSymbols(
      *Use.OwnerPart, *Use.Section, Use.data().symbolUses()[Use.Token->Target]);
  REQUIRE(Definitions.size() == 1);
  CHECK(Definitions[0].OwnerPart->Range.Begin ==
        T.text().find("func.func private @f"));
  // A call does not look outside of its module.
  CHECK(problemsOf(T.type("private @f()", "private @h()")) ==
        Lines{"call: 'func.call' op 'f' does not reference a valid function"});
}

//===----------------------------------------------------------------------===//
// Who uses whom
//===----------------------------------------------------------------------===//

/// What is known of the first value in the part that defines a symbol.
static const SectionFacts *factsOf(const Snapshot &State,
                                   llvm::StringRef Symbol) {
  for (const Snapshot::Part &P : State.parts())
    for (const PlacedSection &S : P.Sections)
      for (const Section::Symbol &Definition : S.Data->symbols())
        if (Definition.Name == Symbol)
          return S.Facts.get();
  return nullptr;
}

static constexpr char Callee[] = R"mlir(
#callee = @f
func.func private @f(%a: !noisy.i32) -> !noisy.i32 {
  %r = noisy.mul %a, %a : !noisy.i32
  return %r : !noisy.i32
}
func.func @h(%c: i5) {
  %e = noisy.encode %c : i5 -> !noisy.i32
  %q = func.call @f(%e) : (!noisy.i32) -> !noisy.i32
  return
}
func.func @g(%x: !noisy.i32) {
  %m = noisy.mul %x, %x : !noisy.i32
  CALL
  return
}
)mlir";

TEST_CASE("what text names that never parsed rests on it", "[typing]") {
  std::string Text = Callee;
  Text.replace(Text.find("CALL"), 4, "oops @f");
  Text.replace(Text.find("func.func @g"), 9, "define");
  Typist T(Text);
  auto State = T.build();
  REQUIRE(factsOf(*State, "f"));
  CHECK(factsOf(*State, "f")->RestsOnStale);
  State = T.type("oops @f", "oops @k");
  CHECK_FALSE(factsOf(*State, "f")->RestsOnStale);
  State = T.type("oops @k", "");
  CHECK_FALSE(factsOf(*State, "f")->RestsOnStale);
}

TEST_CASE("who may be meant rests on who else may be", "[typing]") {
  std::string Text = Callee;
  Text.replace(Text.find("CALL"), 4, "func.call @f(%m) : (!noisy.i32) -> ()");
  Typist T("func.func private @f(%a: !noisy.i32) { oops }\n" + Text);
  auto State = T.build();
  // The first does not parse; the second is what is known of @f.
  REQUIRE(factsOf(*State, "f"));
  CHECK(factsOf(*State, "f")->RestsOnStale);
}

TEST_CASE("a broken operation in generic form still has its name", "[typing]") {
  Typist T(R"mlir(
"func.func"() <{sym_name = "f", function_type = () -> ()}> ({
  "func.return"() : () -> ()
}) : () -> ()
func.func @g() { call @f() : () -> () return }
)mlir");
  CHECK(llvm::all_of(T.build()->parts(), isGood));
  auto State = T.type("() -> ()}>", "() -> oops}>");
  CHECK_FALSE(isGood(State->parts()[0]));
  CHECK(isGood(State->parts()[1]));
}

TEST_CASE("a symbol that an alias stands for is used", "[typing]") {
  std::string Text = Callee;
  Text.replace(Text.find("CALL"), 4,
               "%r = \"func.call\"(%m) <{callee = #callee}> : "
               "(!noisy.i32) -> !noisy.i32");
  auto State = Typist(Text).build();
  CHECK(llvm::all_of(State->parts(), isGood));
  REQUIRE(factsOf(*State, "f"));
  // It overflows with what @g passes, not with what @h does.
  CHECK(factsOf(*State, "f")->Problems.empty());
  CHECK(factsOf(*State, "g")->Problems.size() == 1);
}

//===----------------------------------------------------------------------===//
// Verifiers that look further than a symbol's type
//===----------------------------------------------------------------------===//

TEST_CASE("what verifiers see of symbols is all of them", "[typing]") {
  for (const char *Text : {
           R"mlir(
omp.declare_reduction @add_f32 : f32
init {
^bb0(%arg: f32):
  %0 = arith.constant 0.0 : f32
  omp.yield (%0 : f32)
}
combiner {
^bb1(%arg0: f32, %arg1: f32):
  %1 = arith.addf %arg0, %arg1 : f32
  omp.yield (%1 : f32)
}
func.func @r(%lb : index, %ub : index, %step : index, %m: memref<1xf32>) {
  omp.parallel reduction(@add_f32 %m -> %prv : memref<1xf32>) {
    omp.terminator
  }
  return
}
)mlir",
           R"mlir(
llvm.comdat @__llvm_comdat {
  llvm.comdat_selector @any any
}
llvm.mlir.global internal constant @has_any_comdat(1 : i64) comdat(@__llvm_comdat::@any) {addr_space = 0 : i32} : i64
llvm.func @fc() comdat(@__llvm_comdat::@any) { llvm.return }
)mlir",
           R"mlir(
acc.private.recipe @pr : memref<10xf32> init {
^bb0(%arg0: memref<10xf32>):
  %0 = memref.alloca() : memref<10xf32>
  acc.yield %0 : memref<10xf32>
}
func.func @t(%a: memref<10xf32>) {
  %0 = acc.private varPtr(%a : memref<10xf32>) recipe(@pr) -> memref<10xf32>
  acc.parallel private(%0 : memref<10xf32>) { acc.yield }
  return
}
)mlir",
           R"mlir(
omp.private {type = private} @x.privatizer : i32
func.func @f(%a: !llvm.ptr) { omp.parallel private(@x.privatizer %a -> %b : !llvm.ptr) { omp.terminator }
 return }
)mlir",
           R"mlir(
llvm.func @bar() { llvm.return }
llvm.mlir.global_ctors ctors = [@bar], priorities = [0 : i32], data = [#llvm.zero]
)mlir",
           R"mlir(
llvm.func @foo(i64) -> f32
llvm.mlir.ifunc external @ifu : !llvm.func<f32 (i64)>, !llvm.ptr @res
llvm.func @res() -> !llvm.ptr { %0 = llvm.mlir.addressof @foo : !llvm.ptr
 llvm.return %0 : !llvm.ptr }
)mlir",
           R"mlir(
llvm.func @f() -> !llvm.ptr {
  %0 = llvm.blockaddress <function = @g, tag = <id = 1>> : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func @g() {
  llvm.br ^bb1
^bb1:
  llvm.blocktag <id = 1>
  llvm.return
}
)mlir",
           R"mlir(
omp.declare_mapper @m : !llvm.struct<"t", (i32)> {
^bb0(%a: !llvm.ptr):
  %0 = omp.map.info var_ptr(%a : !llvm.ptr, !llvm.struct<"t", (i32)>) map_clauses(tofrom) capture(ByRef) -> !llvm.ptr
  omp.declare_mapper.info map_entries(%0 : !llvm.ptr)
}
func.func @f(%a: !llvm.ptr) { %0 = omp.map.info var_ptr(%a : !llvm.ptr, !llvm.struct<"t", (i32)>) map_clauses(tofrom) capture(ByRef) mapper(@m) -> !llvm.ptr
 return }
)mlir",
           R"mlir(
tosa.variable @v = dense<1.0> : tensor<1xf32>
func.func @f() { %0 = tosa.variable_read @v : tensor<1xf32>
 return }
)mlir",
           R"mlir(
llvm.mlir.global external @gl(1 : i32) : i32
llvm.mlir.alias external @al : i32 {
  %0 = llvm.mlir.addressof @gl : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
llvm.func @u() { %0 = llvm.mlir.addressof @al : !llvm.ptr
 llvm.return }
)mlir",
       }) {
    CAPTURE(Text);
    auto State = Typist(Text).build();
    CHECK(llvm::all_of(State->parts(), isGood));
    State->forEachProblem([](const Snapshot::Part &, const Problem &Finding) {
      FAIL_CHECK(Finding.Message);
    });
  }
}

TEST_CASE("what verifiers see of symbols is edited", "[typing]") {
  Typist T(R"mlir(
llvm.comdat @c {
  llvm.comdat_selector @any any
}
llvm.func @f() comdat(@c::@any) { llvm.return }
llvm.func @g() { llvm.return }
llvm.mlir.global_ctors ctors = [@g], priorities = [0 : i32], data = [#llvm.zero]
)mlir");
  auto CountGood = [](const Typist::SnapshotPtr &State) {
    return llvm::count_if(State->parts(), isGood);
  };
  CHECK(CountGood(T.build()) == 4);
  CHECK(CountGood(T.type("selector @any", "selector @all")) == 3);
  CHECK(CountGood(T.type("selector @all", "selector @any")) == 4);
  CHECK(CountGood(T.type("@g() { llvm.return }", "@g()")) == 3);
  CHECK(CountGood(T.type("@g()", "@g() { llvm.return }")) == 4);
}
