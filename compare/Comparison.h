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
  /// The maximum number of places in a file for hovers, definitions and
  /// references.
  size_t MaxPlaces = 100;
  /// The time limit for one answer.
  std::chrono::milliseconds Timeout = std::chrono::minutes(1);
};

/// Sets the commands of a program's two servers, with the same dialects.
void setServers(CompareOptions &Options, const std::string &Program);

/// The result for a file.
struct FileComparison {
  std::string File;
  /// The reason why the file could not be read; the rest is then unset.
  std::string ReadError;
  std::vector<Difference> Differences;
  struct Cost {
    size_t Errors = 0;
    double Seconds = 0, Peak = 0;
  } Llvm, Ours;
};

FileComparison compareFile(const std::string &File,
                           const CompareOptions &Options);

/// Prints the differences as `file:line: kind: message`; intended ones are
/// marked.
void printDifferences(llvm::raw_ostream &OS, const FileComparison &Comparison,
                      const MeantDifferences &MeantList);

/// Prints a line for each file, separated by tabs: errors, seconds and MiB of
/// either server.
void printCosts(llvm::raw_ostream &OS,
                const std::vector<FileComparison> &Comparisons);

/// Prints the counts of all files. False if there is an unintended failure, or
/// a file that could not be read.
bool printSummary(llvm::raw_ostream &OS,
                  const std::vector<FileComparison> &Comparisons,
                  const MeantDifferences &MeantList);

} // namespace mlir::noisy::compare

#endif // NOISY_COMPARE_COMPARISON_H
