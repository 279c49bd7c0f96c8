//===- HoverTest.cpp - What a name in a text stands for -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/Hover.h"
#include "tests/server/AnnotatedText.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;

static std::optional<HoverInfo> hoverOf(const AnnotatedText &T) {
  return getHover(*snapshotOf(T.Text), T.Places.at(0));
}

/// The hover at the first place of a text.
static HoverInfo infoAt(llvm::StringRef Marked) {
  CAPTURE(Marked);
  std::optional<HoverInfo> Found = hoverOf(AnnotatedText(Marked));
  REQUIRE(Found);
  return *Found;
}

/// The noise that it tells of, as plain text.
static std::string hoverAt(const AnnotatedText &T) {
  auto Found = hoverOf(T);
  return Found && Found->Noise.size() == 1
             ? Found->Noise[0].render(MarkupKind::PlainText)
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
  auto Found = getHover(*snapshotOf(T.Text), T.Ranges[1].Begin);
  REQUIRE(Found);
  CHECK(Found->Where == T.Ranges[1]);
  REQUIRE(Found->Noise.size() == 1);
  const NoiseHover &Noise = Found->Noise[0];
  CHECK(Noise.Name == "%b");
  CHECK(Noise.Bound.isBits());
  CHECK(Noise.Bound.getBits() == 24);
  CHECK(Noise.Limit == 26);
  CHECK(Noise.Equation == "24 = 12 + 12");
  CHECK(Noise.Remarks.empty());
  CHECK_FALSE(Noise.Spoiled);
  CHECK(Found->Warnings.empty());
  // The definition is a place of its own.
  CHECK(getHover(*snapshotOf(T.Text), T.Ranges[0].Begin)->Where == T.Ranges[0]);
}

TEST_CASE("Hover: where there is noise to tell of", "[hover]") {
  std::string Text = "func.func @f(%x: i5) -> !noisy.i32 {\n"
                     "  %a = noisy.encode %x : i5 -> !noisy.i32\n"
                     "  return %a : !noisy.i32\n"
                     "}\n";
  auto State = snapshotOf(Text);
  auto HasNoise = [&](const std::string &Name, size_t Add) {
    auto Found = getHover(*State, Text.find(Name) + Add);
    return Found && !Found->Noise.empty();
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
    auto Found = getHover(*State, Text.find(Name));
    REQUIRE(Found);
    CHECK(Found->Noise.empty());
    CHECK(Found->Warnings.empty());
  }
  CHECK_FALSE(getHover(*State, Text.size()));
  CHECK_FALSE(getHover(*State, Text.size() + 100));
}

TEST_CASE("Hover: within the limit, over it, and spoiled", "[hover]") {
  CHECK(hoverIn("|%b = noisy.mul %a, %a : !noisy.i32\n"
                "return %b : !noisy.i32\n") ==
        "Noise: 24 of 26 bits, 2 left\n\n24 = 12 + 12\n");
  CHECK(hoverIn("%b = noisy.mul %a, %a : !noisy.i32\n"
                "|%c = noisy.mul %b, %b : !noisy.i32\n"
                "return %c : !noisy.i32\n") ==
        "Noise: 48 of 26 bits, 22 over the limit\n\n48 = 24 + 24\n");
  // A reduction does not mend what was junk before.
  std::string Spoiled = hoverIn("%b = noisy.mul %a, %a : !noisy.i32\n"
                                "%c = noisy.mul %b, %b : !noisy.i32\n"
                                "|%d = noisy.reduce_noise %c : !noisy.i32\n"
                                "return %d : !noisy.i32\n");
  CHECK(Spoiled.find("Noise: 12 of 26 bits, 14 left, spoiled\n") == 0);
  CHECK(Spoiled.find("%c") != std::string::npos);
}

