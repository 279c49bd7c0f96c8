//===- Check.cpp - Checks of files by the server --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/Check.h"
#include "server/check/CheckFeatures.h"
#include "server/protocol/FileUri.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>

using namespace mlir::noisy::lsp;
using llvm::raw_ostream;

static std::string uriOf(const std::string &File) {
  if (File == "-")
    return "untitled:stdin";
  llvm::SmallString<128> Path(File);
  llvm::sys::fs::make_absolute(Path);
  return fileUri(Path);
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

static const char *nameOf(std::optional<DiagnosticSeverity> Severity) {
  switch (Severity.value_or(DiagnosticSeverity::Error)) {
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

static raw_ostream &print(raw_ostream &OS, const std::string &File,
                          Position Pos, llvm::StringRef Label) {
  return OS << File << ":" << Pos.Line + 1 << ":" << Pos.Character + 1 << ": "
            << Label << ": ";
}

static void print(raw_ostream &OS, const std::string &File,
                  const std::vector<Diagnostic> &Diagnostics) {
  for (const Diagnostic &Diag : Diagnostics) {
    print(OS, File, Diag.Range.Start, nameOf(Diag.Severity)) << Diag.Message;
    if (!Diag.Code.empty())
      OS << " [" << Diag.Code << "]";
    OS << "\n";
    for (const DiagnosticRelatedInformation &Note : Diag.RelatedInformation)
      print(OS, File, Note.Location.Range.Start, "note")
          << Note.Message << "\n";
  }
}

/// "1 error", "2 errors".
static std::string count(size_t Number, const char *Noun) {
  return std::to_string(Number) + " " + Noun + (Number == 1 ? "" : "s");
}

static void summarise(raw_ostream &OS, const std::string &File,
                      const Examination &Exam) {
  auto Count = [&](DiagnosticSeverity Severity) {
    return std::count_if(
        Exam.diagnostics().begin(), Exam.diagnostics().end(),
        [&](const Diagnostic &Diag) { return Diag.Severity == Severity; });
  };
  OS << File << ": " << count(Count(DiagnosticSeverity::Error), "error") << ", "
     << count(Count(DiagnosticSeverity::Warning), "warning");
  if (size_t Internal = Exam.complaints().size())
    OS << ", " << count(Internal, "internal error");
  OS << "; " << count(Exam.requests(), "request") << "\n";
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static CheckStatus checkFile(const std::string &File,
                             const CheckOptions &Options, CheckedServer &Server,
                             raw_ostream &Findings, raw_ostream &Notes) {
  auto Contents = llvm::MemoryBuffer::getFileOrSTDIN(File);
  std::string Name = File == "-" ? "<stdin>" : File;
  if (!Contents) {
    Notes << Name << ": cannot be read: " << Contents.getError().message()
          << "\n";
    return CheckStatus::Unreadable;
  }
  llvm::StringRef Bytes = (*Contents)->getBuffer();
  size_t Wrong = 0;
  if (!llvm::json::isUTF8(Bytes, &Wrong)) {
    Text RawText((Bytes.str()));
    print(Findings, Name, RawText.positionAt(Wrong, PositionEncoding::UTF8),
          "warning")
        << "not UTF-8 from here on; such bytes are read as U+FFFD\n";
  }

  Examination Exam(Server, uriOf(File), Text(llvm::json::fixUTF8(Bytes)));
  if (Exam.open()) {
    std::vector<Diagnostic> Diagnostics = Exam.diagnostics();
    std::stable_sort(Diagnostics.begin(), Diagnostics.end(),
                     [](const Diagnostic &A, const Diagnostic &B) {
                       return A.Range.Start < B.Range.Start;
                     });
    print(Findings, Name, Diagnostics);
    if (Options.TryFeatures)
      for (const CheckedFeature &Feature : checkedFeatures(Exam.capability("")))
        if (!Exam.isGivenUp() && Exam.hasCapability(Feature.Provider))
          Feature.Try(Exam);
  }
  Exam.close();
  for (const Complaint &Issue : Exam.complaints())
    print(Findings, Name, Issue.Pos.value_or(Position()), "internal error")
        << Issue.Message << "\n";
  Findings.flush();
  summarise(Notes, Name, Exam);

  bool HasErrors =
      !Exam.complaints().empty() ||
      std::any_of(Exam.diagnostics().begin(), Exam.diagnostics().end(),
                  [](const Diagnostic &Diag) {
                    return Diag.Severity == DiagnosticSeverity::Error;
                  });
  return HasErrors ? CheckStatus::Errors : CheckStatus::Fine;
}

CheckStatus mlir::noisy::lsp::checkFiles(const std::vector<std::string> &Files,
                                         const CheckOptions &Options,
                                         raw_ostream &Findings,
                                         raw_ostream &Notes) {
  CheckedServer Server(Options.Program, Options.Arguments, Options.Timeout);
  CheckStatus Result = CheckStatus::Fine;
  for (const std::string &File : Files)
    Result =
        std::max(Result, checkFile(File, Options, Server, Findings, Notes));
  return Result;
}
