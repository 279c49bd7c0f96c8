//===- HoverNoiseTest.cpp - What a hover knows of values ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/hover/Hover.h"
#include "tests/server/AnnotatedText.h"
#include "tests/server/Histories.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static std::optional<HoverInfo> hoverOf(const AnnotatedText &T) {
  return getHover(*snapshotOf(T.Text), T.Places.at(0));
}

/// The hover at the first place of a text.
static HoverInfo infoAt(llvm::StringRef MarkedText) {
  CAPTURE(MarkedText);
  std::optional<HoverInfo> Hover = hoverOf(AnnotatedText(MarkedText));
  REQUIRE(Hover);
  return *Hover;
}

/// The noise that it tells of, as plain text.
static std::string hoverAt(const AnnotatedText &T) {
  auto Hover = hoverOf(T);
  return Hover && Hover->Noise.size() == 1
             ? Hover->Noise[0].render(MarkupKind::PlainText)
             : "nothing";
}

/// The same for the body of a function that has %x : i5 and the fresh %a.
static std::string hoverIn(const std::string &Body) {
  return hoverAt(AnnotatedText("func.func @f(%x: i5) -> !noisy.i32 {\n"
                               "  %a = noisy.encode %x : i5 -> !noisy.i32\n" +
                               Body + "}\n"));
}

//===----------------------------------------------------------------------===//
// Noise
//===----------------------------------------------------------------------===//

TEST_CASE("Hover: the facts", "[hover]") {
  AnnotatedText T(R"mlir(
    func.func @f(%x: i5) -> !noisy.i32 {
      %a = noisy.encode %x : i5 -> !noisy.i32
      [|%b|] = noisy.mul %a, %a : !noisy.i32
      %c = noisy.mul [||%b|], %b : !noisy.i32
      return %c : !noisy.i32
    }
  )mlir");
  auto Hover = getHover(*snapshotOf(T.Text), T.Ranges[1].Begin);
  REQUIRE(Hover);
  CHECK(Hover->Range == T.Ranges[1]);
  REQUIRE(Hover->Noise.size() == 1);
  const NoiseHover &Noise = Hover->Noise[0];
  CHECK(Noise.Name == "%b");
  CHECK(Noise.Bound.isBits());
  CHECK(Noise.Bound.getBits() == 24);
  CHECK(Noise.Limit == 26);
  CHECK(Noise.Equation == "24 = 12 + 12");
  CHECK(Noise.Remarks.empty());
  CHECK_FALSE(Noise.IsUnreliable);
  CHECK(Hover->Warnings.empty());
  // The definition is a place of its own.
  CHECK(getHover(*snapshotOf(T.Text), T.Ranges[0].Begin)->Range == T.Ranges[0]);
}

TEST_CASE("Hover: where there is noise to tell of", "[hover]") {
  std::string Text = "func.func @f(%x: i5) -> !noisy.i32 {\n"
                     "  %a = noisy.encode %x : i5 -> !noisy.i32\n"
                     "  return %a : !noisy.i32\n"
                     "}\n";
  auto State = snapshotOf(Text);
  auto HasNoise = [&](const std::string &Name, size_t Add) {
    auto Hover = getHover(*State, Text.find(Name) + Add);
    return Hover && !Hover->Noise.empty();
  };
  // A name from its first byte to right behind it, and an operation's name.
  CHECK(HasNoise("%a =", 0));
  CHECK(HasNoise("%a =", 1));
  CHECK(HasNoise("%a =", 2));
  CHECK_FALSE(HasNoise("%a =", 3));
  CHECK(HasNoise("noisy.encode", 0));
  CHECK(HasNoise("noisy.encode", 6));
  CHECK(HasNoise("%a :", 0));
  // What carries no noise; nothing is said of it then.
  for (const char *Name : {"%x:", "return", "func.func"}) {
    auto Hover = getHover(*State, Text.find(Name));
    REQUIRE(Hover);
    CHECK(Hover->Noise.empty());
    CHECK(Hover->Warnings.empty());
  }
  CHECK_FALSE(getHover(*State, Text.size()));
  CHECK_FALSE(getHover(*State, Text.size() + 100));
}

