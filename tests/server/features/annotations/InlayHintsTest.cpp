//===- InlayHintsTest.cpp - The noise beside the values -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/InlayHints.h"
#include "tests/server/Histories.h"
#include "tests/server/Typist.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

using Labels = std::vector<std::string>;

static std::vector<ValueHint> hintsOf(const Snapshot &State,
                                      const Settings &Options = {}) {
  return findInlayHints(State, {0, State.text().size()}, Options);
}

/// Name and label of each.
static Labels show(const Snapshot &State, const std::vector<ValueHint> &Hints) {
  Labels Result;
  for (const ValueHint &Hint : Hints)
    Result.push_back(
        State.text().bytes().slice(Hint.Range.Begin, Hint.Range.End).str() +
        " " + Hint.Label);
  return Result;
}
static Labels labelsOf(const Snapshot &State, const Settings &Options = {}) {
  return show(State, hintsOf(State, Options));
}

static Settings noise(Settings::NoiseHints HintKind) {
  Settings Options;
  Options.ShownNoise = HintKind;
  return Options;
}

static const char Power[] = R"(
func.func @power(%x: i5) -> i5 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %p1 = noisy.mul %a, %a : !noisy.i32
  %p2 = noisy.mul %p1, %p1 : !noisy.i32
  %p3 = noisy.add %p2, %a : !noisy.i32
  %z = noisy.reduce_noise %p1 : !noisy.i32
  %result = noisy.decode %z : !noisy.i32 -> i5
  return %result : i5
}
)";

TEST_CASE("InlayHints: the noise behind each name", "[hints]") {
  auto State = snapshotOf(Power);
  CHECK(labelsOf(*State) ==
        Labels{"%a 12/26", "%p1 24/26", "%p2 48/26 !", "%p3 -", "%z 12/26"});
  CHECK(labelsOf(*State, noise(Settings::NoiseHints::NearLimit)) ==
        Labels{"%p1 24/26", "%p2 48/26 !", "%p3 -"});
  CHECK(labelsOf(*State, noise(Settings::NoiseHints::None)).empty());
  Settings Wide = noise(Settings::NoiseHints::NearLimit);
  Wide.NearLimit = 14;
  CHECK(labelsOf(*State, Wide).size() == 5);
}

TEST_CASE("InlayHints: the tooltip has the whole story", "[hints]") {
  auto State = snapshotOf(Power);
  std::vector<ValueHint> Hints = hintsOf(*State);
  CHECK(Hints[0].Tooltip == "noise 12, limit 26 bits\nfresh encryption");
  CHECK(Hints[2].Tooltip == "noise 48 = 24 + 24, limit 26 bits");
  CHECK(Hints[3].Tooltip == "noise 49 = 1 + max(48, 12), limit 26 bits\n"
                            "unreliable: depends on %p2, which overflows");
}

TEST_CASE("InlayHints: arguments, loops, groups of results", "[hints]") {
  auto State = snapshotOf(R"(
    func.func @f(%a: !noisy.i32, %i: i32, %n: index, %0: index, %1: index) {
      %r:2 = scf.for %j = %0 to %n step %1 iter_args(%u = %a, %v = %a)
          -> (!noisy.i32, !noisy.i32) {
        %w = noisy.add %u, %a : !noisy.i32
        scf.yield %w, %v : !noisy.i32, !noisy.i32
      }
      %s : 2 = "test.make"(%a) : (!noisy.i32) -> (i32, !noisy.i32)
      cf.br ^bb1(%a : !noisy.i32)
    ^bb1(%c: !noisy.i32):
      return
    })");
  CHECK(labelsOf(*State) == Labels{"%a 12/26", "%r:2 -, 12/26", "%u inf !",
                                   "%v 12/26", "%w -", "%s : 2 -, ?",
                                   "%c 12/26"});
  std::vector<ValueHint> Hints = hintsOf(*State);
  CHECK(Hints[1].Tooltip.find("%r#0: noise unbounded") == 0);
  CHECK(Hints[1].Tooltip.find("\n%r#1: noise 12") != std::string::npos);
  // A group is shown where any of it is to be.
  CHECK(labelsOf(*State, noise(Settings::NoiseHints::NearLimit)) ==
        Labels{"%r:2 -, 12/26", "%u inf !", "%w -", "%s : 2 -, ?"});
}

