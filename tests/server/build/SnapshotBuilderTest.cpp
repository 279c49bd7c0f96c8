//===- SnapshotBuilderTest.cpp - Snapshots, each from the last ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/SnapshotBuilder.h"
#include "server/build/Unit.h"
#include "tests/server/SnapshotText.h"
#include "tests/server/Typist.h"
#include "tests/server/build/SnapshotQuestions.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using SnapshotPtr = std::shared_ptr<const Snapshot>;

//===----------------------------------------------------------------------===//
// Asking a snapshot
//===----------------------------------------------------------------------===//

/// The parts of `NewState` whose section is not an object of `OldState`.
static std::vector<std::string> newParts(const SnapshotPtr &OldState,
                                         const SnapshotPtr &NewState) {
  std::vector<std::string> Result;
  for (const Snapshot::Part &P : NewState->parts()) {
    bool IsNew = true;
    for (const Snapshot::Part &Old : OldState->parts())
      if (!Old.Sections.empty() && !P.Sections.empty())
        IsNew &= Old.Sections[0].Data != P.Sections[0].Data;
    if (IsNew && P.Kind != PieceKind::Separator)
      Result.push_back(NewState->text()
                           .bytes()
                           .slice(P.Range.Begin, P.Range.End)
                           .take_until([](char C) { return C == '\n'; })
                           .str());
  }
  return Result;
}

/// All but the part with `Except` are the same objects with the same facts.
static void checkOthers(const SnapshotPtr &OldState,
                        const SnapshotPtr &NewState, llvm::StringRef Except) {
  for (const Snapshot::Part &P : OldState->parts()) {
    llvm::StringRef Text =
        OldState->text().bytes().slice(P.Range.Begin, P.Range.End);
    if (P.Sections.empty() || P.Kind == PieceKind::Footer ||
        Text.contains(Except))
      continue;
    INFO(Text.str());
    const Snapshot::Part &NewPart = partWith(NewState, Text);
    CHECK(NewPart.Id == P.Id);
    REQUIRE(NewPart.Sections.size() == 1);
    CHECK(NewPart.Sections[0].Data == P.Sections[0].Data);
    CHECK(NewPart.Sections[0].Facts == P.Sections[0].Facts);
    CHECK_FALSE(NewPart.Sections[0].isStale());
    CHECK_FALSE(NewPart.Sections[0].FactsAreStale);
  }
}

//===----------------------------------------------------------------------===//
// Errors stay where they are
//===----------------------------------------------------------------------===//

TEST_CASE("SnapshotBuilder: an error in one function", "[builder]") {
  for (bool InModule : {false, true}) {
    std::string Three =
        function("a", "add") + function("b", "mul") + function("c", "sub");
    Typist T(InModule ? "module {\n" + Three + "}\n" : Three);
    SnapshotPtr First = T.build();
    CHECK(problemsOf(First).empty());
    CHECK(bitsOf(First, "%b_2") == 24);

    SnapshotPtr BrokenState = T.type("%b, %b", "%b %%b");
    CHECK(problemsOf(BrokenState).size() == 1);
    checkOthers(First, BrokenState, "@b");
    const Snapshot::Part &B = partWith(BrokenState, "func.func @b");
    REQUIRE(B.Sections.size() == 1);
    const PlacedSection &Stale = B.Sections[0];
    CHECK(Stale.isStale());
    CHECK(Stale.FactsAreStale);
    CHECK(Stale.Data == partWith(First, "func.func @b").Sections[0].Data);
    CHECK(Stale.Facts == partWith(First, "func.func @b").Sections[0].Facts);
    CHECK(bitsOf(BrokenState, "%b_2") == 24);

    // Moved by edits before it and in it; further edits do not lose it.
    T.edit({0, 0}, "// new\n");
    T.replace("%b = noisy", "  %b = noisy");
    SnapshotPtr MovedState = T.build();
    CHECK(bitsOf(MovedState, "%b_2 =") == 24);
    CHECK(bitsOf(MovedState, "%b = ") == 12);
    CHECK(partWith(MovedState, "func.func @b").Sections[0].Data == Stale.Data);
    checkOthers(First, MovedState, "@b");

    T.replace("%b %%b", "%b, %b");
    T.replace("noisy.mul", "noisy.add");
    SnapshotPtr FixedState = T.build();
    CHECK(problemsOf(FixedState).empty());
    CHECK(bitsOf(FixedState, "%b_2") == 13);
    CHECK_FALSE(partWith(FixedState, "func.func @b").Sections[0].isStale());
    checkOthers(First, FixedState, "@b");
  }
}

