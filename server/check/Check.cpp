//===- Check.cpp - What the server makes of files -------------------------===//
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
                          Position Where, llvm::StringRef What) {
  return OS << File << ":" << Where.Line + 1 << ":" << Where.Character + 1
            << ": " << What << ": ";
}

static void print(raw_ostream &OS, const std::string &File,
                  const std::vector<Diagnostic> &Found) {
  for (const Diagnostic &Each : Found) {
    print(OS, File, Each.Range.Start, nameOf(Each.Severity)) << Each.Message;
    if (!Each.Code.empty())
      OS << " [" << Each.Code << "]";
    OS << "\n";
    for (const DiagnosticRelatedInformation &Note : Each.RelatedInformation)
      print(OS, File, Note.Location.Range.Start, "note")
          << Note.Message << "\n";
  }
}

/// "1 error", "2 errors".
static std::string count(size_t Number, const char *What) {
  return std::to_string(Number) + " " + What + (Number == 1 ? "" : "s");
}

static void summarise(raw_ostream &OS, const std::string &File,
                      const Examination &Done) {
  auto Count = [&](DiagnosticSeverity Severity) {
    return std::count_if(
        Done.diagnostics().begin(), Done.diagnostics().end(),
        [&](const Diagnostic &Each) { return Each.Severity == Severity; });
  };
  OS << File << ": " << count(Count(DiagnosticSeverity::Error), "error") << ", "
     << count(Count(DiagnosticSeverity::Warning), "warning");
  if (size_t Internal = Done.complaints().size())
    OS << ", " << count(Internal, "internal error");
  OS << "; " << count(Done.requests(), "request") << "\n";
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
    Text Read((Bytes.str()));
    print(Findings, Name, Read.positionAt(Wrong, PositionEncoding::UTF8),
          "warning")
        << "not UTF-8 from here on; such bytes are read as U+FFFD\n";
  }

  Examination Tried(Server, uriOf(File), Text(llvm::json::fixUTF8(Bytes)));
  if (Tried.open()) {
    std::vector<Diagnostic> Found = Tried.diagnostics();
    std::stable_sort(Found.begin(), Found.end(),
                     [](const Diagnostic &A, const Diagnostic &B) {
                       return A.Range.Start < B.Range.Start;
                     });
    print(Findings, Name, Found);
    if (Options.TryFeatures)
      for (const CheckedFeature &Each : checkedFeatures(Tried.capability("")))
        if (!Tried.isGivenUp() && Tried.hasCapability(Each.Provider))
          Each.Try(Tried);
  }
  Tried.close();
  for (const Complaint &Each : Tried.complaints())
    print(Findings, Name, Each.Where.value_or(Position()), "internal error")
        << Each.Message << "\n";
  Findings.flush();
  summarise(Notes, Name, Tried);

  bool HasErrors =
      !Tried.complaints().empty() ||
      std::any_of(Tried.diagnostics().begin(), Tried.diagnostics().end(),
                  [](const Diagnostic &Each) {
                    return Each.Severity == DiagnosticSeverity::Error;
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
