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
  NoiseHover Hover;
  Hover.Bound = NoiseBound::bits(24);
  Hover.Limit = 26;
  Hover.Equation = "24 = 12 + 12";
  Hover.Remarks = {"unreliable: depends on %a_b*"};
  CHECK(Hover.render(MarkupKind::PlainText) ==
        "Noise: 24 bits, limit 26, 2 left\n"
        "\n24 = 12 + 12\n"
        "\n- unreliable: depends on %a_b*\n");
  CHECK(Hover.render(MarkupKind::Markdown) ==
        "**Noise: 24 bits, limit 26**, 2 left\n"
        "\n`24 = 12 + 12`\n"
        "\n- unreliable: depends on %a\\_b\\*\n");

  NoiseHover Alone;
  Alone.Limit = 26;
  Alone.Bound = NoiseBound::bits(12);
  Alone.Equation = "12";
  CHECK(Alone.render(MarkupKind::PlainText) ==
        "Noise: 12 bits, limit 26, 14 left\n");
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
  HoverInfo Hover;
  Hover.Topic = Subject::Result;
  Hover.Operation = "noisy.mul";
  Hover.Types = {"!noisy.i32"};
  Hover.Noise.emplace_back();
  Hover.Noise[0].Bound = NoiseBound::bits(24);
  Hover.Noise[0].Limit = 26;
  Hover.Warnings = {HoverBeforeEdit};
  CHECK(Hover.render(MarkupKind::PlainText) ==
        "Noise: 24 bits, limit 26, 2 left\n\n- from before the last edit\n\n"
        "Type: !noisy.i32\n");
  CHECK(
      Hover.render(MarkupKind::Markdown) ==
      "**Noise: 24 bits, limit 26**, 2 left\n\n- from before the last edit\n\n"
      "Type: `!noisy.i32`\n");
  // The definition comes first, and mostly has the type.
  Hover.Source = "%b = noisy.mul %a, %a : !noisy.i32";
  CHECK(Hover.render(MarkupKind::Markdown) ==
        "```mlir\n%b = noisy.mul %a, %a : !noisy.i32\n```\n\n"
        "**Noise: 24 bits, limit 26**, 2 left\n\n"
        "- from before the last edit\n");
  // Emacs shows no more than the first line.
  CHECK_THAT(
      Hover.render(MarkupKind::PlainText),
      Catch::StartsWith("%b = noisy.mul %a, %a : !noisy.i32  // 24 bits, "
                        "limit 26\n\nNoise: "));

  // With its number, where the text does not have that.
  HoverInfo Sum;
  Sum.Topic = Subject::Result;
  Sum.Types = {"index"};
  Sum.Source = "%s = arith.addi %a, %a : index";
  Sum.Details = {{"%s", {0, "4", "", {}, "", ""}, false}};
  CHECK(Sum.render(MarkupKind::PlainText) ==
        "%s = arith.addi %a, %a : index  // = 4\n\nRange: 4\n");
  Sum.Source = "%s = arith.constant 4 : index";
  CHECK(Sum.render(MarkupKind::PlainText) ==
        "%s = arith.constant 4 : index\n\nRange: 4\n");
  Sum.Details[0].Details.Range = "at least 4";
  CHECK_THAT(Sum.render(MarkupKind::PlainText),
             Catch::StartsWith("%s = arith.constant 4 : index\n"));
}

TEST_CASE("Hover: what a document says stays inside of its block", "[hover]") {
  HoverInfo Hover;
  Hover.Operation = "a.b";
  Hover.Source = "\"a.b\"() {s = \"\n```\n# not a heading\"} : () -> ()";
  std::string RenderedText = Hover.render(MarkupKind::Markdown);
  CHECK_THAT(RenderedText, Catch::EndsWith("\n````\n"));
  CHECK_THAT(RenderedText, Catch::Contains("\n````mlir\n"));
}

