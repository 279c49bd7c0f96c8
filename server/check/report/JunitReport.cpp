//===- JunitReport.cpp - Findings as tests that fail ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/report/FindingKinds.h"
#include "server/check/report/Report.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The text as XML 1.0 can have it: most control characters cannot be written.
static std::string escape(StringRef Text) {
  std::string Result;
  for (char C : Text)
    switch (C) {
    case '&':
      Result += "&amp;";
      break;
    case '<':
      Result += "&lt;";
      break;
    case '>':
      Result += "&gt;";
      break;
    case '"':
      Result += "&quot;";
      break;
    case '\n':
      Result += "&#10;";
      break;
    default:
      Result += static_cast<unsigned char>(C) < 0x20 && C != '\t' ? '?' : C;
    }
  return Result;
}

namespace {

/// Each file is a suite. A finding below the severity that fails the check is a
/// test that passes, with the message as its output.
class JunitReport : public Report {
public:
  JunitReport(llvm::raw_ostream &OS, DiagnosticSeverity FailsFrom)
      : OS(OS), FailsFrom(FailsFrom) {}

  void add(const FileReport &File) override {
    size_t Tests = 0, Failures = 0, Errors = 0;
    std::string Cases;
    llvm::raw_string_ostream CasesOS(Cases);
    auto Add = [&](Position Pos, StringRef Code, StringRef Message,
                   const char *Element, StringRef More = "") {
      ++Tests;
      CasesOS << "    <testcase classname=\"" << escape(File.Name)
              << "\" name=\"" << escape(Code) << " at " << Pos.Line + 1 << ":"
              << Pos.Character + 1 << "\">\n";
      if (Element)
        CasesOS << "      <" << Element << " type=\"" << escape(Code)
                << "\" message=\"" << escape(Message) << "\">"
                << escape(File.Name) << ":" << Pos.Line + 1 << ":"
                << Pos.Character + 1 << ": " << escape((Message + More).str())
                << "</" << Element << ">\n";
      else
        CasesOS << "      <system-out>" << escape(Message) << "</system-out>\n";
      CasesOS << "    </testcase>\n";
    };
    if (File.ReadError) {
      ++Errors;
      Add({}, "unreadable", *File.ReadError, "error");
    }
    for (const Finding &Each : File.Findings) {
      const Diagnostic &Problem = Each.Diagnostic;
      bool Fails = Each.severity() <= FailsFrom;
      Failures += Fails;
      std::string Chain;
      for (const DiagnosticRelatedInformation &Note :
           Problem.RelatedInformation)
        Chain += "\n" + File.Name + ":" +
                 std::to_string(Note.Location.Range.Start.Line + 1) +
                 ": note: " + Note.Message;
      Add(Problem.Range.Start, codeOf(Each), Problem.Message,
          Fails ? "failure" : nullptr, Chain);
    }
    for (const Complaint &Issue : File.Complaints) {
      ++Errors;
      Add(Issue.Pos.value_or(Position()), InternalErrorCode, Issue.Message,
          "error");
    }
    if (Tests == 0) {
      ++Tests;
      CasesOS << "    <testcase classname=\"" << escape(File.Name)
              << "\" name=\"no findings\"/>\n";
    }
    Suites += "  <testsuite name=\"" + escape(File.Name) + "\" tests=\"" +
              std::to_string(Tests) + "\" failures=\"" +
              std::to_string(Failures) + "\" errors=\"" +
              std::to_string(Errors) + "\">\n" + Cases + "  </testsuite>\n";
    AllTests += Tests;
    AllFailures += Failures;
    AllErrors += Errors;
  }

  void finish() override {
    OS << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
       << "<testsuites name=\"noisy-lsp-server --check\" tests=\"" << AllTests
       << "\" failures=\"" << AllFailures << "\" errors=\"" << AllErrors
       << "\">\n"
       << Suites << "</testsuites>\n";
  }

private:
  llvm::raw_ostream &OS;
  const DiagnosticSeverity FailsFrom;
  std::string Suites;
  size_t AllTests = 0, AllFailures = 0, AllErrors = 0;
};

} // namespace

std::unique_ptr<Report>
mlir::noisy::lsp::makeJunitReport(llvm::raw_ostream &OS,
                                  DiagnosticSeverity FailsFrom) {
  return std::make_unique<JunitReport>(OS, FailsFrom);
}
