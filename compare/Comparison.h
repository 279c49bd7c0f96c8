//===- Comparison.h - A file, given to two servers --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_COMPARE_COMPARISON_H
#define NOISY_COMPARE_COMPARISON_H

#include "compare/MeantDifferences.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::noisy::compare {

struct CompareOptions {
  ServerCommand Llvm, Ours;
  /// Of a file, where hovers, definitions and references are asked for.
  size_t MaxPlaces = 100;
  /// For one answer.
  std::chrono::milliseconds Timeout = std::chrono::minutes(1);
};

/// The two servers, with the same dialects, that a program has.
void setServers(CompareOptions &Options, const std::string &Program);

/// What came out for a file.
struct FileComparison {
  std::string File;
  /// Why it could not be read; nothing else is known then.
  std::string ReadError;
  std::vector<Difference> Differences;
  struct Cost {
    size_t Errors = 0;
    double Seconds = 0, Peak = 0;
  } Llvm, Ours;
};

FileComparison compareFile(const std::string &File,
                           const CompareOptions &Options);

/// The differences as `file:line: kind: message`; those that are meant are
/// marked.
void printDifferences(llvm::raw_ostream &OS, const FileComparison &Compared,
                      const MeantDifferences &Meant);

/// A line a file, separated by tabs: errors, seconds and MiB of either.
void printCosts(llvm::raw_ostream &OS,
                const std::vector<FileComparison> &Compared);

/// The counts of all files. False when there is a failure that is not meant,
/// or a file that could not be read.
bool printSummary(llvm::raw_ostream &OS,
                  const std::vector<FileComparison> &Compared,
                  const MeantDifferences &Meant);

} // namespace mlir::noisy::compare

#endif // NOISY_COMPARE_COMPARISON_H
