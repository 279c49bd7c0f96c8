//===- SnapshotBuilderTest.cpp - Snapshots, each from the last ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/SnapshotBuilder.h"
#include "server/unit/Unit.h"
#include "tests/server/SnapshotText.h"
#include "tests/server/Typist.h"
#include "tests/server/build/SnapshotQuestions.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using SnapshotPtr = std::shared_ptr<const Snapshot>;

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

    SnapshotPtr BrokenState = T.type("func.func @b", "define @b");
    CHECK(problemsOf(BrokenState).size() == 1);
    checkOthers(First, BrokenState, "@b");
    const Snapshot::Part &B = partWith(BrokenState, "@b(");
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
    CHECK(partWith(MovedState, "@b(").Sections[0].Data == Stale.Data);
    checkOthers(First, MovedState, "@b");

    T.replace("define @b", "func.func @b");
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
  CHECK(problemsOf(Open) == Lines{"{: '{' is not closed"});
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
  // It parses, but its symbol is defined before; then it does not parse.
  Typist T("func.func private @f()\n"
           "func.func @f(%x: i32) {\n  return\n}\n");
  CHECK(problemsOf(T.build()).size() == 1);
  SnapshotPtr BrokenState = T.type("func.func @f(%x", "define @f(%x");
  Snapshot::TokenPlace X = BrokenState->tokenAt(T.text().find("%x"));
  REQUIRE(X);
  CHECK(X.Section->isStale());
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
  SnapshotPtr BrokenState =
      T.type("func.func private @callee(%a", "define private @callee(%a");
  CHECK(bitsOf(BrokenState, "%out") == 48);
  CHECK(partWith(BrokenState, "@caller").Sections[0].Facts->RestsOnStale);
  CHECK_FALSE(partWith(BrokenState, "@lonely").Sections[0].Facts->RestsOnStale);
}

TEST_CASE("SnapshotBuilder: less effort", "[builder]") {
  Typist T(function("a", "mul") + function("b", "mul"));
  CHECK(bitsOf(T.build(), "%a_2") == 24);
  T.replace("@b(%x", "@b(oops %x");
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