TEST_CASE("Hover: within the limit, over it, and unreliable", "[hover]") {
  CHECK(hoverIn("|%b = noisy.mul %a, %a : !noisy.i32\n"
                "return %b : !noisy.i32\n") ==
        "Noise: 24 bits, limit 26, 2 left\n\n24 = 12 + 12\n");
  CHECK(hoverIn("%b = noisy.mul %a, %a : !noisy.i32\n"
                "|%c = noisy.mul %b, %b : !noisy.i32\n"
                "return %c : !noisy.i32\n") ==
        "Noise: 48 bits, limit 26, 22 over\n\n48 = 24 + 24\n");
  // A reduction does not mend what was junk before.
  std::string UnreliableText =
      hoverIn("%b = noisy.mul %a, %a : !noisy.i32\n"
              "%c = noisy.mul %b, %b : !noisy.i32\n"
              "|%d = noisy.reduce_noise %c : !noisy.i32\n"
              "return %d : !noisy.i32\n");
  CHECK(UnreliableText.find(
            "Noise: 12 bits, limit 26, 14 left, unreliable\n") == 0);
  CHECK(UnreliableText.find("%c") != std::string::npos);
}

TEST_CASE("Hover: what is not known is not shown as safe", "[hover]") {
  std::string Unknown =
      hoverAt(AnnotatedText("func.func private @g() -> !noisy.i32\n"
                            "func.func @f() -> !noisy.i32 {\n"
                            "  |%a = call @g() : () -> !noisy.i32\n"
                            "  return %a : !noisy.i32\n}\n"));
  CHECK(Unknown.find("Noise: unknown, the limit is 26 bits\n") == 0);

  std::string UnboundedText = hoverAt(AnnotatedText(
      "func.func @f(%x: i5, %n: index, %m: index) -> !noisy.i32 {\n"
      "  %a = noisy.encode %x : i5 -> !noisy.i32\n"
      "  %r = scf.for %i = %n to %m step %n "
      "iter_args(|%v = %a) -> (!noisy.i32) {\n"
      "    %w = noisy.add %v, %v : !noisy.i32\n"
      "    scf.yield %w : !noisy.i32\n  }\n"
      "  return %r : !noisy.i32\n}\n"));
  CHECK(UnboundedText.find("Noise: unbounded, the limit is 26 bits\n") == 0);

  std::string AssumedText =
      hoverAt(AnnotatedText("func.func @f(|%a: !noisy.i32) -> !noisy.i32 {\n"
                            "  return %a : !noisy.i32\n}\n"));
  CHECK(AssumedText.find("Noise: 12 bits, limit 26, 14 left\n") == 0);
  CHECK(AssumedText.find("assumed") != std::string::npos);
}

TEST_CASE("Hover: results of a group, and block arguments", "[hover]") {
  const char *Group = "func.func @f(%x: i5, %p: i1) -> !noisy.i32 {\n"
                      "  %a = noisy.encode %x : i5 -> !noisy.i32\n"
                      "  %r:2 = scf.if %p -> (!noisy.i32, !noisy.i32) {\n"
                      "    %b = noisy.add %a, %a : !noisy.i32\n"
                      "    scf.yield %a, %b : !noisy.i32, !noisy.i32\n"
                      "  } else {\n"
                      "    scf.yield %a, %a : !noisy.i32, !noisy.i32\n"
                      "  }\n"
                      "  %s = noisy.add %r#0, %r#1 : !noisy.i32\n"
                      "  cf.br ^next(%s : !noisy.i32)\n"
                      "^next(%t: !noisy.i32):\n"
                      "  return %t : !noisy.i32\n}\n";
  auto State = snapshotOf(Group);
  llvm::StringRef Text = State->text().bytes();
  auto InfoAt = [&](llvm::StringRef Name) {
    CAPTURE(Name);
    auto Hover = getHover(*State, Text.find(Name));
    REQUIRE(Hover);
    return *Hover;
  };
  auto BitsAt = [&](llvm::StringRef Name) {
    HoverInfo Hover = InfoAt(Name);
    REQUIRE(Hover.Noise.size() == 1);
    return Hover.Noise[0].Bound.getBits();
  };
  CHECK(BitsAt("%r#0") == 12);
  CHECK(BitsAt("%r#1") == 13);
  CHECK(InfoAt("%r#1").Noise[0].Name == "%r#1");
  CHECK(InfoAt("%r#1").Number == 1);
  CHECK(BitsAt("%t: ") == 14);
  CHECK(BitsAt("%t : ") == 14);
  // The name of the group is about all of it.
  HoverInfo BothHover = InfoAt("%r:2");
  REQUIRE(BothHover.Noise.size() == 2);
  CHECK(BothHover.Noise[0].Bound.getBits() == 12);
  CHECK(BothHover.Noise[1].Name == "%r#1");
  CHECK(BothHover.Noise[1].Bound.getBits() == 13);
  CHECK(BothHover.Types ==
        std::vector<std::string>{"!noisy.i32", "!noisy.i32"});
  CHECK(BothHover.render(MarkupKind::PlainText)
            .find("Types: !noisy.i32, !noisy.i32\n") != std::string::npos);
}