TEST_CASE("SnapshotBuilder: a bracket less or more", "[builder]") {
  for (bool InModule : {false, true}) {
    std::string Text;
    for (const char *Name : {"a", "b", "c", "d"})
      Text += function(Name, "add");
    if (InModule)
      Text = "module {\n" + Text + "}\n";
    for (const std::string Name : {"a", "b", "d"}) {
      size_t Begin = Text.find("@" + Name), End = Text.find("  }\n", Begin) + 3;
      for (size_t Offset = Begin; Offset < End; ++Offset) {
        bool IsBracket = llvm::StringRef("(){}").contains(Text[Offset]);
        if (!IsBracket && (Offset - Begin) % 7)
          continue;
        Typist T(Text);
        SnapshotPtr First = T.build();
        CAPTURE(Name, Offset);
        if (IsBracket)
          T.edit({Offset, Offset + 1}, "");
        else
          T.edit({Offset, Offset}, (Offset / 7) % 2 ? "}" : "{");
        checkOthers(First, T.build(), "@" + Name);
      }
    }
  }
}

TEST_CASE("SnapshotBuilder: the header of a module breaks", "[builder]") {
  Typist T("module attributes {noisy.model = #noisy.model<initial = 12, max = "
           "20>} {\n" +
           function("a", "mul") + "}\n");
  SnapshotPtr First = T.build();
  REQUIRE(problemsOf(First).size() == 1); // an overflow
  CHECK(noiseOf(First, "%a_2")->Limit == 20);

  SnapshotPtr BrokenState = T.type("attributes {", "attributes {{");
  const PlacedSection &InnerPlacement =
      partWith(BrokenState, "func.func @a").Sections[0];
  CHECK_FALSE(InnerPlacement.isStale());
  REQUIRE(InnerPlacement.Facts);
  // Which model holds is not known now.
  CHECK(InnerPlacement.Facts->RestsOnStale);

  SnapshotPtr FixedState = T.type("attributes {{", "attributes {");
  CHECK(problemsOf(FixedState) == problemsOf(First));
  CHECK(noiseOf(FixedState, "%a_2")->Limit == 20);
  CHECK_FALSE(partWith(FixedState, "@a").Sections[0].Facts->RestsOnStale);
  SnapshotPtr Wider = T.type("max = 20", "max = 24");
  CHECK(problemsOf(Wider).empty());

  SnapshotPtr Open = T.type("\n}\n", "\n");
  CHECK(problemsOf(Open) == Lines{"{: this bracket is never closed"});
  CHECK(bitsOf(Open, "%a_2") == 24);
}

TEST_CASE("SnapshotBuilder: an error at the beginning", "[builder]") {
  for (const char *Text : {"module {\n  !t = i32\n}\n", "module {\n  oops\n}\n",
                           "!t = i32\noops(!t)\n"}) {
    INFO(Text);
    // It is not taken for one of what is around the text.
    CHECK(problemsOf(Typist(Text).build()).size() == 1);
  }
}

TEST_CASE("SnapshotBuilder: names of what was never valid", "[builder]") {
  // It parses, but what it calls does not exist; then it does not parse.
  Typist T(
      "func.func @f(%x: i32) {\n  call @missing() : () -> ()\n  return\n}");
  CHECK(problemsOf(T.build()).size() == 1);
  SnapshotPtr BrokenState = T.type("return", "return (");
  Snapshot::TokenPlace X = BrokenState->tokenAt(T.text().find("%x"));
  REQUIRE(X);
  CHECK(X.Section->isStale());
}

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
    // The caller's names are there; only what depends on its calls is old.
    const PlacedSection &Caller = partWith(RemovedState, "@caller").Sections[0];
    CHECK_FALSE(Caller.isStale());
    CHECK(Caller.FactsAreStale);
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
// Noise
//===----------------------------------------------------------------------===//