TEST_CASE("Hover: what is not known is not shown as safe", "[hover]") {
  std::string Unknown =
      hoverAt(AnnotatedText("func.func private @g() -> !noisy.i32\n"
                            "func.func @f() -> !noisy.i32 {\n"
                            "  |%a = call @g() : () -> !noisy.i32\n"
                            "  return %a : !noisy.i32\n}\n"));
  CHECK(Unknown.find("Noise: unknown, the limit is 26 bits\n") == 0);

  std::string Unbounded = hoverAt(AnnotatedText(
      "func.func @f(%x: i5, %n: index, %m: index) -> !noisy.i32 {\n"
      "  %a = noisy.encode %x : i5 -> !noisy.i32\n"
      "  %r = scf.for %i = %n to %m step %n "
      "iter_args(|%v = %a) -> (!noisy.i32) {\n"
      "    %w = noisy.add %v, %v : !noisy.i32\n"
      "    scf.yield %w : !noisy.i32\n  }\n"
      "  return %r : !noisy.i32\n}\n"));
  CHECK(Unbounded.find("Noise: unbounded, the limit is 26 bits\n") == 0);

  std::string Assumed =
      hoverAt(AnnotatedText("func.func @f(|%a: !noisy.i32) -> !noisy.i32 {\n"
                            "  return %a : !noisy.i32\n}\n"));
  CHECK(Assumed.find("Noise: 12 of 26 bits, 14 left\n") == 0);
  CHECK(Assumed.find("assumed") != std::string::npos);
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
  auto At = [&](llvm::StringRef Name) {
    CAPTURE(Name);
    auto Found = getHover(*State, Text.find(Name));
    REQUIRE(Found);
    return *Found;
  };
  auto BitsAt = [&](llvm::StringRef Name) {
    HoverInfo Found = At(Name);
    REQUIRE(Found.Noise.size() == 1);
    return Found.Noise[0].Bound.getBits();
  };
  CHECK(BitsAt("%r#0") == 12);
  CHECK(BitsAt("%r#1") == 13);
  CHECK(At("%r#1").Noise[0].Name == "%r#1");
  CHECK(At("%r#1").Number == 1);
  CHECK(BitsAt("%t: ") == 14);
  CHECK(BitsAt("%t : ") == 14);
  // The name of the group is about all of it.
  HoverInfo Both = At("%r:2");
  REQUIRE(Both.Noise.size() == 2);
  CHECK(Both.Noise[0].Bound.getBits() == 12);
  CHECK(Both.Noise[1].Name == "%r#1");
  CHECK(Both.Noise[1].Bound.getBits() == 13);
  CHECK(Both.Types == std::vector<std::string>{"!noisy.i32", "!noisy.i32"});
  CHECK(Both.render(MarkupKind::PlainText).find("Result #[0, 1]\n") !=
        std::string::npos);
}

TEST_CASE("Hover: chunks have places of their own", "[hover]") {
  AnnotatedText T("module {}\n// -----\nfunc.func @f(%x: i5) {\n"
                  "  [|%a|] = noisy.encode %x : i5 -> !noisy.i32\n"
                  "  return\n}\n// -----\nfunc.func @broken( {\n");
  auto Found = getHover(*snapshotOf(T.Text), T.Ranges[0].Begin);
  REQUIRE(Found);
  CHECK(Found->Where == T.Ranges[0]);
}

//===----------------------------------------------------------------------===//
// What is not known, or not as of now
//===----------------------------------------------------------------------===//

namespace {
/// A document that is edited.
struct Edited {
  explicit Edited(const std::string &First) : Now(First) {
    onLargeStack([&] {
      Builder.emplace(allDialects(), TestUri);
      State = Builder->build(Now, 1, OffsetMap(), Effort::Everything, nullptr);
    });
  }
  ~Edited() {
    onLargeStack([&] { Builder.reset(); });
  }

