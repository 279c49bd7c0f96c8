//===- HoverTextTest.cpp - How a hover looks ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/hover/Hover.h"
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

TEST_CASE("Hover: how a function looks", "[hover]") {
  FunctionHover Shown;
  Shown.Name = "%a_b";
  Shown.Bound = NoiseBound::bits(24);
  Shown.Limit = 26;
  Shown.Level = NoiseLevel::NearLimit;
  Shown.Reductions = 2;
  CHECK(Shown.render(MarkupKind::Markdown) ==
        "**Worst noise: 24 of 26 bits**, 2 left, of `%a_b`\n\n"
        "- near the limit\n- 2 reductions of noise\n");
  auto Plain = [&] { return Shown.render(MarkupKind::PlainText); };
  Shown.Level = NoiseLevel::Spoiled;
  CHECK_THAT(Plain(), Catch::Contains("\n- spoiled: "));
  CHECK_THAT(Plain(), !Catch::Contains("begins"));
  // Where the budget says it, it is not said again.
  Shown.Bound = NoiseBound::bits(48);
  Shown.Level = NoiseLevel::Over;
  Shown.Reductions = 1;
  CHECK(Plain() == "Worst noise: 48 of 26 bits, 22 over the limit, of %a_b\n\n"
                   "- 1 reduction of noise\n");
  Shown.Origin = "%a_b";
  CHECK_THAT(Plain(), !Catch::Contains("begins"));
  Shown.Origin = "%b_c";
  CHECK_THAT(Shown.render(MarkupKind::Markdown),
             Catch::Contains("\n- it begins at %b\\_c\n"));
  Shown.Bound = NoiseBound::unbounded();
  CHECK_THAT(Plain(),
             Catch::StartsWith("Worst noise: unbounded, the limit is 26 bits, "
                               "of %a_b\n\n- over the limit\n"));
  Shown.Bound = NoiseBound::unknown();
  Shown.Level = NoiseLevel::Unknown;
  CHECK_THAT(Plain(),
             Catch::Contains("\n- not known to be within the limit\n"));
  Shown.NotAnalysed = 2;
  CHECK_THAT(Plain(), Catch::Contains("\n- 2 encrypted values were not "));
}

TEST_CASE("Hover: how ranges, bounds and metadata look", "[hover]") {
  DetailsHover Shown{"%n", {}, false};
  Shown.Known.Range = "[0, 63]";
  CHECK(Shown.render(MarkupKind::PlainText, false) == "Range: [0, 63]\n");
  Shown.Known.RangeBasis = "stated by 'noisy.range'";
  CHECK(Shown.render(MarkupKind::Markdown, false) ==
        "Range: `[0, 63]`, stated by 'noisy\\.range'\n");
  Shown.Known.Bounds = {"%i < %n", "dim 0 = %n + 5"};
  Shown.Known.Metadata = "{level = 2}";
  Shown.Known.MetadataOrigin = "own";
  CHECK(Shown.render(MarkupKind::PlainText, true) ==
        "%n: range: [0, 63], stated by 'noisy.range'\n\n"
        "%n: bounds: %i < %n, dim 0 = %n + 5\n\n"
        "%n: metadata: {level = 2}, its own\n");
  Shown.Known = {};
  Shown.Known.RangeBasis = "never executed";
  Shown.IsStale = true;
  CHECK(Shown.render(MarkupKind::PlainText, false) ==
        "Range: never executed, as of before an edit\n");
  Shown.Known.RangeBasis = "";
  CHECK(Shown.render(MarkupKind::PlainText, false) == "");
}

TEST_CASE("Hover: the order of what is said", "[hover]") {
  HoverInfo Shown;
  Shown.Operation = "a.func";
  Shown.Name = "f";
  Shown.Source = "a.func @f";
  Shown.Function.emplace();
  Shown.Function->NotAnalysed = 1;
  Shown.Warnings = {"warned"};
  Shown.Details = {{"%n", {0, "5", "", {}, "", ""}, false}};
  Shown.Doc = OperationDoc{"a.func", "A function", "It is one."};
  std::string Function = Shown.Function->render(MarkupKind::Markdown);
  CHECK(Shown.render(MarkupKind::Markdown) ==
        Function + "\n- warned\n\n---\n\n`a.func` : `@f`\n\n"
                   "```mlir\na.func @f\n```\n\nRange: `5`\n\n---\n\n"
                   "A function\n\nIt is one.\n");
  Shown = {};
  Shown.Operation = "a.b";
  Shown.Doc = OperationDoc{"a.b", "Does", "Much."};
  CHECK(Shown.render(MarkupKind::PlainText) == "\"a.b\"\n\nDoes\n\nMuch.\n");
}
