//===- ServerBench.cpp - Our server, beside LLVM's ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the same documents and the same edits on both servers, in turn. LLVM's
// server does not know the noisy dialect, so these are arith operations; the
// extra cost of noise is measured on the same shape in the noisy dialect, with
// our server.
//
//===----------------------------------------------------------------------===//

#include "bench/server/ServerBench.h"
#include "bench/measure/Timing.h"
#include "bench/server/ServerCases.h"
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

using namespace mlir::noisy::bench;

static bool writeFile(const std::string &path, const std::string &text) {
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file)
    std::cerr << "noisy-bench: cannot write " << path << "\n";
  return bool(file);
}

bool mlir::noisy::bench::benchServer(const BenchOptions &options) {
  std::map<std::string, std::string> circuits;
  std::error_code unread;
  if (!options.circuits.empty())
    for (const auto &entry :
         std::filesystem::directory_iterator(options.circuits, unread))
      if (entry.path().extension() == ".mlir") {
        std::ostringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        circuits[entry.path().filename().string()] = text.str();
      }
  if (unread)
    std::cerr << "noisy-bench: " << options.circuits << ": " << unread.message()
              << "\n";
  ServerCases cases(options.isFull, options.filter, std::move(circuits));
  cases.measureAll();
  const std::vector<ServerMeasurement> &measurements = cases.getMeasurements();
  printServerTables(measurements);

  bool isDone = std::all_of(measurements.begin(), measurements.end(),
                            [](const ServerMeasurement &measurement) {
                              return measurement.failure.empty();
                            });
  if (cases.countRepeats() != 0) {
    std::cerr << "noisy-bench: " << cases.countRepeats()
              << " versions had diagnostics more than once; only the first "
                 "were timed\n";
    isDone = false;
  }
  if (options.writesDocs) {
    std::error_code failure;
    std::filesystem::create_directories("docs", failure);
    isDone &= writeFile("docs/server.svg", drawServerFigure(measurements));
    isDone &=
        writeFile("docs/server.md",
                  writeServerMarkdown(measurements, "server.svg",
                                      options.isFull ? "server --full --docs"
                                                     : "server --docs"));
  }
  return isDone;
}
