//===- ProjectRuleFile.cpp - The rules of noise in .noisy.yaml ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/project/ProjectRuleFile.h"
#include "dialect/rules/RulesReader.h"
#include "server/ods/OdsConfiguration.h"
#include "server/ods/OdsFiles.h"
#include "server/protocol/FileUri.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// Publishes what is wrong with the file; nothing clears that.
void ProjectRuleFile::tell(const std::string &Path,
                           const std::optional<std::string> &Message,
                           unsigned Line, unsigned Column) {
  if (!Message && !HasTold)
    return;
  HasTold = Message.has_value();
  json Diagnostics = json::array();
  if (Message) {
    json Start = {{"line", Line - 1}, {"character", Column - 1}};
    Diagnostics.push_back({{"range", {{"start", Start}, {"end", Start}}},
                           {"severity", 1},
                           {"source", "noisy"},
                           {"message", *Message}});
  }
  Client.Peer.notify(
      "textDocument/publishDiagnostics",
      {{"uri", fileUri(Path)}, {"diagnostics", std::move(Diagnostics)}});
}

bool ProjectRuleFile::read(const std::string &Folder) {
  std::string Path = Folder + "/" + odsConfigurationName.str();
  std::optional<std::string> Yaml = readRegularFile(Path, maxOdsYamlBytes);
  setCurrentRulesPath(Yaml ? Path : "");
  if (!Yaml) {
    tell(Path, std::nullopt, 1, 1);
    return setCurrentRules(Default);
  }
  RulesError Error;
  std::optional<NoiseRules> Rules = readNoiseRules(*Yaml, Error, &Linked);
  if (!Rules) {
    tell(Path, Error.message, Error.line, Error.column);
    // What is wrong with the file as such, the reader of dialects says, too.
    if (readOdsConfiguration(*Yaml).Error.empty())
      Client.show(MessageType::Warning, Error.str(Path));
    return false;
  }
  tell(Path, std::nullopt, 1, 1);
  if (Rules->isEmpty() && !Rules->model)
    return setCurrentRules(Default);
  Client.log("rules for " + std::to_string(Rules->operations.size()) +
             " operations of other dialects are read");
  return setCurrentRules(std::make_shared<const NoiseRules>(std::move(*Rules)));
}