  void replace(const std::string &Old, const std::string &New) {
    size_t Begin = Now.bytes().find(Old);
    REQUIRE(Begin != llvm::StringRef::npos);
    OffsetMap Since;
    Since.edit({{Begin, Begin + Old.size()}, New.size()});
    Now = Now.replace(Begin, Begin + Old.size(), New);
    onLargeStack([&] {
      State = Builder->build(Now, 2, Since, Effort::Everything, nullptr);
    });
  }

  std::optional<HoverInfo> at(llvm::StringRef Name) const {
    return getHover(*State, Now.bytes().find(Name));
  }

  std::optional<SnapshotBuilder> Builder;
  Text Now;
  std::shared_ptr<const Snapshot> State;
};
} // namespace

static bool warns(const HoverInfo &Shown, const std::string &Of) {
  return llvm::any_of(Shown.Warnings, [&](const std::string &Warning) {
    return Warning.find(Of) != std::string::npos;
  });
}

static const std::string TwoFunctions =
    "func.func private @g(%x: i5) -> !noisy.i32 {\n"
    "  %a = noisy.encode %x : i5 -> !noisy.i32\n"
    "  %b = noisy.mul %a, %a : !noisy.i32\n"
    "  return %b : !noisy.i32\n"
    "}\n"
    "func.func @f(%x: i5) {\n"
    "  %c = call @g(%x) : (i5) -> !noisy.i32\n"
    "  %d = noisy.reduce_noise %c : !noisy.i32\n"
    "  return\n"
    "}\n";

TEST_CASE("Hover: what does not parse is told of as it last did", "[hover]") {
  Edited Doc(TwoFunctions);
  CHECK(Doc.at("%b =")->Warnings.empty());
  Doc.replace("return %b : !noisy.i32", "return %b : ");
  auto Stale = Doc.at("%b =");
  REQUIRE(Stale);
  CHECK(Stale->Where.Begin == Doc.Now.bytes().find("%b ="));
  REQUIRE(Stale->Noise.size() == 1);
  CHECK(Stale->Noise[0].Bound.getBits() == 24);
  CHECK(warns(*Stale, "does not parse"));
  CHECK(warns(*Doc.at("func.func private"), "does not parse"));
  // The other function rests on it.
  auto Resting = Doc.at("%c =");
  REQUIRE(Resting);
  REQUIRE(Resting->Noise.size() == 1);
  CHECK(Resting->Noise[0].Bound.getBits() == 24);
  CHECK(warns(*Resting, "rests on"));
  CHECK_FALSE(warns(*Resting, "this is as of"));
  // Its names do not.
  CHECK(Doc.at("%x) :")->Warnings.empty());
  // A symbol that stands for what does not parse.
  CHECK(warns(*Doc.at("@g(%x) :"), "does not parse"));
  Doc.replace("return %b : ", "return %b : !noisy.i32");
  CHECK(Doc.at("%b =")->Warnings.empty());
  CHECK(Doc.at("%c =")->Warnings.empty());
}

TEST_CASE("Hover: what does not verify", "[hover]") {
  const std::string Good = "%b = noisy.mul %a, %a : !noisy.i32";
  Edited Doc(TwoFunctions);
  // The result has another type than is declared.
  Doc.replace("return %b : !noisy.i32", "return %x : i5");
  auto Found = Doc.at("%b =");
  REQUIRE(Found);
  CHECK(Found->Types == std::vector<std::string>{"!noisy.i32"});
  CHECK(warns(*Found, "does not verify"));
  // From the beginning: nothing is known, and nothing claimed.
  std::string Wrong = TwoFunctions;
  Wrong.replace(Wrong.find("return %b : !noisy.i32"), 22, "return %x : i5");
  Edited Never(Wrong);
  Found = Never.at("%b =");
  REQUIRE(Found);
  CHECK(Found->Noise.empty());
  CHECK(warns(*Found, "the noise is not known"));
  CHECK(Never.at("%x: i5")->Warnings.empty());
}

