//===- AliasCutTest.cpp - Runs of aliases of which some are broken --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/AliasCut.h"
#include "server/build/History.h"
#include "server/syntax/Outline.h"
#include "tests/server/Typist.h"
#include "tests/server/build/SnapshotQuestions.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using SnapshotPtr = Typist::SnapshotPtr;

/// The texts of the parts, with a ! for each that does not parse.
static Lines partsOf(const SnapshotPtr &State) {
  Lines Result;
  for (const Snapshot::Part &P : State->parts()) {
    bool IsParsed = P.Sections.size() == 1 && !P.Sections[0].isStale();
    Result.push_back(
        (IsParsed ? "" : "!") +
        State->text().bytes().slice(P.Range.Begin, P.Range.End).str());
  }
  return Result;
}

/// What there is after an edit, which is what there is in the text as it is.
static SnapshotPtr typeAndBuild(Typist &T, llvm::StringRef Old,
                                llvm::StringRef New) {
  SnapshotPtr State = T.type(Old, New), Fresh = Typist(T.text()).build();
  CHECK(partsOf(State) == partsOf(Fresh));
  CHECK(problemsOf(State) == problemsOf(Fresh));
  return State;
}

/// Where the alias at the first `Use` is defined.
static std::string definitionAt(const SnapshotPtr &State, llvm::StringRef Use) {
  llvm::StringRef Bytes = State->text().bytes();
  Snapshot::TokenPlace Place = State->tokenAt(Bytes.find(Use));
  if (!Place || Place.Token->TargetKind != Section::Kind::Alias)
    return "none";
  std::string Result;
  for (const Snapshot::TokenPlace &Candidate : State->findAliases(
           Place.OwnerPart->Chunk,
           Place.Section->Data->aliases()[Place.Token->Target].Name)) {
    std::optional<ByteRange> Range =
        Candidate.Section->toText(Candidate.Token->Range);
    REQUIRE(Range);
    size_t Line = Bytes.take_front(Range->Begin).rfind('\n') + 1;
    Result += Bytes.substr(Line).split('\n').first.str() + ";";
  }
  return Result;
}

TEST_CASE("AliasCut: one that is broken takes no other along", "[aliases]") {
  Typist T("#a = 1 : i32\n#b = 2 : i32\n#c = 3 : i32\n"
           "func.func private @f() attributes {x = #a, y = #c}\n");
  CHECK(partsOf(T.build()).size() == 2);
  SnapshotPtr State = typeAndBuild(T, "2 :", "2 ;");
  CHECK(partsOf(State) == Lines{"#a = 1 : i32", "!#b = 2 ; i32", "#c = 3 : i32",
                                "func.func private @f() attributes "
                                "{x = #a, y = #c}"});
  CHECK(problemsOf(State).size() == 1);
  CHECK(definitionAt(State, "#a,") == "#a = 1 : i32;");
  CHECK(definitionAt(State, "#c}") == "#c = 3 : i32;");
  // What it was is known still, and only that.
  CHECK(definitionAt(State, "#b") == "#b = 2 ; i32;");
  CHECK(State->parts()[1].Sections.size() == 1);
  // What is not touched is the same.
  SnapshotPtr Next = typeAndBuild(T, "2 ;", "2 ;;");
  CHECK(Next->parts()[0].Id == State->parts()[0].Id);
  CHECK(Next->parts()[2].Id == State->parts()[2].Id);
  SnapshotPtr Elsewhere = typeAndBuild(T, "@f", "@g");
  CHECK(Elsewhere->parts()[1].Id == Next->parts()[1].Id);
  CHECK(partsOf(typeAndBuild(T, "2 ;;", "2 :")).size() == 2);
}

