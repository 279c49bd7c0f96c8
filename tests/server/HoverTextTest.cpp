//===- HoverTextTest.cpp - How a hover looks ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/Hover.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using Subject = HoverInfo::Subject;

TEST_CASE("Hover: how noise looks", "[hover]") {
  NoiseHover Shown;
  Shown.Bound = NoiseBound::bits(24);
  Shown.Limit = 26;
  Shown.Equation = "24 = 12 + 12";
  Shown.Remarks = {"spoiled by %a_b*"};
  CHECK(Shown.render(MarkupKind::PlainText) == "Noise: 24 of 26 bits, 2 left\n"
                                               "\n24 = 12 + 12\n"
                                               "\n- spoiled by %a_b*\n");
  CHECK(Shown.render(MarkupKind::Markdown) ==
        "**Noise: 24 of 26 bits**, 2 left\n"
        "\n`24 = 12 + 12`\n"
        "\n- spoiled by %a\\_b\\*\n");

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

TEST_CASE("Hover: how all of it looks", "[hover]") {
  HoverInfo Shown;
  Shown.About = Subject::Result;
  Shown.Operation = "noisy.mul";
  Shown.Types = {"!noisy.i32"};
  Shown.Noise.emplace_back();
  Shown.Noise[0].Bound = NoiseBound::bits(24);
  Shown.Noise[0].Limit = 26;
  Shown.Warnings = {HoverBeforeEdit};
  CHECK(Shown.render(MarkupKind::PlainText) ==
        "Noise: 24 of 26 bits, 2 left\n\n- as of before the last edit\n\n"
        "Operation: \"noisy.mul\"\n\nResult #0\n\nType: !noisy.i32\n");
  CHECK(Shown.render(MarkupKind::Markdown) ==
        "**Noise: 24 of 26 bits**, 2 left\n\n- as of before the last edit\n\n"
        "---\n\nOperation: `noisy.mul`\n\nResult #0\n\nType: `!noisy.i32`\n");
}

TEST_CASE("Hover: what a document says stays inside of its block", "[hover]") {
  HoverInfo Found;
  Found.Operation = "a.b";
  Found.Source = "\"a.b\"() {s = \"\n```\n# not a heading\"} : () -> ()";
  std::string Shown = Found.render(MarkupKind::Markdown);
  CHECK_THAT(Shown, Catch::EndsWith("\n````\n"));
  CHECK_THAT(Shown, Catch::Contains("\n````mlir\n"));
}
