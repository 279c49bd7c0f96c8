//===- BenchOptions.h - The options of the benchmark ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_MEASURE_BENCHOPTIONS_H
#define NOISY_BENCH_MEASURE_BENCHOPTIONS_H

#include <string>
#include <vector>

namespace mlir::noisy::bench {

/// The options of all sections.
struct BenchOptions {
  /// Sizes, time limits and repetitions that take an hour (optimizer) or half
  /// of one (server) rather than minutes.
  bool isFull = false;
  /// Writes the results into the folder docs/.
  bool writesDocs = false;
  /// Selects the server's tables with this in their title.
  std::string filter;
  /// A folder of more programs: .mlir, and .txt in Bristol format; or none.
  std::string circuits;
  /// Folders of files with dialects of other projects.
  std::vector<std::string> folders;
};

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_MEASURE_BENCHOPTIONS_H