//===----------------------------------------------------------------------===//
// What is not known, or not as of now
//===----------------------------------------------------------------------===//

namespace {
/// A document that is edited.
struct EditedDocument {
  explicit EditedDocument(const std::string &First) : CurrentText(First) {
    onLargeStack([&] {
      Builder.emplace(allDialects(), TestUri);
      State =
          Builder->build(CurrentText, 1, OffsetMap(), Effort::Full, nullptr);
    });
  }
  ~EditedDocument() {
    onLargeStack([&] { Builder.reset(); });
  }

  void replace(const std::string &Old, const std::string &New) {
    size_t Begin = CurrentText.bytes().find(Old);
    REQUIRE(Begin != llvm::StringRef::npos);
    OffsetMap Edits;
    Edits.edit({{Begin, Begin + Old.size()}, New.size()});
    CurrentText = CurrentText.replace(Begin, Begin + Old.size(), New);
    onLargeStack([&] {
      State = Builder->build(CurrentText, 2, Edits, Effort::Full, nullptr);
    });
  }

  std::optional<HoverInfo> hover(llvm::StringRef Name) const {
    return getHover(*State, CurrentText.bytes().find(Name));
  }

  std::optional<SnapshotBuilder> Builder;
  Text CurrentText;
  std::shared_ptr<const Snapshot> State;
};
} // namespace

static bool warns(const HoverInfo &Hover, const std::string &Phrase) {
  return llvm::any_of(Hover.Warnings, [&](const std::string &Warning) {
    return Warning.find(Phrase) != std::string::npos;
  });
}

static const std::string TwoFunctions =
    R"mlir(func.func private @g(%x: i5) -> !noisy.i32 {
  %a = noisy.encode %x : i5 -> !noisy.i32
  %b = noisy.mul %a, %a : !noisy.i32
  return %b : !noisy.i32
}
func.func @f(%x: i5) {
  %c = call @g(%x) : (i5) -> !noisy.i32
  %d = noisy.reduce_noise %c : !noisy.i32
  return
}
)mlir";

TEST_CASE("Hover: what does not parse is told of as it last did", "[hover]") {
  EditedDocument Doc(TwoFunctions);
  CHECK(Doc.hover("%b =")->Warnings.empty());
  Doc.replace("func.func", unreadableFunction);
  auto Stale = Doc.hover("%b =");
  REQUIRE(Stale);
  CHECK(Stale->Range.Begin == Doc.CurrentText.bytes().find("%b ="));
  REQUIRE(Stale->Noise.size() == 1);
  CHECK(Stale->Noise[0].Bound.getBits() == 24);
  CHECK(warns(*Stale, "does not parse"));
  // The other function rests on it.
  auto DependentHover = Doc.hover("%c =");
  REQUIRE(DependentHover);
  REQUIRE(DependentHover->Noise.size() == 1);
  CHECK(DependentHover->Noise[0].Bound.getBits() == 24);
  CHECK(warns(*DependentHover, "depends on"));
  CHECK_FALSE(warns(*DependentHover, "this is from"));
  // Its names do not.
  CHECK(Doc.hover("%x) :")->Warnings.empty());
  // A symbol that stands for what does not parse.
  CHECK(warns(*Doc.hover("@g(%x) :"), "does not parse"));
  Doc.replace(unreadableFunction, "func.func");
  CHECK(Doc.hover("%b =")->Warnings.empty());
  CHECK(Doc.hover("%c =")->Warnings.empty());
}

