//===- ConfigurationRequests.cpp - Settings of the client -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/ConfigurationRequests.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// A log line about a request that the client refused.
static std::string refusal(const std::string &Request, const Outcome &Result) {
  return "the client refuses " + Request + ": " + Result.Error->Message;
}

void ConfigurationRequests::initialize(const json &Options) {
  report(Documents.configuration().initialize(Options));
}

void ConfigurationRequests::onInitialized() {
  if (!Client.Capabilities.DynamicConfiguration)
    return;
  json Registration = {{"id", "noisy-settings"},
                       {"method", "workspace/didChangeConfiguration"},
                       {"registerOptions", {{"section", SettingsSection}}}};
  Client.Peer.call("client/registerCapability",
                   {{"registrations", json::array({std::move(Registration)})}},
                   [this](Outcome Result) {
                     if (!Result)
                       Client.log(
                           refusal("to send changes of settings", Result));
                   });
}

void ConfigurationRequests::onDidChange(DidChangeConfigurationParams Params) {
  report(Documents.configuration().push(Params.Settings));
  Documents.applySettings();
  std::vector<std::string> Uris;
  for (const Workspace::DocumentPtr &Open : Documents.documents())
    Uris.push_back(Open->uri());
  ask(std::move(Uris));
}

void ConfigurationRequests::ask(std::vector<std::string> Uris) {
  if (!Client.Capabilities.Configuration || Uris.empty())
    return;
  Configuration::Question Question =
      Documents.configuration().ask(std::move(Uris));
  json Params = Question.params();
  Client.Peer.call(
      "workspace/configuration", std::move(Params),
      [this, Question = std::move(Question)](Outcome Result) {
        if (!Result)
          return Client.log(refusal("to send its settings", Result));
        std::optional<Configuration::Report> Findings =
            Documents.configuration().answer(Question, Result.Result);
        if (!Findings)
          return Client.log("the client did not send the requested settings: " +
                            dumpJson(Result.Result));
        report(*Findings);
        Documents.applySettings();
      });
}

void ConfigurationRequests::report(const Configuration::Report &Findings) {
  for (const std::string &Name : Findings.Unknown)
    Client.log("there is no setting " + Name);
  std::string Message;
  for (const std::string &Wrong : Findings.Wrong)
    Message += (Message.empty() ? "" : " ") + Wrong + ". It is ignored.";
  if (!Message.empty())
    Client.show(MessageType::Warning, Message);
}
