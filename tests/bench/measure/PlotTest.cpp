//===- PlotTest.cpp - Figures as SVG --------------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/measure/Plot.h"
#include <algorithm>
#include <catch2/catch.hpp>

using namespace mlir::noisy::bench;
using Catch::Contains;

static size_t count(const std::string &text, const std::string &part) {
  size_t matches = 0;
  for (size_t i = 0; (i = text.find(part, i)) != std::string::npos; ++i)
    ++matches;
  return matches;
}

TEST_CASE("a figure has its marks, labels and a legend of what is in it") {
  PlotSeries first{"circuits", {{50, 0.02, "one"}, {5000, 3, "two"}}};
  PlotSeries second{"a < b & c", {{500, 0.1, ""}}, /*isReference=*/true};
  PlotSeries empty{"never", {}};
  std::string svg = drawPlot("The title", "operations",
                             {{"time, s", {first, second, empty}},
                              {"gap, %", {PlotSeries{"circuits", {}}}}});
  CHECK_THAT(svg, Contains("The title"));
  CHECK_THAT(svg, Contains(">operations</text>"));
  CHECK_THAT(svg, Contains(">time, s</text>"));
  CHECK_THAT(svg, Contains(">gap, %</text>"));
  CHECK_THAT(svg, Contains(">circuits</text>"));
  CHECK_THAT(svg, Contains(">a &lt; b &amp; c</text>"));
  CHECK_THAT(svg, !Contains("never"));
  CHECK_THAT(svg, Contains("<title>one</title></circle>"));
  // The marks of the points and of the legend.
  CHECK(count(svg, "class=\"mark c0\"") == 3);
  CHECK(count(svg, "class=\"mark c1 hollow\"") == 2);
  // The powers of ten around the points.
  for (const char *label : {"10", "100", "1 000", "10 000", "0.01", "0.1", "1"})
    CHECK_THAT(svg, Contains(">" + std::string(label) + "</text>"));
  CHECK_THAT(svg, Contains("prefers-color-scheme: dark"));
}

TEST_CASE("points stand where the axes say") {
  // From 1 to 100, and from 0.1 to 10: the point in the middle of both.
  std::string svg = drawPlot(
      "", "", {{"", {{"s", {{1, 0.1, ""}, {10, 1, ""}, {100, 10, ""}}}}}});
  // 560 by 300 pixels from 80 and 56 on.
  CHECK_THAT(svg, Contains("cx=\"80.0\" cy=\"356.0\""));
  CHECK_THAT(svg, Contains("cx=\"360.0\" cy=\"206.0\""));
  CHECK_THAT(svg, Contains("cx=\"640.0\" cy=\"56.0\""));
}

TEST_CASE("a figure without points is one all the same") {
  std::string svg = drawPlot("t", "x", {{"y", {}}});
  CHECK_THAT(svg, Contains("</svg>"));
  CHECK_THAT(svg, !Contains("nan") && !Contains("inf"));
}