TEST_CASE("Hover: encrypted values in memory", "[hover]") {
  HoverInfo Found =
      infoAt("func.func @f(|%m: memref<4x!noisy.i32>) { return }\n");
  CHECK(Found.Noise.empty());
  CHECK(warns(Found, "the noise is not known"));
}

//===----------------------------------------------------------------------===//
// What names stand for
//===----------------------------------------------------------------------===//

using Subject = HoverInfo::Subject;
using Strings = std::vector<std::string>;

TEST_CASE("Hover: operations", "[hover]") {
  HoverInfo Found = infoAt("func.func @f(%a: i32) -> i32 {\n"
                           "  %0 = |arith.addi %a, %a : i32\n"
                           "  return %0 : i32\n}\n");
  CHECK(Found.About == Subject::Operation);
  CHECK(Found.Operation == "arith.addi");
  CHECK(Found.Name == "");
  CHECK(Found.Source == "%0 = arith.addi %a, %a : i32");
  // The dialect may be left out, and the name may be a string.
  CHECK(infoAt("func.func @f() {\n  |return\n}\n").Operation == "func.return");
  Found = infoAt("\"a.b\"() : () -> ()\n|\"c.d\"() {x = 1 : i32} : () -> ()\n");
  CHECK(Found.Operation == "c.d");
  CHECK(Found.Source == "\"c.d\"() {x = 1 : i32} : () -> ()");
}

TEST_CASE("Hover: regions are left out", "[hover]") {
  auto SourceAt = [](llvm::StringRef Marked) { return infoAt(Marked).Source; };
  CHECK(SourceAt("|func.func @f(%a: i32 {x.y = \"{\"}) attributes {z = 1} {\n"
                 "  // {{{\n  return\n}\n") ==
        "func.func @f(%a: i32 {x.y = \"{\"}) attributes {z = 1} {...}");
  CHECK(SourceAt("func.func @f(%p: i1) {\n"
                 "  |scf.if %p {\n    \"a.b\"() : () -> ()\n  } else {\n"
                 "    \"a.b\"() : () -> ()\n  }\n  return\n}\n") ==
        "scf.if %p {...}");
  CHECK(SourceAt("|\"a.b\"() ({\n^bb0(%a: i32):\n  \"a.c\"() ({\n"
                 "    \"a.d\"() : () -> ()\n  }) : () -> ()\n"
                 "}, {\n}) {k = 1 : i32} : () -> ()\n") ==
        "\"a.b\"() ({...}, {\n}) {k = 1 : i32} : () -> ()");
  CHECK(SourceAt("|func.func private @f(i32)\n") ==
        "func.func private @f(i32)");
  // Long ones are cut, between characters.
  std::string Long;
  for (int I = 0; I < 1000; ++I)
    Long += "\xC3\xA9";
  std::string Cut = SourceAt("|\"a.b\"() {s = \"" + Long + "\"} : () -> ()\n");
  CHECK(Cut.size() <= 1003);
  CHECK_THAT(Cut, Catch::EndsWith("\xC3\xA9..."));
}

TEST_CASE("Hover: values", "[hover]") {
  HoverInfo Found = infoAt("func.func @f(%a: i32, |%b: f32) { return }\n");
  CHECK(Found.About == Subject::Argument);
  CHECK(Found.Operation == "func.func");
  CHECK(Found.Block == "<Block #0>");
  CHECK(Found.Number == 1);
  CHECK(Found.Types == Strings{"f32"});
  CHECK(Found.render(MarkupKind::PlainText) ==
        "Operation: \"func.func\"\n\nBlock: <Block #0>\n\nArgument #1\n\n"
        "Type: f32\n");

  Found = infoAt("%r:2 = \"a.b\"() : () -> (i32, f32)\n"
                 "\"a.use\"(|%r#1) : (f32) -> ()\n");
  CHECK(Found.About == Subject::Result);
  CHECK(Found.Operation == "a.b");
  CHECK(Found.Number == 1);
  CHECK(Found.Types == Strings{"f32"});
  CHECK(Found.render(MarkupKind::Markdown) ==
        "Operation: `a.b`\n\nResult #1\n\nType: `f32`\n");
}

