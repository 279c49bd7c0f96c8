//===- Report.cpp - The findings of a check, in a format ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/report/Report.h"
#include "server/check/report/FindingKinds.h"

using namespace mlir::noisy::lsp;

std::unique_ptr<Report> Report::make(ReportFormat Format,
                                     DiagnosticSeverity FailsFrom,
                                     llvm::raw_ostream &OS) {
  switch (Format) {
  case ReportFormat::Text:
    return makeTextReport(OS);
  case ReportFormat::Json:
    return makeJsonReport(OS);
  case ReportFormat::Sarif:
    return makeSarifReport(OS);
  case ReportFormat::Github:
    return makeGithubReport(OS);
  case ReportFormat::Junit:
    return makeJunitReport(OS, FailsFrom);
  }
  return nullptr;
}

llvm::StringRef mlir::noisy::lsp::codeOf(const Finding &Each) {
  const std::string &Code = Each.Diagnostic.Code;
  return Code.empty() ? llvm::StringRef(MlirCode) : llvm::StringRef(Code);
}

const char *mlir::noisy::lsp::nameOf(DiagnosticSeverity Severity) {
  switch (Severity) {
  case DiagnosticSeverity::Error:
    return "error";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Information:
  case DiagnosticSeverity::Hint:
    return "remark";
  }
  return "error";
}

Position mlir::noisy::lsp::toUtf16(const Text &Contents, Position InBytes) {
  return Contents.positionAt(Contents.offsetAt(InBytes, PositionEncoding::UTF8),
                             PositionEncoding::UTF16);
}
