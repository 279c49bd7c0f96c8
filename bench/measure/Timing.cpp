//===- Timing.cpp - Measuring and printing times --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/measure/Timing.h"
#include <cstdio>
#include <iostream>

using namespace mlir::noisy::bench;

void mlir::noisy::bench::printTable(
    const std::vector<std::vector<std::string>> &rows) {
  std::vector<size_t> widths;
  for (const auto &row : rows)
    for (size_t i = 0; i < row.size(); ++i) {
      widths.resize(std::max(widths.size(), i + 1));
      widths[i] = std::max(widths[i], row[i].size());
    }
  for (const auto &row : rows) {
    for (size_t i = 0; i < row.size(); ++i)
      std::cout << (i ? "  " : "") << row[i]
                << std::string(widths[i] - row[i].size(), ' ');
    std::cout << "\n";
  }
  std::cout << std::endl;
}

std::string mlir::noisy::bench::writeMarkdownTable(
    const std::vector<std::vector<std::string>> &rows,
    const std::vector<size_t> &leftColumns) {
  std::string text;
  for (const std::vector<std::string> &row : rows) {
    text += "|";
    for (const std::string &cell : row)
      text += " " + cell + " |";
    text += "\n";
    if (&row != &rows.front())
      continue;
    text += "|";
    for (size_t column = 0; column < row.size(); ++column)
      text += std::count(leftColumns.begin(), leftColumns.end(), column)
                  ? "---|"
                  : "---:|";
    text += "\n";
  }
  return text;
}

std::string mlir::noisy::bench::milliseconds(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), value < 10 ? "%.2f" : "%.0f", value);
  return text;
}

std::string mlir::noisy::bench::milliseconds(const Timing &timing) {
  return milliseconds(timing.min) + " / " + milliseconds(timing.median) +
         " / " + milliseconds(timing.max);
}

std::string mlir::noisy::bench::ratio(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.2f", value);
  return text;
}