TEST_CASE("AliasCut: what uses a broken one is kept apart", "[aliases]") {
  Typist T("#a = 1 : i32\n#b = [#a]\n#c = [#b]\n#d = 4 : i32\n#e = [#d]\n"
           "#f = [#c, #e]\n");
  CHECK(problemsOf(T.build()).empty());
  SnapshotPtr State = typeAndBuild(T, "#a]", "#a");
  CHECK(partsOf(State) == Lines{"#a = 1 : i32", "!#b = [#a", "!#c = [#b]",
                                "#d = 4 : i32\n#e = [#d]", "!#f = [#c, #e]"});
  CHECK(definitionAt(State, "#d]") == "#d = 4 : i32;");
  CHECK(definitionAt(State, "#a\n") == "#a = 1 : i32;");
  // In another run as well.
  typeAndBuild(T, "#d =", "func.func private @f()\n#d =");
  State = typeAndBuild(T, "#f = ", "#g = 7 : i8\n#f = ");
  CHECK(llvm::is_contained(partsOf(State),
                           "#d = 4 : i32\n#e = [#d]\n#g = 7 : i8"));
  CHECK(problemsOf(typeAndBuild(T, "[#a", "[#a]")).empty());
}

TEST_CASE("AliasCut: an error behind the line that is wrong", "[aliases]") {
  Typist T("#a = 1 : i32\n#b = 2 : i32\n#c = 3 : i32\n");
  T.build();
  SnapshotPtr State = typeAndBuild(T, "2 : i32", "");
  Lines Parts = partsOf(State);
  CHECK(llvm::is_contained(Parts, "#a = 1 : i32"));
  CHECK(llvm::is_contained(Parts, "#c = 3 : i32"));
  CHECK(problemsOf(State).size() == 1);
  // Twice.
  State = typeAndBuild(T, "#b = ", "#a = 2 : i32");
  CHECK(partsOf(State) ==
        Lines{"#a = 1 : i32", "!#a = 2 : i32", "#c = 3 : i32"});
  CHECK(definitionAt(State, "#c") == "#c = 3 : i32;");
}

TEST_CASE("AliasCut: many that are broken", "[aliases]") {
  std::string Text;
  for (int I = 0; I < 40; ++I)
    Text += "#a" + std::to_string(I) + " = 1 : i32\n#b" + std::to_string(I) +
            " = oops\n";
  Typist T(Text);
  SnapshotPtr State = T.build();
  // Each round finds one; then the rest is one part.
  CHECK(State->parts().size() == 2 * AliasCut::MaxRounds + 1);
  CHECK(problemsOf(State).size() == AliasCut::MaxRounds + 1);
  typeAndBuild(T, "#b3 = oops", "#b3 = 1 : i32");
  typeAndBuild(T, "#b3 = 1 : i32", "#b3 = oop");
}

//===----------------------------------------------------------------------===//
// The older units of runs (History)
//===----------------------------------------------------------------------===//

namespace {
/// Slots of one run of aliases, each with a unit of its own.
class Runs {
public:
  Slot makeSlot(llvm::StringRef Text, size_t Begin = 0) {
    Slot S;
    S.Kind = PieceKind::Aliases;
    S.Range = {Begin, Begin + Text.size()};
    S.Info = Outline::scan(Text).pieces()[0].Info;
    S.SurroundingText = std::make_shared<const Surroundings>();
    S.Parsed = Unit::parse(Shared, S.Kind, S.Info, Text, S.SurroundingText,
                           "f.mlir", Later);
    S.Parsed->Id = ++LastId;
    return S;
  }

private:
  std::shared_ptr<Generation> Shared =
      std::make_shared<Generation>(allDialects());
  TaskQueue Later{WorkKind::Disposal};
  uint64_t LastId = 0;
};
} // namespace

/// What the older units of a slot have in it, in order.
static std::vector<std::string> olderIn(const Slot &S, llvm::StringRef Text) {
  std::vector<std::string> Result;
  for (const LastGood &Last : S.LastGoodUnits)
    Result.push_back(std::to_string(Last.Parsed->Id) + ": " +
                     Text.slice(S.Range.Begin + Last.Range.Begin,
                                S.Range.Begin + Last.Range.End)
                         .str());
  return Result;
}

