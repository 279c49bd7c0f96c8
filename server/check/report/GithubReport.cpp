//===- GithubReport.cpp - Annotations of a GitHub workflow ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The commands are documented as "Workflow commands for GitHub Actions":
// ::error file={name},line={line},endLine={endLine},title={title}::{message}
//
//===----------------------------------------------------------------------===//

#include "server/check/report/FindingKinds.h"
#include "server/check/report/Report.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// Escapes what ends a message; in a property also what ends that.
static std::string escape(StringRef Text, bool IsProperty) {
  std::string Result;
  for (char C : Text)
    switch (C) {
    case '%':
      Result += "%25";
      break;
    case '\r':
      Result += "%0D";
      break;
    case '\n':
      Result += "%0A";
      break;
    case ':':
      Result += IsProperty ? "%3A" : ":";
      break;
    case ',':
      Result += IsProperty ? "%2C" : ",";
      break;
    default:
      Result += C;
    }
  return Result;
}

static const char *commandOf(DiagnosticSeverity Severity) {
  return Severity == DiagnosticSeverity::Error     ? "error"
         : Severity == DiagnosticSeverity::Warning ? "warning"
                                                   : "notice";
}

namespace {

class GithubReport : public Report {
public:
  explicit GithubReport(llvm::raw_ostream &OS) : OS(OS) {}

  void add(const FileReport &File) override {
    if (File.ReadError)
      print(File, "error", {}, "Unreadable", *File.ReadError);
    for (const Finding &Each : File.Findings) {
      const Diagnostic &Problem = Each.Diagnostic;
      const FindingKind *Kind = findKind(Problem.Code);
      std::string Message = Problem.Message;
      for (const DiagnosticRelatedInformation &Note :
           Problem.RelatedInformation)
        Message += "\nline " +
                   std::to_string(Note.Location.Range.Start.Line + 1) + ": " +
                   Note.Message;
      print(File, commandOf(Each.severity()), Problem.Range,
            Kind ? StringRef(Kind->Title) : StringRef(Problem.Code), Message);
    }
    for (const Complaint &Issue : File.Complaints) {
      Position Pos = Issue.Pos.value_or(Position());
      print(File, "error", {Pos, Pos}, findKind(InternalErrorCode)->Title,
            Issue.Message);
    }
    OS.flush();
  }

private:
  void print(const FileReport &File, const char *Command, Range InBytes,
             StringRef Title, StringRef Message) {
    Position Start = toUtf16(File.Contents, InBytes.Start),
             End = toUtf16(File.Contents, InBytes.End);
    OS << "::" << Command << " file=" << escape(File.Name, true)
       << ",line=" << Start.Line + 1;
    // Columns are allowed within one line.
    if (Start.Line == End.Line)
      OS << ",col=" << Start.Character + 1
         << ",endColumn=" << std::max(Start.Character, End.Character) + 1;
    else
      OS << ",endLine=" << End.Line + 1;
    OS << ",title=" << escape(Title, true) << "::" << escape(Message, false)
       << "\n";
  }

  llvm::raw_ostream &OS;
};

} // namespace

std::unique_ptr<Report>
mlir::noisy::lsp::makeGithubReport(llvm::raw_ostream &OS) {
  return std::make_unique<GithubReport>(OS);
}
