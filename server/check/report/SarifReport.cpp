//===- SarifReport.cpp - Findings for code scanning -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// SARIF 2.1.0, "Static Analysis Results Interchange Format", OASIS Standard,
// 27 March 2020. Columns are UTF-16 units, as in LSP; regions end before their
// end column.
//
//===----------------------------------------------------------------------===//

#include "Version.h"
#include "server/check/report/FindingKinds.h"
#include "server/check/report/Report.h"
#include "server/protocol/Documentation.h"
#include "server/protocol/FileUri.h"
#include "server/protocol/JsonRpc.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include <filesystem>

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The places of a chain at most; those next to the finding.
static constexpr size_t MaxChain = 1000;
/// What the names of files are relative to.
static constexpr const char *BaseId = "SRCROOT";
static constexpr const char *FingerprintName = "noisyFinding/v1";

static const char *levelOf(DiagnosticSeverity Severity) {
  return Severity == DiagnosticSeverity::Error     ? "error"
         : Severity == DiagnosticSeverity::Warning ? "warning"
                                                   : "note";
}

static std::filesystem::path currentFolder() {
  std::error_code Ignored;
  return std::filesystem::current_path(Ignored);
}

/// The URI of the current folder, with a slash at its end.
static std::string baseUri() {
  std::string Uri = fileUri(currentFolder().string());
  return !Uri.empty() && Uri.back() == '/' ? Uri : Uri + "/";
}

/// A file: below the current folder by its relative name.
static json artifact(const FileReport &File) {
  if (File.Name == "<stdin>")
    return {{"uri", "stdin.mlir"}};
  std::error_code Ignored;
  std::string Uri = fileUri(std::filesystem::absolute(File.Name, Ignored)
                                .lexically_normal()
                                .string());
  StringRef Rest = Uri;
  if (Rest.consume_front(baseUri()))
    return {{"uri", Rest.str()}, {"uriBaseId", BaseId}};
  return {{"uri", Uri}};
}

static json region(const FileReport &File, const Range &InBytes) {
  Position Start = toUtf16(File.Contents, InBytes.Start),
           End = toUtf16(File.Contents, InBytes.End);
  return {{"startLine", Start.Line + 1},
          {"startColumn", Start.Character + 1},
          {"endLine", End.Line + 1},
          {"endColumn", End.Character + 1}};
}

static json location(const FileReport &File, const Range &InBytes,
                     const std::string &Message = "") {
  json Result = {{"physicalLocation",
                  {{"artifactLocation", artifact(File)},
                   {"region", region(File, InBytes)}}}};
  if (!Message.empty())
    Result["message"] = {{"text", Message}};
  return Result;
}

/// The values on the way to a finding, from the first to the finding itself.
static json chain(const FileReport &File, const Diagnostic &Problem) {
  json Steps = json::array();
  llvm::ArrayRef<DiagnosticRelatedInformation> Notes =
      Problem.RelatedInformation;
  for (const DiagnosticRelatedInformation &Note :
       llvm::reverse(Notes.take_front(MaxChain - 1)))
    Steps.push_back(
        {{"location", location(File, Note.Location.Range, Note.Message)}});
  Steps.push_back(
      {{"location", location(File, Problem.Range, Problem.Message)}});
  return {
      {"threadFlows", json::array({json({{"locations", std::move(Steps)}})})}};
}

static json fix(const FileReport &File, const ReportedFix &Offer) {
  json Replacements = json::array();
  for (const TextEdit &Edit : Offer.Edits)
    Replacements.push_back({{"deletedRegion", region(File, Edit.Range)},
                            {"insertedContent", {{"text", Edit.NewText}}}});
  return {{"description", {{"text", Offer.Title}}},
          {"artifactChanges",
           json::array({json({{"artifactLocation", artifact(File)},
                              {"replacements", std::move(Replacements)}})})}};
}

namespace {

class SarifReport : public Report {
public:
  explicit SarifReport(llvm::raw_ostream &OS) : OS(OS) {
    for (const FindingKind &Kind : findingKinds())
      addRule(Kind.Code, Kind.Title, Kind.Meaning, Kind.Help);
  }

  void add(const FileReport &File) override {
    if (File.ReadError)
      Notifications.push_back(
          {{"level", "error"},
           {"message", {{"text", File.Name + ": " + *File.ReadError}}}});
    for (const Finding &Each : File.Findings) {
      const Diagnostic &Problem = Each.Diagnostic;
      json Result = result(File, codeOf(Each), levelOf(Each.severity()),
                           Problem.Message, Problem.Range);
      Result["partialFingerprints"] = {{FingerprintName, Each.Fingerprint}};
      if (!Problem.RelatedInformation.empty())
        Result["codeFlows"] = json::array({chain(File, Problem)});
      for (const ReportedFix &Offer : Each.Fixes)
        Result["fixes"].push_back(fix(File, Offer));
      Results.push_back(std::move(Result));
    }
    for (const Complaint &Issue : File.Complaints) {
      Position Pos = Issue.Pos.value_or(Position());
      Results.push_back(
          result(File, InternalErrorCode, "error", Issue.Message, {Pos, Pos}));
    }
  }

  void finish() override {
    json Driver = {{"name", "noisy-lsp-server"},
                   {"version", NOISY_VERSION},
                   {"rules", std::move(Rules)}};
    json Run = {
        {"tool", {{"driver", std::move(Driver)}}},
        {"columnKind", "utf16CodeUnits"},
        {"originalUriBaseIds", {{BaseId, {{"uri", baseUri()}}}}},
        {"invocations",
         json::array({json(
             {{"executionSuccessful", Notifications.empty()},
              {"toolExecutionNotifications", std::move(Notifications)}})})},
        {"results", std::move(Results)}};
    OS << dumpJson(
              {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
               {"version", "2.1.0"},
               {"runs", json::array({std::move(Run)})}},
              /*Pretty=*/true)
       << "\n";
  }

private:
  void addRule(StringRef Code, StringRef Title, StringRef Meaning,
               StringRef Help) {
    RuleIndex[Code] = Rules.size();
    json Rule = {{"id", Code}};
    if (!Title.empty()) {
      auto Markup = [&](StringRef Gap) {
        return (Meaning + llvm::Twine(Gap) + Help).str();
      };
      Rule["shortDescription"] = {{"text", Title}};
      Rule["fullDescription"] = {{"text", Meaning}};
      if (std::string Page = publishedHelp(Code); !Page.empty())
        Rule["helpUri"] = Page;
      Rule["help"] = {{"text", Markup(" ")}, {"markdown", Markup("\n\n")}};
    }
    Rules.push_back(std::move(Rule));
  }

  json result(const FileReport &File, StringRef Code, const char *Level,
              const std::string &Message, const Range &Where) {
    if (!RuleIndex.contains(Code))
      addRule(Code, "", "", "");
    return {{"ruleId", Code},
            {"ruleIndex", RuleIndex[Code]},
            {"level", Level},
            {"message", {{"text", Message}}},
            {"locations", json::array({location(File, Where)})}};
  }

  llvm::raw_ostream &OS;
  json Rules = json::array(), Results = json::array(),
       Notifications = json::array();
  llvm::StringMap<size_t> RuleIndex;
};

} // namespace

std::unique_ptr<Report>
mlir::noisy::lsp::makeSarifReport(llvm::raw_ostream &OS) {
  return std::make_unique<SarifReport>(OS);
}