TEST_CASE("SnapshotBuilder: noise goes through calls, both ways", "[builder]") {
  Typist T("func.func private @callee(%a: !noisy.i32) -> !noisy.i32 {\n"
           "  %in = noisy.add %a, %a : !noisy.i32\n"
           "  return %in : !noisy.i32\n}\n" +
           function("lonely", "add") +
           "func.func @caller(%x: i5) -> !noisy.i32 {\n"
           "  %e = noisy.encode %x : i5 -> !noisy.i32\n"
           "  %out = call @callee(%e) : (!noisy.i32) -> !noisy.i32\n"
           "  return %out : !noisy.i32\n}\n");
  SnapshotPtr First = T.build();
  CHECK(bitsOf(First, "%in") == 13);
  CHECK(bitsOf(First, "%out") == 13);
  // Of the callee, the caller's changes.
  SnapshotPtr Callee = T.type("noisy.add %a", "noisy.mul %a");
  CHECK(bitsOf(Callee, "%in") == 24);
  CHECK(bitsOf(Callee, "%out") == 24);
  CHECK(newParts(First, Callee).size() == 1);
  CHECK(partWith(Callee, "@lonely").Sections[0].Facts ==
        partWith(First, "@lonely").Sections[0].Facts);
  // Of the caller, the callee's: two are passed that were multiplied.
  SnapshotPtr Caller =
      T.type("  %out = call @callee(%e)",
             "  %m = noisy.add %e, %e : !noisy.i32\n  %out = call @callee(%m)");
  CHECK(bitsOf(Caller, "%a") == 13);
  CHECK(bitsOf(Caller, "%in") == 26);
  CHECK(problemsOf(Caller).empty());
  SnapshotPtr OverflowState = T.type("%m = noisy.add", "%m = noisy.mul");
  CHECK(bitsOf(OverflowState, "%in") == 48);
  REQUIRE(problemsOf(OverflowState).size() == 1);
  CHECK(problemsOf(OverflowState)[0].starts_with("%in"));

  // While the callee is broken its last good text stands for it.
  SnapshotPtr BrokenState = T.type("return %in", "retrun %in");
  CHECK(bitsOf(BrokenState, "%out") == 48);
  CHECK(partWith(BrokenState, "@caller").Sections[0].Facts->RestsOnStale);
  CHECK_FALSE(partWith(BrokenState, "@lonely").Sections[0].Facts->RestsOnStale);
}

TEST_CASE("SnapshotBuilder: less effort", "[builder]") {
  Typist T(function("a", "mul") + function("b", "mul"));
  CHECK(bitsOf(T.build(), "%a_2") == 24);
  T.replace("noisy.mul %b, %b", "noisy.mul %b %b");
  T.build();
  T.replace("noisy.mul %a", "noisy.add %a");
  SnapshotPtr Plain = T.build(Effort::WithoutNoise);
  for (const Snapshot::Part &P : Plain->parts())
    for (const PlacedSection &S : P.Sections)
      CHECK_FALSE(S.Facts);
  CHECK(problemsOf(Plain).size() == 1);
  SnapshotPtr EmptyState = T.build(Effort::None);
  CHECK(EmptyState->parts().empty());
  CHECK(problemsOf(EmptyState).empty());
  SnapshotPtr SecondState = T.build();
  CHECK(bitsOf(SecondState, "%a_2") == 13);
}

//===----------------------------------------------------------------------===//
// Reuse
//===----------------------------------------------------------------------===//

TEST_CASE("SnapshotBuilder: an edit makes one section", "[builder]") {
  std::string Two = function("a", "add") + function("b", "add");
  for (const std::string &Text :
       {Two, "module {\n" + Two + "}\n",
        "module {\nmodule @inner {\n" + Two + "}\n" + Two + "}\n",
        Two + "// -----\n" + Two,
        "!t = i32\n#l = loc(\"x\")\n" + Two + "#k = loc(\"y\")\n",
        "\"builtin.module\"() ({\n" + Two + "}) {a.b} : () -> ()\n"}) {
    INFO(Text);
    Typist T(Text);
    SnapshotPtr First = T.build();
    CHECK(problemsOf(First).empty());
    SnapshotPtr NewState = T.type("noisy.add", "noisy.mul");
    CHECK(newParts(First, NewState) ==
          Lines{"func.func @a(%x: i5) -> !noisy.i32 {"});
    // Lines before it, and behind it.
    T.edit({0, 0}, "\n// more\n\n");
    T.edit({T.text().size(), T.text().size()}, "\n// and more\n");
    CHECK(newParts(NewState, T.build()).empty());
    // One more function, and one less.
    size_t Offset = T.text().find("  func.func @b");
    T.edit({Offset, Offset}, function("c", "add"));
    SnapshotPtr LongerState = T.build();
    CHECK(newParts(NewState, LongerState) ==
          Lines{"func.func @c(%x: i5) -> !noisy.i32 {"});
    T.edit({Offset, Offset + function("c", "add").size()}, "");
    CHECK(newParts(LongerState, T.build()).empty());
  }
}