TEST_CASE("Hover: what does not verify", "[hover]") {
  EditedDocument Doc(TwoFunctions);
  // No such attribute exists.
  Doc.replace("i5)", "i5 {noisy.x})");
  auto Hover = Doc.hover("%b =");
  REQUIRE(Hover);
  CHECK(Hover->Types == std::vector<std::string>{"!noisy.i32"});
  CHECK(warns(*Hover, "does not verify"));
  // From the beginning: nothing is known, and nothing claimed.
  std::string Wrong = TwoFunctions;
  Wrong.insert(Wrong.find(")"), " {noisy.x}");
  EditedDocument UnverifiedDocument(Wrong);
  Hover = UnverifiedDocument.hover("%b =");
  REQUIRE(Hover);
  CHECK(Hover->Noise.empty());
  CHECK(warns(*Hover, "the noise is unknown"));
  CHECK(UnverifiedDocument.hover("%x: i5")->Warnings.empty());
}

TEST_CASE("Hover: encrypted values in memory", "[hover]") {
  HoverInfo Hover =
      infoAt("func.func @f(|%m: memref<4x!noisy.i32>) { return }\n");
  CHECK(Hover.Noise.empty());
  CHECK(warns(Hover, "the noise is unknown"));
}

//===----------------------------------------------------------------------===//
// Several values
//===----------------------------------------------------------------------===//

TEST_CASE("Hover: an operation stands for all of its results", "[hover]") {
  HoverInfo Hover =
      infoAt("func.func @f(%a: !noisy.i32, %x: i5, %p: i1) -> !noisy.i32 {\n"
             "  %m = noisy.mul %a, %a : !noisy.i32\n"
             "  %n = noisy.mul %m, %m : !noisy.i32\n"
             "  %r:3 = |scf.if %p -> (!noisy.i32, i5, !noisy.i32) {\n"
             "    scf.yield %a, %x, %n : !noisy.i32, i5, !noisy.i32\n"
             "  } else {\n"
             "    scf.yield %a, %x, %a : !noisy.i32, i5, !noisy.i32\n  }\n"
             "  return %r#0 : !noisy.i32\n}\n");
  CHECK(Hover.HasSeveral);
  REQUIRE(Hover.Noise.size() == 2);
  CHECK(Hover.Noise[0].Name == "%r#0");
  CHECK(Hover.Noise[0].Bound.getBits() == 12);
  CHECK(Hover.Noise[1].Name == "%r#2");
  CHECK(Hover.Noise[1].Bound.getBits() == 48);
  CHECK_THAT(Hover.render(MarkupKind::PlainText),
             Catch::Contains("%r#2\n\nNoise: 48 bits, limit 26"));
}

