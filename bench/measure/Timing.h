//===- Timing.h - Measuring and printing times ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only the ratios within one run are meaningful: the machines are shared.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_MEASURE_TIMING_H
#define NOISY_BENCH_MEASURE_TIMING_H

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace mlir::noisy::bench {

/// The times of several runs of one thing, in milliseconds.
struct Timing {
  double min = 0, median = 0, max = 0;
};

/// Runs `body` once to warm up, and then `runs` times.
inline Timing measure(unsigned runs, const std::function<void()> &body) {
  body();
  std::vector<double> times;
  for (unsigned i = 0; i < runs; ++i) {
    auto start = std::chrono::steady_clock::now();
    body();
    times.push_back(std::chrono::duration<double, std::milli>(
                        std::chrono::steady_clock::now() - start)
                        .count());
  }
  std::sort(times.begin(), times.end());
  return {times.front(), times[times.size() / 2], times.back()};
}

/// Prints rows of cells as aligned columns, the first row as the head.
void printTable(const std::vector<std::vector<std::string>> &rows);

/// Writes the rows as a table in Markdown. The columns are aligned right, as
/// numbers are, but \p leftColumns.
std::string
writeMarkdownTable(const std::vector<std::vector<std::string>> &rows,
                   const std::vector<size_t> &leftColumns);

/// A number of milliseconds with a sensible number of digits.
std::string milliseconds(double value);
std::string milliseconds(const Timing &timing);
std::string ratio(double value);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_MEASURE_TIMING_H
