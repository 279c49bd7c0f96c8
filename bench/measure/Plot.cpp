//===- Plot.cpp - Figures as SVG ------------------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/measure/Plot.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

using namespace mlir::noisy::bench;

// All lengths are in pixels.
static constexpr double kLeft = 80, kTop = 56, kWidth = 560, kPanelHeight = 300,
                        kSmallHeight = 130, kPanelGap = 28, kBottom = 56,
                        kLegendWidth = 240, kLegendLine = 22;

static const char *const kStyle = R"(<style>
  .paper { fill: #ffffff }
  text { fill: #1f2328; font: 13px system-ui, "Segoe UI", Helvetica, Arial, sans-serif }
  .title { font-size: 16px; font-weight: 600 }
  .frame { fill: none; stroke: #59636e }
  .grid { stroke: #d1d9e0; stroke-width: 1 }
  .mark { stroke-width: 1.8 }
  .join { fill: none; stroke-width: 1.2; opacity: 0.55 }
  .c0 { stroke: #0969da; fill: #0969da } .c1 { stroke: #bc4c00; fill: #bc4c00 }
  .c2 { stroke: #8250df; fill: #8250df } .c3 { stroke: #1a7f37; fill: #1a7f37 }
  .c4 { stroke: #cf222e; fill: #cf222e } .c5 { stroke: #59636e; fill: #59636e }
  .mark.hollow, .join { fill: none }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117 }
    text { fill: #e6edf3 }
    .frame { stroke: #9198a1 }
    .grid { stroke: #30363d }
    .c0 { stroke: #58a6ff; fill: #58a6ff } .c1 { stroke: #f0883e; fill: #f0883e }
    .c2 { stroke: #bc8cff; fill: #bc8cff } .c3 { stroke: #3fb950; fill: #3fb950 }
    .c4 { stroke: #ff7b72; fill: #ff7b72 } .c5 { stroke: #9198a1; fill: #9198a1 }
    .mark.hollow, .join { fill: none }
  }
</style>
)";
static constexpr unsigned kColors = 6, kShapes = 5;

static std::string escape(const std::string &text) {
  std::string result;
  for (char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

/// Formats a coordinate, to a tenth of a pixel.
static std::string pixels(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f", value);
  return text;
}

static std::string attribute(const char *name, double value) {
  return std::string(" ") + name + "=\"" + pixels(value) + "\"";
}

static std::string writeText(double x, double y, const std::string &text,
                             const std::string &attributes = "") {
  return "<text" + attribute("x", x) + attribute("y", y) + attributes + ">" +
         escape(text) + "</text>\n";
}

static std::string writeLine(const char *style, double x1, double y1, double x2,
                             double y2) {
  return std::string("<line class=\"") + style + "\"" + attribute("x1", x1) +
         attribute("y1", y1) + attribute("x2", x2) + attribute("y2", y2) +
         "/>\n";
}

//===----------------------------------------------------------------------===//
// Marks
//===----------------------------------------------------------------------===//

static std::string getColor(size_t series) {
  return "c" + std::to_string(series % kColors);
}

static std::string drawMark(size_t series, bool isHollow, double x, double y,
                            const std::string &title) {
  constexpr double r = 4.5;
  auto path = [&](std::initializer_list<std::pair<double, double>> corners) {
    std::string points;
    for (auto [dx, dy] : corners)
      points +=
          (points.empty() ? "" : " ") + pixels(x + dx) + "," + pixels(y + dy);
    return "<polygon points=\"" + points + "\"";
  };
  std::string shape;
  switch (series % kShapes) {
  case 0:
    shape =
        "<circle" + attribute("cx", x) + attribute("cy", y) + attribute("r", r);
    break;
  case 1:
    shape = path({{-r, -r}, {r, -r}, {r, r}, {-r, r}});
    break;
  case 2:
    shape = path({{0, -r - 1}, {r + 1, r}, {-r - 1, r}});
    break;
  case 3:
    shape = path({{0, -r - 1.5}, {r + 1.5, 0}, {0, r + 1.5}, {-r - 1.5, 0}});
    break;
  case 4:
    shape = path({{0, r + 1}, {r + 1, -r}, {-r - 1, -r}});
    break;
  }
  shape +=
      " class=\"mark " + getColor(series) + (isHollow ? " hollow" : "") + "\"";
  if (title.empty())
    return shape + "/>\n";
  std::string element = shape.substr(1, shape.find(' ') - 1);
  return shape + "><title>" + escape(title) + "</title></" + element + ">\n";
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

namespace {
/// An axis: a logarithmic one between two powers of ten, or a linear one
/// between two multiples of a step.
struct Axis {
  int first = 0, last = 1;
  double start = 0, length = 0;
  bool isLinear = false;
  double step = 1;

  void include(double min, double max) {
    if (isLinear) {
      // A step of 1, 2 or 5 times a power of ten, four or so of them.
      double least = std::max(max - min, 1.0) / 5;
      step = std::max(1.0, std::pow(10, std::floor(std::log10(least))));
      for (double factor : {2.0, 2.5, 2.0})
        if (step < least)
          step *= factor;
      first = std::floor(min / step);
      last = std::max<int>(std::ceil(max / step), first + 1);
      return;
    }
    first = std::floor(std::log10(min) + 1e-9);
    last = std::max<int>(std::ceil(std::log10(max) - 1e-9), first + 1);
  }
  /// The value of a line of the grid, from `first` to `last`.
  double at(int number) const {
    return isLinear ? number * step : std::pow(10, number);
  }
  double place(double value) const {
    double number = isLinear ? value / step : std::log10(value);
    return start + length * (number - first) / (last - first);
  }
};
} // namespace

/// A value of an axis: "0.01", "1", "10 000".
static std::string writeValue(const Axis &axis, int number) {
  if (!axis.isLinear && number < 0)
    return "0." + std::string(-number - 1, '0') + "1";
  std::string text = axis.isLinear
                         ? std::to_string(std::llround(axis.at(number)))
                         : "1" + std::string(number, '0');
  for (int i = int(text.size()) - 3; i > 0; i -= 3)
    text.insert(i, " ");
  return text;
}

static std::string drawGrid(const Axis &x, const Axis &y, bool hasXLabels) {
  double left = x.start, right = x.start + x.length, bottom = y.start,
         top = y.start + y.length;
  std::string text;
  for (int power = x.first; power <= x.last; ++power) {
    double place = x.place(x.at(power));
    text += writeLine("grid", place, bottom, place, top);
    if (hasXLabels)
      text += writeText(place, bottom + 18, writeValue(x, power),
                        " text-anchor=\"middle\"");
  }
  for (int power = y.first; power <= y.last; ++power) {
    double place = y.place(y.at(power));
    text += writeLine("grid", left, place, right, place);
    text += writeText(left - 8, place + 4, writeValue(y, power),
                      " text-anchor=\"end\"");
  }
  return text + "<rect class=\"frame\"" + attribute("x", left) +
         attribute("y", top) + attribute("width", right - left) +
         attribute("height", bottom - top) + "/>\n";
}

//===----------------------------------------------------------------------===//
// Figure
//===----------------------------------------------------------------------===//

static std::string drawSeries(size_t number, const PlotSeries &series,
                              const Axis &x, const Axis &y) {
  std::string marks, line;
  for (const PlotPoint &point : series.points) {
    double px = x.place(point.x), py = y.place(point.y);
    line += (line.empty() ? "" : " ") + pixels(px) + "," + pixels(py);
    // Points without a title are there for the line.
    if (!series.isLine || !point.title.empty())
      marks += drawMark(number, series.isReference, px, py, point.title);
  }
  if (series.isLine && series.points.size() > 1)
    marks = "<polyline class=\"join " + getColor(number) + "\" points=\"" +
            line + "\"/>\n" + marks;
  return marks;
}

/// The least and the greatest value of one coordinate; 1 and 10 if there is no
/// point.
static std::pair<double, double>
findExtent(const std::vector<const PlotPanel *> &panels,
           double PlotPoint::*coordinate) {
  std::vector<double> values;
  for (const PlotPanel *panel : panels)
    for (const PlotSeries &series : panel->series)
      for (const PlotPoint &point : series.points)
        values.push_back(point.*coordinate);
  if (values.empty())
    return {1, 10};
  auto [min, max] = std::minmax_element(values.begin(), values.end());
  return {*min, *max};
}

/// The legend of each series that has points in some panel.
static std::string drawLegend(const std::vector<PlotPanel> &panels, double x,
                              double y) {
  std::string text;
  size_t count = 0;
  for (const PlotPanel &panel : panels)
    count = std::max(count, panel.series.size());
  for (size_t i = 0; i < count; ++i) {
    const PlotSeries *series = nullptr;
    for (const PlotPanel &panel : panels)
      if (i < panel.series.size() && !panel.series[i].points.empty())
        series = &panel.series[i];
    if (!series)
      continue;
    text += drawMark(i, series->isReference, x, y - 4, "");
    text += writeText(x + 14, y, series->name);
    y += kLegendLine;
  }
  return text;
}

std::string mlir::noisy::bench::drawPlot(const std::string &title,
                                         const std::string &xLabel,
                                         const std::vector<PlotPanel> &panels) {
  std::vector<const PlotPanel *> panelPointers;
  for (const PlotPanel &panel : panels)
    panelPointers.push_back(&panel);
  Axis x;
  x.start = kLeft;
  x.length = kWidth;
  auto [leastX, mostX] = findExtent(panelPointers, &PlotPoint::x);
  x.include(leastX, mostX);

  double width = kLeft + kWidth + kLegendWidth;
  auto heightOf = [](const PlotPanel &panel) {
    return panel.isSmall ? kSmallHeight : kPanelHeight;
  };
  double height = kTop + kBottom - kPanelGap;
  for (const PlotPanel &panel : panels)
    height += heightOf(panel) + kPanelGap;
  std::string text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"" +
      attribute("width", width) + attribute("height", height) +
      " viewBox=\"0 0 " + pixels(width) + " " + pixels(height) + "\">\n" +
      "<title>" + escape(title) + "</title>\n" + kStyle +
      "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n" +
      writeText(kLeft, 30, title, " class=\"title\"");
  double top = kTop;
  for (size_t i = 0; i < panels.size(); ++i) {
    const PlotPanel &panel = panels[i];
    const double panelHeight = heightOf(panel);
    Axis y;
    y.isLinear = panel.isSmall;
    // The y axis points upwards.
    y.start = top + panelHeight;
    y.length = -panelHeight;
    auto [leastY, mostY] = findExtent({&panel}, &PlotPoint::y);
    y.include(leastY, mostY);
    text += drawGrid(x, y, i + 1 == panels.size());
    double middle = top + panelHeight / 2;
    text += panel.isSmall
                ? writeText(kLeft, top - 6, panel.yLabel)
                : writeText(22, middle, panel.yLabel,
                            " text-anchor=\"middle\" transform=\"rotate(-90 "
                            "22 " +
                                pixels(middle) + ")\"");
    for (size_t s = 0; s < panel.series.size(); ++s)
      text += drawSeries(s, panel.series[s], x, y);
    top += panelHeight + kPanelGap;
  }
  text += writeText(kLeft + kWidth / 2, height - 16, xLabel,
                    " text-anchor=\"middle\"");
  text += drawLegend(panels, kLeft + kWidth + 26, kTop + 16);
  return text + "</svg>\n";
}