TEST_CASE("Hover: of very many values the first are shown", "[hover]") {
  std::string Types = "!noisy.i32";
  for (int I = 1; I < 100; ++I)
    Types += ", !noisy.i32";
  HoverInfo Hover = infoAt("|%r:100 = \"a.b\"() : () -> (" + Types + ")\n");
  CHECK(Hover.Types.size() == 100);
  CHECK(Hover.Noise.size() == 20);
  CHECK(warns(Hover, "of 100 values the first 20 are shown"));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// What is told of the noise in the function at the first place.
static std::string functionAt(llvm::StringRef MarkedText,
                              const Settings &Options = Settings()) {
  AnnotatedText T(MarkedText);
  auto Hover = getHover(*snapshotOf(T.Text), T.Places.at(0), Options);
  REQUIRE(Hover);
  return Hover->Function ? Hover->Function->render(MarkupKind::PlainText)
                         : "nothing";
}

TEST_CASE("Hover: a function has its worst value and its reductions",
          "[hover]") {
  auto State = snapshotOf(TwoFunctions);
  for (const char *Name : {"func.func private", "@g(%x: i5)", "@g(%x) :"}) {
    CAPTURE(Name);
    auto Hover = getHover(*State, TwoFunctions.find(Name));
    REQUIRE(Hover);
    REQUIRE(Hover->Function);
    CHECK(Hover->Function->Name == "%b");
    CHECK(Hover->Function->Bound.getBits() == 24);
    CHECK(Hover->Function->Limit == 26);
    CHECK(Hover->Function->Level == NoiseLevel::NearLimit);
    CHECK(Hover->Function->Reductions == 0);
    CHECK(Hover->Function->NotAnalysed == 0);
    CHECK_FALSE(Hover->Function->IsAssumed);
    CHECK_FALSE(Hover->Function->IsStale);
  }
  // The call is no function.
  CHECK_FALSE(getHover(*State, TwoFunctions.find("call @g"))->Function);
  auto Caller = getHover(*State, TwoFunctions.find("@f("));
  REQUIRE(Caller);
  REQUIRE(Caller->Function);
  CHECK(Caller->Function->Reductions == 1);
  // What is near is the user's choice.
  Settings Strict;
  Strict.NearLimit = 1;
  CHECK(getHover(*State, TwoFunctions.find("@g("), Strict)->Function->Level ==
        NoiseLevel::Safe);
}

TEST_CASE("Hover: functions of which there is nothing good to say", "[hover]") {
  CHECK(functionAt("func.func |@f(%a: !noisy.i32) { return }\n") ==
        "Worst noise: 12 bits, limit 26, 14 left, of %a\n\n"
        "- all within the limit\n"
        "- assumed: unknown callers pass fresh values\n"
        "- no reductions of noise\n");
  CHECK(functionAt("func.func |@f(%m: memref<4x!noisy.i32>) { return }\n") ==
        "Noise: unknown\n\n"
        "- 1 encrypted value was not analysed: the function may be unsafe\n"
        "- no reductions of noise\n");
  // Some of it is known.
  std::string Partly =
      functionAt("func.func |@f(%m: memref<4x!noisy.i32>, %x: i5) {\n"
                 "  %a = noisy.encode %x : i5 -> !noisy.i32\n  return\n}\n");
  CHECK_THAT(Partly, Catch::StartsWith("Worst known noise: 12 bits, limit 26"));
  CHECK_THAT(Partly, Catch::Contains("the function may be unsafe"));
  CHECK_THAT(Partly, !Catch::Contains("within"));
  CHECK(functionAt("func.func |@f(%a: i32) { return }\n") == "nothing");
  CHECK(
      functionAt("|module {\n  func.func @f(%a: !noisy.i32) { return }\n}\n") ==
      "nothing");
  // Without a body there is nothing to look at.
  HoverInfo DeclarationHover =
      infoAt("func.func private |@f() -> !noisy.i32\n");
  CHECK_FALSE(DeclarationHover.Function);
  CHECK(warns(DeclarationHover, "no body"));
  CHECK(infoAt("func.func private |@f() -> i32\n").Warnings.empty());
}

TEST_CASE("Hover: where the noise of a function goes wrong", "[hover]") {
  const std::string ExpectedText =
      functionAt("func.func |@f(%x: i5) {\n"
                 "  %a = noisy.encode %x : i5 -> !noisy.i32\n"
                 "  %b = noisy.mul %a, %a : !noisy.i32\n"
                 "  %c = noisy.mul %b, %b : !noisy.i32\n"
                 "  %d = noisy.mul %c, %c : !noisy.i32\n  return\n}\n");
  CHECK_THAT(ExpectedText,
             Catch::StartsWith("Worst noise: 96 bits, limit 26, 70 over, "
                               "of %d\n\n- fix %c first\n"));
}

TEST_CASE("Hover: a function that does not parse any more", "[hover]") {
  EditedDocument Doc(TwoFunctions);
  Doc.replace("func.func", unreadableFunction);
  auto Stale = Doc.hover("@g(");
  REQUIRE(Stale);
  REQUIRE(Stale->Function);
  CHECK(Stale->Function->IsStale);
  CHECK(Stale->Function->Bound.getBits() == 24);
  CHECK_THAT(Stale->Function->render(MarkupKind::PlainText),
             Catch::Contains("- from before the error"));
  // The other rests on it.
  CHECK(Doc.hover("@f(")->Function->IsStale);
}

//===----------------------------------------------------------------------===//
// Ranges, bounds, metadata
//===----------------------------------------------------------------------===//

static const std::string Numbers = "func.func @f(%n: index) {\n"
                                   "  %r:2 = \"a.b\"() : () -> (index, i32)\n"
                                   "  return\n}\n";

/// A snapshot in which these things are known.
static std::shared_ptr<const Snapshot>
withDetails(std::vector<ValueDetails> AllDetails, bool IsStale = false) {
  auto State = snapshotOf(Numbers);
  std::vector<Snapshot::Part> Parts = State->parts();
  auto Details = std::make_shared<SectionDetails>();
  Details->Values = std::move(AllDetails);
  for (Snapshot::Part &P : Parts)
    for (PlacedSection &Placement : P.Sections) {
      Placement.Details = Details;
      Placement.DetailsAreStale = IsStale;
    }
  return std::make_shared<Snapshot>(State->text(), 1, std::move(Parts));
}

TEST_CASE("Hover: ranges, bounds and metadata", "[hover]") {
  ValueDetails OfN{0,           "[0, 63]",     "stated by 'noisy.range'",
                   {"%n < %m"}, "{level = 2}", "stated"};
  ValueDetails OfR{2, "5", "", {}, "", ""};
  auto State = withDetails({OfN, OfR});
  auto InfoAt = [&](const char *Name) {
    auto Hover = getHover(*State, Numbers.find(Name));
    REQUIRE(Hover);
    return *Hover;
  };
  HoverInfo N = InfoAt("%n");
  REQUIRE(N.Details.size() == 1);
  CHECK(N.Details[0].Name == "%n");
  CHECK(N.Details[0].Details == OfN);
  CHECK_FALSE(N.Details[0].IsStale);
  CHECK(N.Warnings.empty());
  CHECK_FALSE(N.HasSeveral);
  // Of the group, and of the operation.
  for (const char *Name : {"%r:2", "\"a.b\""}) {
    HoverInfo R = InfoAt(Name);
    REQUIRE(R.Details.size() == 1);
    CHECK(R.HasSeveral);
    CHECK(R.Details[0].Name == "%r#1");
    CHECK(R.Details[0].Details == OfR);
  }
  CHECK(InfoAt("return").Details.empty());
  State = withDetails({OfN}, true);
  CHECK(InfoAt("%n").Details[0].IsStale);
}

TEST_CASE("Hover: a function that breaks its contract", "[hover]") {
  AnnotatedText Source("func.func @|f(%a: !noisy.i32) -> (!noisy.i32 "
                       "{noisy.bound = 14 : i64}) {\n"
                       "  %b = noisy.mul %a, %a : !noisy.i32\n"
                       "  return %b : !noisy.i32\n}\n");
  auto Hover = getHover(*snapshotOf(Source.Text), Source.Places[0]);
  REQUIRE(Hover);
  REQUIRE(Hover->Function);
  CHECK(Hover->Function->BrokenContracts == 1);
  CHECK(
      Hover->render(MarkupKind::PlainText).find("1 contract is broken in it") !=
      std::string::npos);
}

TEST_CASE("Hover: the noise by a model of fractions", "[hover]") {
  AnnotatedText T(R"mlir(
    module attributes {noisy.model = #noisy.model<initial = 12.8, reduced = 20.5,
                                                  max = 202.9, mul = max + 32>} {
      func.func @f(%x: i5) -> !noisy.i32 {
        %a = noisy.encode %x : i5 -> !noisy.i32
        [|%b|] = noisy.mul %a, %a : !noisy.i32
        [|%c|] = noisy.reduce_noise %b : !noisy.i32
        return %c : !noisy.i32
      }
    }
  )mlir");
  auto State = snapshotOf(T.Text);
  auto Product = getHover(*State, T.Ranges[0].Begin);
  REQUIRE(Product);
  CHECK_THAT(Product->render(MarkupKind::PlainText),
             Catch::Contains("Noise: 44.8 bits, limit 202.9, 158.1 left\n\n"
                             "44.8 = max(12.8, 12.8) + 32\n"));
  auto Reduced = getHover(*State, T.Ranges[1].Begin);
  REQUIRE(Reduced);
  CHECK_THAT(Reduced->render(MarkupKind::PlainText),
             Catch::Contains("Noise: 20.5 bits, limit 202.9, 182.4 left\n\n"
                             "- set by the reduction\n"));
}
