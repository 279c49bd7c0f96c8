//===- FileReport.h - What a check found in one file ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_CHECK_REPORT_FILEREPORT_H
#define NOISY_SERVER_CHECK_REPORT_FILEREPORT_H

#include "server/protocol/Lsp.h"
#include "server/text/Text.h"
#include <optional>

namespace mlir::noisy::lsp {

/// A defect of an answer.
struct Complaint {
  /// The position in the document; nothing if there is none.
  std::optional<Position> Pos;
  std::string Message;

  friend bool operator==(const Complaint &, const Complaint &) = default;
};

/// A fix that an editor would offer for a finding, with edits of its file only.
struct ReportedFix {
  std::string Title;
  std::vector<TextEdit> Edits;
};

/// A problem of a file. Columns are bytes.
struct Finding {
  lsp::Diagnostic Diagnostic;
  /// Stays the same when the text elsewhere changes (Fingerprints.h).
  std::string Fingerprint;
  std::vector<ReportedFix> Fixes;

  DiagnosticSeverity severity() const {
    return Diagnostic.Severity.value_or(DiagnosticSeverity::Error);
  }
};

/// What a check found in one file: plain data, which reports are written from.
struct FileReport {
  /// The file as the user names it, "<stdin>" for standard input.
  std::string Name;
  lsp::Text Contents;
  /// Why the file cannot be read; nothing else is known then.
  std::optional<std::string> ReadError;
  /// In the order of the text, without those of the baseline.
  std::vector<Finding> Findings;
  /// The number of findings that the baseline has.
  size_t KnownCount = 0;
  /// Defects of the server.
  std::vector<Complaint> Complaints;
  /// The requests that were tried.
  size_t Requests = 0;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_CHECK_REPORT_FILEREPORT_H