TEST_CASE("SnapshotBuilder: stopped builds lose nothing", "[builder]") {
  std::string Text;
  for (unsigned I = 0; I < 20; ++I)
    Text += function("f" + std::to_string(I), "add");
  // The same text in two chunks: two parts all the same.
  Text += "// -----\n" + Text;
  for (bool IsFirst : {true, false}) {
    Typist T(IsFirst ? Text : "// nothing\n");
    if (!IsFirst) {
      T.build();
      T.edit({0, 0}, Text);
    }
    unsigned Builds = 0;
    SnapshotPtr NewState;
    while (!NewState && ++Builds < 1000) {
      // Some progress each time.
      unsigned StopChecks = 0;
      NewState = T.build(Effort::Full, [&] { return ++StopChecks > 5; });
      if (Builds == 3)
        T.replace("noisy.add", "noisy.mul");
    }
    REQUIRE(NewState);
    CHECK(Builds > 5);
    SnapshotPtr Scratch = Typist(T.text()).build();
    CHECK(problemsOf(NewState) == problemsOf(Scratch));
    REQUIRE(NewState->parts().size() == Scratch->parts().size());
    llvm::DenseSet<uint64_t> Ids;
    for (auto [Mine, New] : llvm::zip(NewState->parts(), Scratch->parts())) {
      CHECK(describePiece(Mine) == describePiece(New));
      if (Mine.Kind == PieceKind::Separator)
        continue;
      CHECK(Ids.insert(Mine.Id).second);
      REQUIRE(Mine.Sections.size() == 1);
      CHECK(describe(*Mine.Sections[0].Data) ==
            describe(*New.Sections[0].Data));
      CHECK(describe(*Mine.Sections[0].Facts, *NewState) ==
            describe(*New.Sections[0].Facts, *Scratch));
    }
  }
}

TEST_CASE("SnapshotBuilder: the indentation need not be ours", "[builder]") {
  for (const char *Text :
       {"module {\nfunc.func @a() {\nreturn\n}\n    }\n", "\tmodule @m {\n}\n",
        "func.func @f()\n{\nreturn\n}\n",
        "func.func @a() { return } func.func @b() { return }\n",
        "  func.func @a() {\n  return\n}\nmodule {\n  module {\n}}\n",
        "\"a.b\"() ({\n\"a.b\"() ({\n}) : () -> ()\n}) : () -> ()\n",
        "!t = i32 func.func @f(%x: !t) {\nreturn }"}) {
    INFO(Text);
    CHECK(problemsOf(Typist(Text).build()).empty());
    // Nor that of another chunk.
    Lines Wrong = problemsOf(
        Typist(std::string(Text) + "\n// -----\nfunc.func {").build());
    CHECK(Wrong.size() == 1);
  }
}

//===----------------------------------------------------------------------===//
// Models and headers
//===----------------------------------------------------------------------===//

TEST_CASE("the model of a header that broke is the one it last had",
          "[builder]") {
  const std::string Header =
      "module attributes {noisy.model = #noisy.model<initial = 12, max = 20>} ";
  const std::string Body = "{\n  func.func @f(%x: !noisy.i32) {\n"
                           "    %m = noisy.mul %x, %x : !noisy.i32\n"
                           "    return\n  }\n}\n";
  auto factsOf = [](const Typist::SnapshotPtr &State) {
    for (const Snapshot::Part &P : State->parts())
      if (P.Kind == PieceKind::Operation && !P.Sections.empty()) {
        bool IsBroken = State->parts()[P.Container].Sections.empty() ||
                        State->parts()[P.Container].Sections[0].isStale();
        CHECK(P.Sections.front().FactsAreStale == IsBroken);
        return P.Sections.front().Facts;
      }
    return std::shared_ptr<const SectionFacts>();
  };
  Typist T(Header + Body);
  auto Facts = factsOf(T.build());
  REQUIRE(Facts);
  CHECK(Facts->Noise.back().Limit == 20);
  CHECK_FALSE(Facts->RestsOnStale);
  Facts = factsOf(T.type("max = 20>", "max = 20>, oops oops"));
  REQUIRE(Facts);
  CHECK(Facts->Noise.back().Limit == 20);
  CHECK(Facts->RestsOnStale);
  Facts = factsOf(T.type("max = 20>, oops oops", "max = 30>"));
  REQUIRE(Facts);
  CHECK(Facts->Noise.back().Limit == 30);
  CHECK_FALSE(Facts->RestsOnStale);

  // Under one that never was valid nothing is known.
  Typist BrokenTypist("module attributes {noisy.model = oops} " + Body);
  CHECK_FALSE(factsOf(BrokenTypist.build()));
}