TEST_CASE("Hover: blocks", "[hover]") {
  const std::string Text = "func.func @f(%p: i1) {\n"
                           "  cf.cond_br %p, ^one, ^two(%p : i1)\n"
                           "^one:\n  cf.br ^two(%p : i1)\n"
                           "^two(%q: i1):\n  return\n}\n";
  auto State = snapshotOf(Text);
  auto One = getHover(*State, Text.find("^one,"));
  REQUIRE(One);
  CHECK(One->About == Subject::Block);
  CHECK(One->Operation == "func.func");
  CHECK(One->Block == "^one");
  CHECK(One->Number == 1);
  CHECK(One->Predecessors == Strings{"<Block #0>"});
  CHECK(One->Successors == Strings{"^two"});
  auto Two = getHover(*State, Text.find("^two(%q"));
  REQUIRE(Two);
  CHECK(Two->Number == 2);
  CHECK(Two->Predecessors == Strings{"<Block #0>", "^one"});
  CHECK(Two->Successors.empty());
  CHECK(Two->render(MarkupKind::PlainText) ==
        "Operation: \"func.func\"\n\nBlock #2\n\n"
        "Predecessors: <Block #0>, ^one\n");
  auto Argument = getHover(*State, Text.find("%q"));
  REQUIRE(Argument);
  CHECK(Argument->Block == "^two");
}

TEST_CASE("Hover: symbols", "[hover]") {
  const std::string Text =
      "func.func private @g(i32) -> i32\n"
      "module @m {\n  func.func @h() { return }\n}\n"
      "func.func @f(%a: i32) {\n"
      "  %0 = call @g(%a) : (i32) -> i32\n"
      "  \"a.ref\"() {x = @m::@h, y = @nowhere} : () -> ()\n"
      "  return\n}\n";
  auto State = snapshotOf(Text);
  auto At = [&](const char *Name) { return getHover(*State, Text.find(Name)); };
  // Where it is defined, and where it is used.
  for (const char *Name : {"@g(i32)", "@g(%a)"}) {
    auto Found = At(Name);
    REQUIRE(Found);
    CHECK(Found->About == Subject::Operation);
    CHECK(Found->Where.Begin == Text.find(Name));
    CHECK(Found->Name == "g");
    CHECK(Found->Source == "func.func private @g(i32) -> i32");
  }
  REQUIRE(At("@m::"));
  CHECK(At("@m::")->Operation == "builtin.module");
  REQUIRE(At("@h,"));
  CHECK(At("@h,")->Source == "func.func @h() {...}");
  CHECK_FALSE(At("@nowhere"));
}

TEST_CASE("Hover: aliases", "[hover]") {
  const std::string Text = "#map = affine_map<(d0) -> (d0)>\n"
                           "!pair = tuple<i32, i64>\n"
                           "func.func @f(%a: !pair) {\n"
                           "  \"a.b\"() {m = #map} : () -> ()\n"
                           "  return\n}\n";
  auto State = snapshotOf(Text);
  for (const char *Name : {"!pair)", "!pair ="}) {
    auto Found = getHover(*State, Text.find(Name));
    REQUIRE(Found);
    CHECK(Found->About == Subject::Alias);
    CHECK(Found->Name == "!pair");
    CHECK(Found->Source == "tuple<i32, i64>");
  }
  auto Map = getHover(*State, Text.find("#map}"));
  REQUIRE(Map);
  CHECK(Map->render(MarkupKind::Markdown) ==
        "Alias: `#map`\n\n```mlir\naffine_map<(d0) -> (d0)>\n```\n");
}