TEST_CASE("InlayHints: of very many results the worst", "[hints]") {
  std::string Types;
  for (int I = 0; I < 20; ++I)
    Types += I ? ", !noisy.i32" : "!noisy.i32";
  auto State = snapshotOf("%r:20 = \"test.make\"() : () -> (" + Types + ")\n");
  std::vector<ValueHint> Hints = hintsOf(*State);
  REQUIRE(Hints.size() == 1);
  CHECK(Hints[0].Label == "worst #0: ?");
  CHECK(Hints[0].Tooltip.find("%r#0: noise unknown") == 0);
  CHECK(Hints[0].Tooltip.find("%r#1") == std::string::npos);
}

TEST_CASE("InlayHints: what is not known is never silent", "[hints]") {
  std::string Memory = R"(
    func.func @f(%m: memref<4x!noisy.i32>, %i: index) {
      %a = memref.load %m[%i] : memref<4x!noisy.i32>
      return
    })";
  CHECK(labelsOf(*snapshotOf(Memory)) == Labels{"%m ?", "%a ?"});
  Labels Tooltips;
  for (const ValueHint &Hint : hintsOf(*snapshotOf(Memory)))
    Tooltips.push_back(Hint.Tooltip);
  CHECK(Tooltips ==
        Labels{"the noise is unknown: values stored in memory are not tracked",
               "noise unknown, limit 26 bits\nits origin is unknown"});
  CHECK(labelsOf(*snapshotOf(Memory), noise(Settings::NoiseHints::NearLimit)) ==
        Labels{"%m ?", "%a ?"});

  Typist Large(Power);
  auto State = Large.build(Effort::WithoutNoise);
  CHECK(labelsOf(*State) == Labels{"%a ?", "%p1 ?", "%p2 ?", "%p3 ?", "%z ?"});
  CHECK(hintsOf(*State)[0].Tooltip ==
        "the noise is unknown: the text was not analysed");
}

TEST_CASE("InlayHints: nothing where nothing ever comes", "[hints]") {
  auto State = snapshotOf(R"(
    func.func @f(%a: !noisy.i32, %0: index, %1: index) {
      scf.for %j = %0 to %0 step %1 {
        %w = noisy.add %a, %a : !noisy.i32
      }
      return
    ^bb1:
      %x = noisy.add %a, %a : !noisy.i32
      return
    })");
  Labels HintLabels = labelsOf(*State);
  REQUIRE(!HintLabels.empty());
  CHECK(HintLabels.back().find("%x") == std::string::npos);
}

TEST_CASE("InlayHints: what is stale says so in the tooltip, so that nothing "
          "moves",
          "[hints]") {
  std::string Good = Power;
  std::string Broken = replaceOnce(Good, "func.func", "define");
  auto BrokenState = snapshotAfter({Good, Broken});
  CHECK(labelsOf(*BrokenState) ==
        Labels{"%a 12/26", "%p1 24/26", "%p2 48/26 !", "%p3 -", "%z 12/26"});
  CHECK(hintsOf(*BrokenState)[0].Tooltip.find("does not parse") !=
        std::string::npos);
  // A name that is edited has none until it parses.
  auto RenamedState =
      snapshotAfter({Good, Broken, replaceOnce(Broken, "%p1 = ", "%q1 = ")});
  CHECK(labelsOf(*RenamedState)[1] == "%p2 48/26 !");
  auto ExtendedState =
      snapshotAfter({Good, Broken, replaceOnce(Broken, "%p1 = ", "%p1! = ")});
  CHECK(labelsOf(*ExtendedState)[1] == "%p1 24/26");
  auto UnverifiedState =
      snapshotAfter({Good, replaceOnce(Good, "%x: i5", "%x: i5 {noisy.x}")});
  CHECK(labelsOf(*UnverifiedState)[0] == "%a 12/26");
  CHECK(hintsOf(*UnverifiedState)[0].Tooltip.find("does not verify") !=
        std::string::npos);
}

