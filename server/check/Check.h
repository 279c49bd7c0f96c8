//===- Check.h - Checks of files by the server ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_CHECK_CHECK_H
#define NOISY_SERVER_CHECK_CHECK_H

#include "server/check/report/Report.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// The options of a check.
struct CheckOptions {
  /// The server, and its arguments. It is a separate process, so that any crash
  /// is a finding.
  std::string Program;
  std::vector<std::string> Arguments;
  /// True to take dialects and rules of the project that a file belongs to
  /// (ProjectFolder.h).
  bool ReadsProject = true;
  /// True to try every feature, false to print only the problems of the files.
  bool TryFeatures = true;
  ReportFormat Format = ReportFormat::Text;
  /// The least severity with which a finding fails the check. Internal errors
  /// always do.
  DiagnosticSeverity FailsFrom = DiagnosticSeverity::Error;
  /// The most files that are checked at the same time, each with a server of
  /// its own; at least 1.
  unsigned Jobs = 1;
  /// The file of the findings that are known (Baseline.h), and that to write
  /// all findings to, with which none fails the check; empty for none.
  std::string Baseline, NewBaseline;
  /// The limit for one answer.
  std::chrono::milliseconds Timeout = std::chrono::minutes(2);
};

/// The exit status; the highest of those of the files.
enum class CheckStatus {
  /// No findings that fail the check; there may be others.
  Fine = 0,
  /// Findings in a file, or defects of the server.
  Errors = 1,
  /// A file, a folder or the baseline cannot be read or written.
  Unreadable = 2
};

/// Checks files with a server, and prints its diagnostics and its own defects
/// to `Findings` as a report. `Names` are files, folders and patterns
/// (CheckedFiles.h). Summaries go to `Notes`, a line for each file. The report
/// has the files in their order, whatever the number of jobs.
CheckStatus checkFiles(const std::vector<std::string> &Names,
                       const CheckOptions &Options, llvm::raw_ostream &Findings,
                       llvm::raw_ostream &Notes);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_CHECK_CHECK_H
