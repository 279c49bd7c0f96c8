//===- Bench.cpp - The sections of the benchmark --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/AnalysisBench.h"
#include "bench/dialects/DialectsBench.h"
#include "bench/optimizer/OptimizerBench.h"
#include "bench/server/ServerBench.h"
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string_view>
#include <vector>

using namespace mlir::noisy::bench;

namespace {
struct Section {
  const char *name;
  bool (*run)(const BenchOptions &);
};
} // namespace

static constexpr Section sections[] = {{"analysis", benchAnalysis},
                                       {"optimizer", benchOptimizer},
                                       {"server", benchServer},
                                       {"dialects", benchDialects}};

static int refuse(const char *argument) {
  std::cerr << "noisy-bench: there is no '" << argument
            << "'; there are analysis, optimizer, server and dialects, "
               "folders for dialects, --full, --docs and --only=WORDS\n";
  return 2;
}

int main(int argc, char **argv) {
  BenchOptions options;
  if (const char *folder = std::getenv("NOISY_CIRCUITS"))
    options.circuits = folder;
  std::vector<const Section *> selectedSections;
  for (int i = 1; i < argc; ++i) {
    std::string_view argument = argv[i];
    auto section =
        std::find_if(std::begin(sections), std::end(sections),
                     [&](const Section &s) { return argument == s.name; });
    if (argument == "--full")
      options.isFull = true;
    else if (argument == "--docs")
      options.writesDocs = true;
    else if (argument.substr(0, 7) == "--only=")
      options.filter = argument.substr(7);
    else if (section != std::end(sections))
      selectedSections.push_back(section);
    else if (std::filesystem::is_directory(argv[i]))
      options.folders.push_back(argv[i]);
    else
      return refuse(argv[i]);
  }
  if (options.writesDocs && !options.filter.empty()) {
    std::cerr << "noisy-bench: --docs takes all tables, not --only some\n";
    return 2;
  }
  bool isGood = true;
  for (const Section &section : sections) {
    if (!selectedSections.empty() &&
        std::find(selectedSections.begin(), selectedSections.end(), &section) ==
            selectedSections.end())
      continue;
    std::cout << "== " << section.name << "\n" << std::flush;
    isGood &= section.run(options);
  }
  return isGood ? 0 : 1;
}
