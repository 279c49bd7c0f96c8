//===- HoverTest.cpp - The noise of the value under the cursor ------------===//
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

/// The hover at the first place of `T`, as plain text.
static std::string hoverAt(const AnnotatedText &T) {
  auto Found = getNoiseHover(*snapshotOf(T.Text), T.Places.at(0));
  return Found ? Found->render(MarkupKind::PlainText) : "nothing";
}

/// The same for the body of a function that has %x : i5 and the fresh %a.
static std::string hoverIn(const std::string &Body) {
  return hoverAt(AnnotatedText("func.func @f(%x: i5) -> !noisy.i32 {\n"
                               "  %a = noisy.encode %x : i5 -> !noisy.i32\n" +
                               Body + "}\n"));
}

TEST_CASE("Hover: the facts", "[hover]") {
  AnnotatedText T(R"mlir(
    func.func @f(%x: i5) -> !noisy.i32 {
      %a = noisy.encode %x : i5 -> !noisy.i32
      [|%b|] = noisy.mul %a, %a : !noisy.i32
      %c = noisy.mul [||%b|], %b : !noisy.i32
      return %c : !noisy.i32
    }
  )mlir");
  auto Found = getNoiseHover(*snapshotOf(T.Text), T.Ranges[1].Begin);
  REQUIRE(Found);
  CHECK(Found->Where == T.Ranges[1]);
  CHECK(Found->Name == "%b");
  CHECK(Found->Bound.isBits());
  CHECK(Found->Bound.getBits() == 24);
  CHECK(Found->Limit == 26);
  CHECK(Found->Equation == "24 = 12 + 12");
  CHECK(Found->Remarks.empty());
  CHECK_FALSE(Found->Spoiled);
  CHECK_FALSE(Found->Stale);
  // The definition is a place of its own.
  CHECK(getNoiseHover(*snapshotOf(T.Text), T.Ranges[0].Begin)->Where ==
        T.Ranges[0]);
}

TEST_CASE("Hover: where there is something to tell", "[hover]") {
  std::string Text = "func.func @f(%x: i5) -> !noisy.i32 {\n"
                     "  %a = noisy.encode %x : i5 -> !noisy.i32\n"
                     "  return %a : !noisy.i32\n"
                     "}\n";
  auto State = snapshotOf(Text);
  auto IsAbout = [&](const std::string &Name, size_t Add) {
    return bool(getNoiseHover(*State, Text.find(Name) + Add));
  };
  // A name from its first byte to right behind it, and an operation's name.
  CHECK(IsAbout("%a =", 0));
  CHECK(IsAbout("%a =", 1));
  CHECK(IsAbout("%a =", 2));
  CHECK_FALSE(IsAbout("%a =", 3));
  CHECK(IsAbout("noisy.encode", 0));
  CHECK(IsAbout("noisy.encode", 6));
  CHECK(IsAbout("%a :", 0));
  // What carries no noise.
  CHECK_FALSE(IsAbout("%x:", 0));
  CHECK_FALSE(IsAbout("return", 0));
  CHECK_FALSE(IsAbout("func.func", 0));
  CHECK_FALSE(getNoiseHover(*State, Text.size()));
  CHECK_FALSE(getNoiseHover(*State, Text.size() + 100));
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
  auto BitsAt = [&](llvm::StringRef Name) {
    auto Found = getNoiseHover(*State, Text.find(Name));
    REQUIRE(Found);
    return Found->Bound.getBits();
  };
  CHECK(BitsAt("%r#0") == 12);
  CHECK(BitsAt("%r#1") == 13);
  CHECK(getNoiseHover(*State, Text.find("%r#1"))->Name == "%r#1");
  CHECK(BitsAt("%t: ") == 14);
  CHECK(BitsAt("%t : ") == 14);
}

TEST_CASE("Hover: chunks have places of their own", "[hover]") {
  AnnotatedText T("module {}\n// -----\nfunc.func @f(%x: i5) {\n"
                  "  [|%a|] = noisy.encode %x : i5 -> !noisy.i32\n"
                  "  return\n}\n// -----\nfunc.func @broken( {\n");
  auto Found = getNoiseHover(*snapshotOf(T.Text), T.Ranges[0].Begin);
  REQUIRE(Found);
  CHECK(Found->Where == T.Ranges[0]);
}

TEST_CASE("Hover: how it looks", "[hover]") {
  NoiseHover Shown;
  Shown.Bound = NoiseBound::bits(24);
  Shown.Limit = 26;
  Shown.Equation = "24 = 12 + 12";
  Shown.Remarks = {"spoiled by %a_b*"};
  Shown.Stale = true;
  CHECK(Shown.render(MarkupKind::PlainText) ==
        "Noise: 24 of 26 bits, 2 left\n"
        "\n24 = 12 + 12\n"
        "\n- spoiled by %a_b*\n"
        "- as of before the last edit\n");
  CHECK(Shown.render(MarkupKind::Markdown) ==
        "**Noise: 24 of 26 bits**, 2 left\n"
        "\n`24 = 12 + 12`\n"
        "\n- spoiled by %a\\_b\\*\n"
        "- as of before the last edit\n");

  NoiseHover Alone;
  Alone.Limit = 26;
  Alone.Bound = NoiseBound::bits(12);
  Alone.Equation = "12";
  CHECK(Alone.render(MarkupKind::PlainText) ==
        "Noise: 12 of 26 bits, 14 left\n");
  Alone.Bound = NoiseBound::moreThanCap();
  CHECK(Alone.render(MarkupKind::PlainText).find("far over the limit of 26") !=
        std::string::npos);
  Alone.Bound = NoiseBound::unreachable();
  CHECK(Alone.render(MarkupKind::Markdown) == "**Noise: none**\n");
  Alone.Bound = NoiseBound::unbounded();
  CHECK(Alone.render(MarkupKind::Markdown) ==
        "**Noise: unbounded**, the limit is 26 bits\n");
}

TEST_CASE("Hover: text of a document in Markdown", "[hover]") {
  CHECK(escapeMarkdown("%a") == "%a");
  CHECK(escapeMarkdown("a*b_c`d") == "a\\*b\\_c\\`d");
  CHECK(escapeMarkdown("<script>") == "\\<script\\>");
  CHECK(escapeMarkdown("[a](b)") == "\\[a\\]\\(b\\)");
  CHECK(escapeMarkdown("\xC3\xA9") == "\xC3\xA9");
}
