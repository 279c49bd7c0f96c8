//===- Baseline.h - The findings that are known -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_CHECK_REPORT_BASELINE_H
#define NOISY_SERVER_CHECK_REPORT_BASELINE_H

#include "server/check/report/FileReport.h"
#include <map>
#include <set>

namespace mlir::noisy::lsp {

/// The findings of an earlier check, so that a later one tells only what is
/// new. They are known by file and fingerprint. The file is JSON, a line for
/// each finding, sorted, so that it can be merged:
///
///     {"version": 1, "findings": [
///     {"file": "a.mlir", "fingerprint": "...", "code": "...", "message":
///     "..."}
///     ]}
///
/// Names of files are relative to the folder of the baseline, with `/`.
class Baseline {
public:
  /// `Path` is the file that it is, or will be, in.
  explicit Baseline(std::string Path);

  /// Reads the file. Returns the message of an error.
  std::optional<std::string> read();
  /// Writes the findings that were added. Returns the message of an error.
  std::optional<std::string> write() const;

  /// Takes the known findings out of a report.
  void remove(FileReport &Report) const;
  void add(const FileReport &Report);

private:
  std::string nameOf(const FileReport &Report) const;

  std::string Path, Folder;
  std::set<std::pair<std::string, std::string>> Known;
  /// By file and fingerprint: the code and the message, for people.
  std::map<std::pair<std::string, std::string>,
           std::pair<std::string, std::string>>
      Added;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_CHECK_REPORT_BASELINE_H