TEST_CASE("AliasCut: a broken one comes to stand between operations",
          "[aliases]") {
  const std::string Use = "\"x.z\"(%t) : (i32) -> ()\n";
  Typist T("%t = \"x.y\"() : () -> i32\n" + Use +
           "#x = loc(\n#w = loc(\"a\")\nfunc.func private @f()\n"
           "#y = loc(fused[#x])\n#z = loc(\"b\")\n");
  T.build();
  // The list of operations that share a value contains the run then, and what
  // was found of the run says nothing.
  T.edit({T.text().find(Use), T.text().find(Use) + Use.size()}, "");
  typeAndBuild(T, "func.func private", Use + "func.func private");
  typeAndBuild(T, "@f()", "@g()");
}

TEST_CASE("AliasCut: a run that is parsed again has its older unit once",
          "[aliases]") {
  Runs R;
  const std::string Good = "#a = 1 : i32\n#b = 2 : i32",
                    Broken = "#a = 1 : i32\n#b = 2 : i3x";
  std::vector<Slot> Old = {R.makeSlot(Good)};
  REQUIRE(Old[0].isGood());
  std::vector<Slot> New = {R.makeSlot(Broken)};
  REQUIRE_FALSE(New[0].isGood());
  inheritLastGood(New, Old, OffsetMap(TextChange::diff(Good, Broken)));
  Lines Expected = olderIn(New[0], Broken);
  REQUIRE(Expected.size() == 1);
  // In another context it gets another unit, and keeps its older ones.
  for (unsigned I = 0; I < 3; ++I) {
    std::vector<Slot> Again = New;
    Again[0].Parsed = R.makeSlot(Broken).Parsed;
    inheritLastGood(Again, New, {});
    CHECK(olderIn(Again[0], Broken) == Expected);
    New = Again;
  }
}

TEST_CASE("AliasCut: the newest unit of each alias", "[aliases]") {
  Runs R;
  const std::string Good = "#a = 1 : i32\n#b = 2 : i32\n#c = 3 : i32",
                    Cut = "#a = 1 : i3x\n#b = 5 : i32\n#c = 3 : i32",
                    Joined = "#a = 1 : i3x\n#b = 5 : i3x\n#c = 3 : i32";
  const size_t Line = Good.find('\n') + 1;
  std::vector<Slot> Old = {R.makeSlot(Good)};
  // The second alias is good again, and not like before.
  std::vector<Slot> Parts = {R.makeSlot("#a = 1 : i3x"),
                             R.makeSlot("#b = 5 : i32", Line)};
  inheritLastGood(Parts, Old, OffsetMap(TextChange::diff(Good, Cut)));
  CHECK(olderIn(Parts[0], Cut) == Lines{"1: #a = 1 : i3x"});
  CHECK(olderIn(Parts[1], Cut).empty());
  // All in one run; it also has the older unit from elsewhere.
  std::vector<Slot> New = {R.makeSlot(Joined)};
  New[0].LastGoodUnits = {{Old[0].Parsed,
                           nullptr,
                           nullptr,
                           {0, Joined.size()},
                           std::make_shared<const OffsetMap>()}};
  inheritLastGood(New, Parts, OffsetMap(TextChange::diff(Cut, Joined)));
  Lines Older = olderIn(New[0], Joined);
  REQUIRE(Older.size() == 3);
  CHECK(llvm::StringRef(Older[0]).starts_with("1: #a = 1"));
  CHECK(llvm::StringRef(Older[1]).starts_with("3: #b = 5"));
  CHECK(llvm::StringRef(Older[2]).ends_with("#c = 3 : i32"));
  CHECK(llvm::StringRef(Older[2]).starts_with("1: "));
}
