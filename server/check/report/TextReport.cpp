//===- TextReport.cpp - Findings as compilers print them ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/report/Report.h"

using namespace mlir::noisy::lsp;

namespace {

class TextReport : public Report {
public:
  explicit TextReport(llvm::raw_ostream &OS) : OS(OS) {}

  void add(const FileReport &File) override {
    for (const Finding &Each : File.Findings) {
      const Diagnostic &Problem = Each.Diagnostic;
      print(File, Problem.Range.Start, nameOf(Each.severity()))
          << Problem.Message;
      if (!Problem.Code.empty())
        OS << " [" << Problem.Code << "]";
      OS << "\n";
      for (const DiagnosticRelatedInformation &Note :
           Problem.RelatedInformation)
        print(File, Note.Location.Range.Start, "note") << Note.Message << "\n";
    }
    for (const Complaint &Issue : File.Complaints)
      print(File, Issue.Pos.value_or(Position()), "internal error")
          << Issue.Message << "\n";
    OS.flush();
  }

private:
  llvm::raw_ostream &print(const FileReport &File, Position Pos,
                           llvm::StringRef Label) {
    return OS << File.Name << ":" << Pos.Line + 1 << ":" << Pos.Character + 1
              << ": " << Label << ": ";
  }

  llvm::raw_ostream &OS;
};

} // namespace

std::unique_ptr<Report>
mlir::noisy::lsp::makeTextReport(llvm::raw_ostream &OS) {
  return std::make_unique<TextReport>(OS);
}
