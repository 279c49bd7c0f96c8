//===- Report.h - The findings of a check, in a format ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_CHECK_REPORT_REPORT_H
#define NOISY_SERVER_CHECK_REPORT_REPORT_H

#include "server/check/report/FileReport.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>

namespace mlir::noisy::lsp {

enum class ReportFormat {
  /// As compilers print: file:line:col: error: message [code]
  Text,
  /// One object with all files, for programs.
  Json,
  /// SARIF 2.1.0 (OASIS), for code scanning.
  Sarif,
  /// Commands for the log of a GitHub workflow: annotations of its files.
  Github,
  /// XML as JUnit writes it: a test for each finding.
  Junit
};

/// Writes what a check found. One thread.
class Report {
public:
  virtual ~Report() = default;
  /// Adds a file. Reports that are read by people are written at once.
  virtual void add(const FileReport &File) = 0;
  /// Writes what comes last.
  virtual void finish() {}

  /// `FailsFrom`: the least severity that fails a check.
  static std::unique_ptr<Report> make(ReportFormat Format,
                                      DiagnosticSeverity FailsFrom,
                                      llvm::raw_ostream &OS);
};

std::unique_ptr<Report> makeTextReport(llvm::raw_ostream &OS);
std::unique_ptr<Report> makeJsonReport(llvm::raw_ostream &OS);
std::unique_ptr<Report> makeSarifReport(llvm::raw_ostream &OS);
std::unique_ptr<Report> makeGithubReport(llvm::raw_ostream &OS);
std::unique_ptr<Report> makeJunitReport(llvm::raw_ostream &OS,
                                        DiagnosticSeverity FailsFrom);

/// The code of a finding, that of MLIR's problems for those that have none.
llvm::StringRef codeOf(const Finding &Each);
/// "error", "warning" or "remark", as compilers call them.
const char *nameOf(DiagnosticSeverity Severity);
/// A position in UTF-16, for one in bytes.
Position toUtf16(const Text &Contents, Position InBytes);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_CHECK_REPORT_REPORT_H