TEST_CASE("of a large text there is one IR only", "[builder]") {
  // Two functions, of which one is large and calls the other.
  std::string Text = "func.func private @g(%a: !noisy.i32) -> !noisy.i32 {\n"
                     "  %0 = noisy.mul %a, %a : !noisy.i32\n"
                     "  return %0 : !noisy.i32\n}\n"
                     "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                     "  %first = noisy.add %a, %a : !noisy.i32\n";
  for (int I = 0; Text.size() < Unit::LargeBytes; ++I)
    Text += "  %c" + std::to_string(I) + " = arith.constant 1 : i32\n";
  Text += "  %last = call @g(%first) : (!noisy.i32) -> !noisy.i32\n"
          "  return %last : !noisy.i32\n}\n";
  auto boundOfG = [](const Typist::SnapshotPtr &State) {
    return State->parts()[0].Sections[0].Facts->Noise.back().Bound.getBits();
  };
  Typist T(Text);
  CHECK(boundOfG(T.build()) == 26);
  // Replaced by a good one.
  auto State = T.type("noisy.add %a, %a", "noisy.sub %a, %a");
  CHECK(boundOfG(State) == 26);
  CHECK(State->parts()[1].Sections[0].Facts->Noise.size() == 3);
  // By a broken one: names and noise are there still, and who was called by it
  // says that it rests on it.
  State = T.type("noisy.sub %a, %a", "noisy.sub %a %a");
  REQUIRE(State->parts()[1].Sections.size() == 1);
  CHECK(State->parts()[1].Sections[0].isStale());
  REQUIRE(State->parts()[1].Sections[0].Facts);
  CHECK(State->parts()[1].Sections[0].Facts->Noise.size() == 3);
  CHECK(State->parts()[0].Sections[0].Facts->RestsOnStale);
  // And back, to a text that was there before.
  State = T.type("noisy.sub %a %a", "noisy.sub %a, %a");
  CHECK(boundOfG(State) == 26);
  CHECK_FALSE(State->parts()[0].Sections[0].Facts->RestsOnStale);
  CHECK_FALSE(State->parts()[1].Sections[0].isStale());
}

TEST_CASE("a large text is not lost when a build is stopped behind it",
          "[builder]") {
  std::string Large = "func.func @f(%a: !noisy.i32) -> !noisy.i32 {\n"
                      "  %first = noisy.mul %a, %a : !noisy.i32\n";
  for (int I = 0; Large.size() < Unit::LargeBytes; ++I)
    Large += "  %c" + std::to_string(I) + " = arith.constant 1 : i32\n";
  Large += "  return %first : !noisy.i32\n}\n";
  std::string Next = "func.func @g(%x: !noisy.i32) {\n"
                     "  %r = call @f(%x) : (!noisy.i32) -> !noisy.i32\n"
                     "  return\n}\n";
  onLargeStack([&] {
    SnapshotBuilder Builder(allDialects(), TestUri);
    auto build = [&](const std::string &Contents, const OffsetMap &Edits,
                     unsigned StopAt) {
      unsigned StopChecks = 0;
      return Builder.build(Text(Contents), 1, Edits, Effort::Full,
                           [&] { return ++StopChecks == StopAt; });
    };
    auto First = build(Large + Next, OffsetMap(), 0);
    REQUIRE(First);
    // Both are changed, and it stops before the second.
    std::string ChangedText = Large + Next;
    ChangedText.replace(ChangedText.find("mul"), 3, "add");
    ChangedText.replace(ChangedText.find("@g"), 2, "@h");
    OffsetMap Edits;
    size_t Mul = Large.find("mul");
    Edits.edit({{Mul, Mul + 3}, 3});
    Edits.edit({{Large.size() + 11, Large.size() + 12}, 1});
    CHECK_FALSE(build(ChangedText, Edits, 2));
    // The old text again.
    auto SecondState = build(Large + Next, OffsetMap(), 0);
    REQUIRE(SecondState);
    REQUIRE(SecondState->parts()[0].Sections.size() == 1);
    REQUIRE(SecondState->parts()[0].Sections[0].Facts);
    CHECK(*SecondState->parts()[0].Sections[0].Facts ==
          *First->parts()[0].Sections[0].Facts);
    CHECK_FALSE(SecondState->parts()[0].Sections[0].FactsAreStale);
    // It can be analysed still.
    std::string Third = Large + Next;
    Third.replace(Large.size() + 11, 1, "k");
    OffsetMap OfThird;
    OfThird.edit({{Large.size() + 11, Large.size() + 12}, 1});
    auto Last = build(Third, OfThird, 0);
    REQUIRE(Last);
    REQUIRE(Last->parts()[0].Sections[0].Facts);
    CHECK(Last->parts()[0].Sections[0].Facts->Noise ==
          First->parts()[0].Sections[0].Facts->Noise);
  });
}
