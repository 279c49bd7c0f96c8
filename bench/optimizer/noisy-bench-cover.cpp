//===- noisy-bench-cover.cpp - Watch the covering solver ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverSolver.h"
#include "optimizer/cover/CoverWorkerProtocol.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

using namespace mlir::noisy;
using Clock = std::chrono::steady_clock;

static int help() {
  std::fputs("noisy-bench-cover solves a covering problem in the protocol of\n"
             "noisy-cover-worker and prints what is known of it, and when.\n\n"
             "  noisy-bench-cover [options] < problem.txt\n\n"
             "  --seconds N    time limit (60)\n"
             "  --gap N        good enough, in per cent (0)\n"
             "  --nodes N      limit of nodes (none)\n"
             "  --workers N    worker processes (2)\n"
             "  --tie          decide between the optima by position\n",
             stderr);
  return EXIT_FAILURE;
}

/// Reads the options of the command line; false if one is wrong.
static bool readOptions(int argc, char **argv, CoverOptions &options,
                        bool &wantsTie) {
  for (int i = 1; i < argc; ++i) {
    std::string name = argv[i];
    if (name == "--tie") {
      wantsTie = true;
      continue;
    }
    if (++i == argc)
      return false;
    double number = std::atof(argv[i]);
    if (name == "--seconds")
      options.TimeLimit =
          std::chrono::milliseconds(static_cast<int64_t>(number * 1000));
    else if (name == "--gap")
      options.Gap = number / 100;
    else if (name == "--nodes")
      options.NodeLimit = static_cast<uint64_t>(number);
    else if (name == "--workers")
      options.Workers = static_cast<unsigned>(number);
    else
      return false;
  }
  return true;
}

/// Reads a request from standard input. On failure it prints the reason.
static std::optional<CoverRequest> readRequest() {
  RequestReader reader;
  std::optional<CoverRequest> request;
  std::ios::sync_with_stdio(false);
  for (std::string line; !request && std::getline(std::cin, line);) {
    if (std::string wrong = reader.take(line); !wrong.empty()) {
      std::fprintf(stderr, "noisy-bench-cover: %s\n", wrong.c_str());
      return std::nullopt;
    }
    request = reader.takeRequest();
  }
  if (!request)
    std::fputs("noisy-bench-cover: the input ends too early\n", stderr);
  return request;
}

int main(int argc, char **argv) {
  CoverOptions options;
  options.TimeLimit = std::chrono::seconds(60);
  bool wantsTie = false;
  if (!readOptions(argc, argv, options, wantsTie))
    return help();
  std::optional<CoverRequest> request = readRequest();
  if (!request)
    return EXIT_FAILURE;
  CoverProblem &problem = request->Problem;
  if (wantsTie)
    for (uint32_t column = 0; column != problem.columns(); ++column)
      problem.Tie.push_back(column + 1);

  const Clock::time_point begin = Clock::now();
  auto seconds = [&] {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  };
  options.Start = request->Start;
  options.Progress = [&](int64_t cost, int64_t bound) {
    std::printf("%9.3f  cost %lld  bound %lld\n", seconds(),
                static_cast<long long>(cost), static_cast<long long>(bound));
    std::fflush(stdout);
  };
  CoverResult result = solveCover(problem, options);
  const char *names[] = {"optimal", "feasible", "infeasible", "stopped",
                         "failed"};
  const CoverStatistics &statistics = result.Statistics;
  int64_t tie = 0;
  for (uint32_t column : result.ChosenColumns)
    tie += column + 1;
  std::printf("%9.3f  %s: cost %lld, bound %lld (%.2f %%)\n", seconds(),
              names[static_cast<int>(result.Status)],
              static_cast<long long>(result.Cost),
              static_cast<long long>(result.LowerBound),
              100.0 * static_cast<double>(result.Cost - result.LowerBound) /
                  static_cast<double>(std::max<int64_t>(result.LowerBound, 1)));
  std::printf("           %llu rows, %llu columns, %llu fixed, %llu components "
              "of %llu kinds, %llu nodes, relaxation %.3f\n",
              static_cast<unsigned long long>(statistics.Rows),
              static_cast<unsigned long long>(statistics.Columns),
              static_cast<unsigned long long>(statistics.FixedColumns),
              static_cast<unsigned long long>(statistics.Components),
              static_cast<unsigned long long>(statistics.DistinctComponents),
              static_cast<unsigned long long>(statistics.Nodes),
              statistics.Relaxation);
  if (wantsTie)
    std::printf("           positions add up to %lld, %s\n",
                static_cast<long long>(tie),
                result.TieSettled ? "settled" : "not settled");
  if (!result.Message.empty())
    std::printf("           %s\n", result.Message.c_str());
}