TEST_CASE("InlayHints: a broken operation leaves them as they were",
          "[hints]") {
  std::string Good = Power;
  std::string BrokenText = replaceOnce(Good, "%p1 = ", "%p1 =! ");
  auto BrokenState = snapshotAfter({Good, BrokenText});
  CHECK(labelsOf(*BrokenState) == labelsOf(*snapshotOf(Good)));
  // The tooltip says that, for what depends on it alone.
  std::vector<ValueHint> Hints = hintsOf(*BrokenState);
  for (size_t I : {1, 2})
    CHECK(Hints[I].Tooltip.find("this is from before") != std::string::npos);
  CHECK(Hints[0].Tooltip.find("from before") == std::string::npos);
  // Broken from the beginning, it has none.
  CHECK(labelsOf(*snapshotOf(BrokenText)) ==
        Labels{"%a 12/26", "%p2 ?", "%p3 ?", "%z -"});
  // The return has the wrong type.
  auto UnverifiedState =
      snapshotAfter({Good, replaceOnce(Good, "-> i5 {", "-> i6 {")});
  CHECK(labelsOf(*UnverifiedState) == labelsOf(*snapshotOf(Good)));
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// A snapshot of one section with these details.
static std::shared_ptr<const Snapshot>
withDetails(const std::string &Contents,
            const std::vector<ValueDetails> &Values, bool IsStale = false) {
  auto State = snapshotOf(Contents);
  std::vector<Snapshot::Part> Parts = State->parts().vec();
  REQUIRE(Parts.size() == 1);
  PlacedSection &Section = Parts[0].Sections[0];
  auto Details = std::make_shared<SectionDetails>();
  Details->Values = Values;
  Section.Details = Details;
  Section.DetailsAreStale = IsStale;
  return std::make_shared<const Snapshot>(Text(Contents), 1, std::move(Parts));
}

static ValueDetails range(Section::Index Value, const std::string &Range) {
  ValueDetails Details;
  Details.Value = Value;
  Details.Range = Range;
  return Details;
}

TEST_CASE("InlayHints: ranges of index values, by setting", "[hints]") {
  std::string Loop = "func.func @f(%i: i32, %n: index) {\n"
                     "  %c = arith.constant 4 : index\n"
                     "  %d = arith.addi %n, %c : index\n"
                     "  return\n"
                     "}\n";
  ValueDetails StatedDetails = range(1, "[0, 63]");
  StatedDetails.RangeBasis = "stated by 'noisy.range'";
  StatedDetails.Bounds = {"%n < %d"};
  // Of an i32 and of a constant none is shown.
  std::vector<ValueDetails> Values = {range(0, "[0, 9]"), StatedDetails,
                                      range(2, "4"), range(3, "[4, 67]")};
  auto State = withDetails(Loop, Values);
  CHECK(labelsOf(*State).empty());
  Settings Options;
  Options.ShowRanges = true;
  CHECK(labelsOf(*State, Options) == Labels{"%n [0, 63]", "%d [4, 67]"});
  CHECK(hintsOf(*State, Options)[0].Tooltip ==
        "range [0, 63]\nstated by 'noisy.range'\n%n < %d");
  Options.ShownNoise = Settings::NoiseHints::None;
  CHECK(labelsOf(*State, Options).size() == 2);
  auto StaleState = withDetails(Loop, Values, /*IsStale=*/true);
  CHECK(labelsOf(*StaleState, Options)[0] == "%n [0, 63]");
  CHECK(hintsOf(*StaleState, Options)[0].Tooltip.find(
            "from before the last edit") != std::string::npos);
  CHECK(labelsOf(*snapshotOf(Loop), Options).size() <= 2);
}

TEST_CASE("InlayHints: results with the same words have them once", "[hints]") {
  std::string Text = "func.func @f(%n: index) {\n"
                     "  %p:2 = affine.delinearize_index %n into (4, 4)\n"
                     "      : index, index\n"
                     "  return\n"
                     "}\n";
  Settings Options;
  Options.ShowRanges = true;
  auto State =
      withDetails(Text, {range(1, "at least 0"), range(2, "at least 0")});
  CHECK(labelsOf(*State, Options) == Labels{"%p:2 each at least 0"});
  State = withDetails(Text, {range(1, "[0, 3]"), range(2, "[0, 3]")});
  CHECK(labelsOf(*State, Options) == Labels{"%p:2 [0, 3], [0, 3]"});
}

TEST_CASE("InlayHints: constant bounds of sizes, by the same setting",
          "[hints]") {
  std::string Sizes = "func.func @f(%t: tensor<?x?xf32>, %n: index) {\n"
                      "  %u = tensor.empty(%n) : tensor<?xf32>\n"
                      "  return\n"
                      "}\n";
  ValueDetails Both;
  Both.Value = 0;
  Both.Bounds = {"dim 0 = 256", "dim 1 >= %n", "dim 1 < 5"};
  ValueDetails Symbolic;
  Symbolic.Value = 2;
  // What only holds on an assumption would be wrong without it.
  Symbolic.Bounds = {"dim 0 = %n", "dim 0 = 4, unless an index overflows"};
  auto State = withDetails(Sizes, {Both, Symbolic});
  CHECK(labelsOf(*State).empty());
  Settings Options;
  Options.ShowRanges = true;
  CHECK(labelsOf(*State, Options) == Labels{"%t dim 0 = 256, dim 1 < 5"});
  CHECK(hintsOf(*State, Options)[0].Tooltip ==
        "dim 0 = 256\ndim 1 >= %n\ndim 1 < 5");
}

//===----------------------------------------------------------------------===//
// Where, and when
//===----------------------------------------------------------------------===//

TEST_CASE("InlayHints: only what is visible", "[hints]") {
  std::string Two = std::string(Power) + replaceOnce(Power, "@power", "@other");
  auto State = snapshotOf(Two);
  std::vector<ValueHint> AllHints = hintsOf(*State);
  REQUIRE(AllHints.size() == 10);
  for (size_t I = 0; I < AllHints.size(); ++I) {
    std::vector<ValueHint> One = findInlayHints(*State, AllHints[I].Range, {});
    REQUIRE(One.size() == 1);
    CHECK(One[0] == AllHints[I]);
  }
  CHECK(findInlayHints(*State, {Two.size() - 1, Two.size()}, {}).empty());
}

TEST_CASE("InlayHints: typing elsewhere changes none of them", "[hints]") {
  // What is typed is broken at most steps, and changes the noise of its own
  // function only. The first and the last stay as they are, wherever they move.
  std::string First = Power, Last = replaceOnce(Power, "@power", "@last");
  std::string Middle = "func.func @middle(%y: !noisy.i32) {\n"
                       "\n"
                       "  return\n"
                       "}\n";
  std::string TypedText =
      "  %m = noisy.mul %y, %y : !noisy.i32 // {\n"
      "  scf.if %c {\n    %n = noisy.add %m, %m : !noisy.i32\n  }\n";
  Typist T(First + Middle + Last);
  auto OldState = T.build();
  std::vector<ValueHint> ExpectedHints = hintsOf(*OldState);
  REQUIRE(ExpectedHints.size() == 11);
  size_t Offset = T.text().find("{\n\n  return") + 2;
  for (size_t I = 0; I < TypedText.size(); ++I) {
    T.edit({Offset + I, Offset + I}, llvm::StringRef(TypedText).substr(I, 1));
    auto NewState = T.build();
    std::vector<ValueHint> RemainingHints;
    for (ValueHint &Hint : hintsOf(*NewState)) {
      if (Hint.Range.Begin < First.size()) {
        RemainingHints.push_back(Hint);
      } else if (Hint.Range.Begin >= First.size() + Middle.size() + I + 1) {
        Hint.Range = {Hint.Range.Begin - I - 1, Hint.Range.End - I - 1};
        RemainingHints.push_back(Hint);
      }
    }
    std::vector<ValueHint> OtherHints = ExpectedHints;
    OtherHints.erase(OtherHints.begin() + 5);
    INFO(T.text());
    CHECK(show(*OldState, RemainingHints) == show(*OldState, OtherHints));
    CHECK(RemainingHints == OtherHints);
  }
}
