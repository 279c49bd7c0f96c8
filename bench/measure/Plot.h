//===- Plot.h - Figures as SVG ----------------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_MEASURE_PLOT_H
#define NOISY_BENCH_MEASURE_PLOT_H

#include <string>
#include <vector>

namespace mlir::noisy::bench {

struct PlotPoint {
  /// The coordinates, above 0 where the axis is logarithmic.
  double x, y;
  /// The text that a browser shows under the mouse.
  std::string title;
};

/// Points that belong together, with one mark for all.
struct PlotSeries {
  std::string name;
  std::vector<PlotPoint> points;
  /// The baseline that others are compared with, drawn hollow.
  bool isReference = false;
  /// True if consecutive points are joined.
  bool isLine = false;
};

/// One coordinate system. All panels of a figure share the x axis.
struct PlotPanel {
  std::string yLabel;
  /// The series; the index of a series, the same in all panels, gives its mark.
  /// So a series without points here must still be listed.
  std::vector<PlotSeries> series;
  /// A panel of half the height, with a linear y axis.
  bool isSmall = false;
};

/// A figure of panels one below the other, with a legend of the series that
/// have points, as an SVG document that follows the light or dark scheme of its
/// viewer.
std::string drawPlot(const std::string &title, const std::string &xLabel,
                     const std::vector<PlotPanel> &panels);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_MEASURE_PLOT_H
