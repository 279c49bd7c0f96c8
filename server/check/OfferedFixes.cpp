//===- OfferedFixes.cpp - The fixes that an editor would offer ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/check/OfferedFixes.h"

using namespace mlir::noisy::lsp;

/// The findings of a file that are asked for.
static constexpr size_t MaxFindings = 200;
/// The fixes of a file that are computed.
static constexpr size_t MaxComputed = 5;

/// The edits of a workspace edit, if all are of this file; empty otherwise.
static std::vector<TextEdit> editsOf(const json &Edit, const std::string &Uri) {
  json OfFiles = Edit.value("changes", json::object());
  for (const json &Change : Edit.value("documentChanges", json::array())) {
    if (!Change.contains("textDocument"))
      return {};
    OfFiles[Change["textDocument"].at("uri").get<std::string>()] =
        Change.at("edits");
  }
  if (OfFiles.size() != 1 || !OfFiles.contains(Uri))
    return {};
  return OfFiles[Uri].get<std::vector<TextEdit>>();
}

void mlir::noisy::lsp::addOfferedFixes(Examination &File,
                                       std::vector<Finding> &Findings) {
  size_t AskedCount = 0, ComputedCount = 0;
  for (Finding &Each : Findings) {
    if (File.isGivenUp() || AskedCount++ == MaxFindings)
      return;
    const Diagnostic &Problem = Each.Diagnostic;
    json Params = documentParams(File.uri());
    Params["range"] = Problem.Range;
    Params["context"] = {{"diagnostics", json::array({Problem})},
                         {"only", json::array({"quickfix"})}};
    auto Answer =
        File.ask("textDocument/codeAction", Params, Problem.Range.Start);
    if (!Answer || !Answer->is_array())
      continue;
    for (json Action : *Answer) {
      if (Action.contains("disabled") || Action.contains("command"))
        continue;
      if (!Action.contains("edit")) {
        if (ComputedCount == MaxComputed || !Action.value("isPreferred", false))
          continue;
        ++ComputedCount;
        auto Resolved =
            File.ask("codeAction/resolve", Action, Problem.Range.Start,
                     Examination::Refusal::IsFine);
        if (!Resolved || !Resolved->is_object() || !Resolved->contains("edit"))
          continue;
        Action = std::move(*Resolved);
      }
      File.look([&](AnswerCheck &Check) {
        Check.workspaceEdit(Action["edit"]);
        std::vector<TextEdit> Edits = editsOf(Action["edit"], File.uri());
        if (!Edits.empty())
          Each.Fixes.push_back(
              {Action.at("title").get<std::string>(), std::move(Edits)});
      });
    }
  }
}
