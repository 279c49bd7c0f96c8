//===- Diagnostics.cpp - What is wrong, for the editor --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/Diagnostics.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

static lsp::DiagnosticSeverity toSeverity(Problem::Level Level) {
  switch (Level) {
  case Problem::Level::Error:
    return lsp::DiagnosticSeverity::Error;
  case Problem::Level::Warning:
    return lsp::DiagnosticSeverity::Warning;
  case Problem::Level::Information:
    return lsp::DiagnosticSeverity::Information;
  }
  llvm_unreachable("all levels are handled");
}

lsp::Diagnostic mlir::noisy::lsp::toDiagnostic(const Problem &Found,
                                               const Text &Contents,
                                               const std::string &Uri,
                                               bool Related,
                                               PositionEncoding Encoding) {
  auto toRange = [&](ByteRange Where) {
    return Contents.rangeAt(Where.Begin, Where.End, Encoding);
  };
  lsp::Diagnostic Result;
  Result.Range = toRange(Found.Where);
  Result.Severity = toSeverity(Found.Severity);
  Result.Code = Found.Code;
  Result.Source = Found.Source;
  Result.Message = Found.Message;
  for (const Problem::Note &Note : Found.Notes) {
    if (Related)
      Result.RelatedInformation.push_back(
          {{Uri, toRange(Note.Where)}, Note.Message});
    else
      Result.Message += "\n" + Note.Message;
  }
  return Result;
}

std::vector<lsp::Diagnostic>
mlir::noisy::lsp::getDiagnostics(const Snapshot &State, const std::string &Uri,
                                 bool Related, PositionEncoding Encoding) {
  std::vector<lsp::Diagnostic> Result;
  State.forEachProblem([&](const Snapshot::Part &, Problem Found) {
    Result.push_back(toDiagnostic(Found, State.text(), Uri, Related, Encoding));
  });
  return Result;
}
