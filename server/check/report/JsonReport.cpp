//===- JsonReport.cpp - Findings for programs -----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/report/Report.h"
#include "server/protocol/JsonRpc.h"

using namespace mlir::noisy::lsp;

namespace {

/// {"version": 1, "files": [{"file", "findings": [...], "internalErrors":
/// [...], "known"}]}. Lines and columns count from 1, columns in bytes, as in
/// the text report; ends are exclusive.
class JsonReport : public Report {
public:
  explicit JsonReport(llvm::raw_ostream &OS) : OS(OS) {}

  void add(const FileReport &File) override {
    json Findings = json::array(), Defects = json::array();
    for (const Finding &Each : File.Findings) {
      const Diagnostic &Problem = Each.Diagnostic;
      json Notes = json::array();
      for (const DiagnosticRelatedInformation &Note :
           Problem.RelatedInformation)
        Notes.push_back(
            place(Note.Location.Range, {{"message", Note.Message}}));
      json Entry = place(Problem.Range, {{"severity", nameOf(Each.severity())},
                                         {"message", Problem.Message},
                                         {"fingerprint", Each.Fingerprint},
                                         {"notes", std::move(Notes)}});
      if (!Problem.Code.empty())
        Entry["code"] = Problem.Code;
      Findings.push_back(std::move(Entry));
    }
    for (const Complaint &Issue : File.Complaints) {
      Position Pos = Issue.Pos.value_or(Position());
      Defects.push_back(place({Pos, Pos}, {{"message", Issue.Message}}));
    }
    json Entry = {{"file", File.Name},
                  {"findings", std::move(Findings)},
                  {"internalErrors", std::move(Defects)},
                  {"known", File.KnownCount}};
    if (File.ReadError)
      Entry["unreadable"] = *File.ReadError;
    Files.push_back(std::move(Entry));
  }

  void finish() override {
    OS << dumpJson({{"version", 1}, {"files", std::move(Files)}},
                   /*Pretty=*/true)
       << "\n";
  }

private:
  static json place(const Range &Where, json Entry) {
    Entry["line"] = Where.Start.Line + 1;
    Entry["column"] = Where.Start.Character + 1;
    Entry["endLine"] = Where.End.Line + 1;
    Entry["endColumn"] = Where.End.Character + 1;
    return Entry;
  }

  llvm::raw_ostream &OS;
  json Files = json::array();
};

} // namespace

std::unique_ptr<Report>
mlir::noisy::lsp::makeJsonReport(llvm::raw_ostream &OS) {
  return std::make_unique<JsonReport>(OS);
}
