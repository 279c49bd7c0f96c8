//===- Bench.cpp - Measuring, and tables of it ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/Bench.h"
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string_view>

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

namespace {
struct Section {
  const char *name;
  bool (*run)(const BenchOptions &);
};
} // namespace

static constexpr Section sections[] = {{"analysis", benchAnalysis},
                                       {"optimizer", benchOptimizer},
                                       {"server", benchServer}};

static int refuse(const char *argument) {
  std::cerr << "noisy-bench: there is no '" << argument
            << "'; there are analysis, optimizer and server, --full and "
               "--docs\n";
  return 2;
}

int main(int argc, char **argv) {
  BenchOptions options;
  if (const char *folder = std::getenv("NOISY_CIRCUITS"))
    options.circuits = folder;
  std::vector<const Section *> asked;
  for (int i = 1; i < argc; ++i) {
    std::string_view argument = argv[i];
    auto section =
        std::find_if(std::begin(sections), std::end(sections),
                     [&](const Section &s) { return argument == s.name; });
    if (argument == "--full")
      options.isFull = true;
    else if (argument == "--docs")
      options.writesDocs = true;
    else if (section != std::end(sections))
      asked.push_back(section);
    else
      return refuse(argv[i]);
  }
  bool isGood = true;
  for (const Section &section : sections) {
    if (!asked.empty() &&
        std::find(asked.begin(), asked.end(), &section) == asked.end())
      continue;
    std::cout << "== " << section.name << "\n" << std::flush;
    isGood &= section.run(options);
  }
  return isGood ? 0 : 1;
}