TEST_CASE("Hover: how a function looks", "[hover]") {
  FunctionHover Hover;
  Hover.Name = "%a_b";
  Hover.Bound = NoiseBound::bits(24);
  Hover.Limit = 26;
  Hover.Level = NoiseLevel::NearLimit;
  Hover.Reductions = 2;
  CHECK(Hover.render(MarkupKind::Markdown) ==
        "**Worst noise: 24 bits, limit 26**, 2 left, of `%a_b`\n\n"
        "- near the limit\n- 2 reductions of noise\n");
  auto Plain = [&] { return Hover.render(MarkupKind::PlainText); };
  Hover.Level = NoiseLevel::Unreliable;
  CHECK_THAT(Plain(), Catch::Contains("\n- unreliable: "));
  CHECK_THAT(Plain(), !Catch::Contains("begins"));
  // Where the budget says it, it is not said again.
  Hover.Bound = NoiseBound::bits(48);
  Hover.Level = NoiseLevel::OverLimit;
  Hover.Reductions = 1;
  CHECK(Plain() == "Worst noise: 48 bits, limit 26, 22 over, of %a_b\n\n"
                   "- 1 reduction of noise\n");
  Hover.Origin = "%a_b";
  CHECK_THAT(Plain(), !Catch::Contains("begins"));
  Hover.Origin = "%b_c";
  CHECK_THAT(Hover.render(MarkupKind::Markdown),
             Catch::Contains("\n- fix %b\\_c first\n"));
  Hover.Bound = NoiseBound::unbounded();
  CHECK_THAT(Plain(),
             Catch::StartsWith("Worst noise: unbounded, the limit is 26 bits, "
                               "of %a_b\n\n- over the limit\n"));
  Hover.Bound = NoiseBound::unknown();
  Hover.Level = NoiseLevel::Unknown;
  CHECK_THAT(Plain(),
             Catch::Contains("\n- not known to be within the limit\n"));
  Hover.NotAnalysed = 2;
  CHECK_THAT(Plain(), Catch::Contains("\n- 2 encrypted values were not "));
}

TEST_CASE("Hover: how ranges, bounds and metadata look", "[hover]") {
  DetailsHover Hover{"%n", {}, false};
  Hover.Details.Range = "[0, 63]";
  CHECK(Hover.render(MarkupKind::PlainText, false) == "Range: [0, 63]\n");
  Hover.Details.RangeBasis = "stated by 'noisy.range'";
  CHECK(Hover.render(MarkupKind::Markdown, false) ==
        "Range: `[0, 63]`, stated by 'noisy\\.range'\n");
  Hover.Details.Bounds = {"%i < %n", "dim 0 = %n + 5"};
  Hover.Details.Metadata = "{level = 2}";
  Hover.Details.MetadataOrigin = "own";
  CHECK(Hover.render(MarkupKind::PlainText, true) ==
        "%n: range: [0, 63], stated by 'noisy.range'\n\n"
        "%n: bounds: %i < %n, dim 0 = %n + 5\n\n"
        "%n: metadata: {level = 2}, its own\n");
  Hover.Details = {};
  for (const char *State : {"unknown", "never executed"}) {
    Hover.Details.Metadata = State;
    CHECK(Hover.render(MarkupKind::Markdown, false) ==
          "Metadata: " + std::string(State) + "\n");
  }
  Hover.Details = {};
  Hover.Details.RangeBasis = "never executed";
  Hover.IsStale = true;
  CHECK(Hover.render(MarkupKind::PlainText, false) ==
        "Range: never executed, from before the last edit\n");
  Hover.Details.RangeBasis = "";
  CHECK(Hover.render(MarkupKind::PlainText, false) == "");
}

TEST_CASE("Hover: the order of what is said", "[hover]") {
  HoverInfo Hover;
  Hover.Operation = "a.func";
  Hover.Name = "f";
  Hover.Source = "a.func @f";
  Hover.Function.emplace();
  Hover.Function->NotAnalysed = 1;
  Hover.Warnings = {"warned"};
  Hover.Details = {{"%n", {0, "5", "", {}, "", ""}, false}};
  Hover.Doc = OperationDoc{"a.func", "A function", "It is one."};
  std::string Function = Hover.Function->render(MarkupKind::Markdown);
  CHECK(Hover.render(MarkupKind::Markdown) ==
        "`a.func` : `@f`\n\n```mlir\na.func @f\n```\n\n" + Function +
            "\n- warned\n\nRange: `5`\n\n---\n\n"
            "A function\n\nIt is one.\n");
  Hover = {};
  Hover.Operation = "a.b";
  Hover.Doc = OperationDoc{"a.b", "Does", "Much."};
  CHECK(Hover.render(MarkupKind::PlainText) == "\"a.b\"\n\nDoes\n\nMuch.\n");
}

TEST_CASE("Hover: how fractions of a bit look", "[hover]") {
  NoiseHover Hover;
  Hover.Bound = NoiseBound::bits(448);
  Hover.Limit = 2029;
  Hover.Unit = 10;
  Hover.Equation = "44.8 = max(12.8, 12.8) + 32";
  CHECK(Hover.render(MarkupKind::PlainText) ==
        "Noise: 44.8 bits, limit 202.9, 158.1 left\n"
        "\n44.8 = max(12.8, 12.8) + 32\n");
  Hover.Bound = NoiseBound::bits(2030);
  Hover.Equation = "";
  CHECK(Hover.render(MarkupKind::PlainText) ==
        "Noise: 203 bits, limit 202.9, 0.1 over\n");
  Hover.Bound = NoiseBound::unbounded();
  CHECK(Hover.render(MarkupKind::Markdown) ==
        "**Noise: unbounded**, the limit is 202.9 bits\n");
}
