//===- ConfigurationRequests.cpp - Settings, asked for and applied --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/LanguageServer.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

static constexpr char DidChangeConfiguration[] =
    "workspace/didChangeConfiguration";

/// Logs what a client has no answer for.
static std::string refusal(const std::string &What, const Outcome &Result) {
  return "the client refuses " + What + ": " + Result.Error->Message;
}

void LanguageServer::onInitialized(json &Params) {
  if (!Client.DynamicConfiguration)
    return;
  json Registration = {{"id", "noisy-settings"},
                       {"method", DidChangeConfiguration},
                       {"registerOptions", {{"section", SettingsSection}}}};
  Peer.call("client/registerCapability",
            {{"registrations", json::array({std::move(Registration)})}},
            [this](Outcome Result) {
              if (!Result)
                log(refusal("to tell of changed settings", Result));
            });
}

void LanguageServer::onDidChangeConfiguration(json &Params) {
  if (auto Given = Params.find("settings"); Given != Params.end())
    tell(Configured.push(*Given));
  applySettings();
  std::vector<std::string> Uris;
  for (const auto &[Uri, Open] : Documents)
    Uris.push_back(Uri);
  askForSettings(std::move(Uris));
}

void LanguageServer::askForSettings(std::vector<std::string> Uris) {
  if (!Client.Configuration || Uris.empty())
    return;
  Configuration::Question Asked = Configured.ask(std::move(Uris));
  json Params = Asked.params();
  Peer.call("workspace/configuration", std::move(Params),
            [this, Asked = std::move(Asked)](Outcome Result) {
              if (!Result)
                return log(refusal("to tell its settings", Result));
              std::optional<Configuration::Report> ToTell =
                  Configured.answer(Asked, Result.Result);
              if (!ToTell)
                return log("the client's settings are not those that it was "
                           "asked for: " +
                           dumpJson(Result.Result));
              tell(*ToTell);
              applySettings();
            });
}

void LanguageServer::tell(const Configuration::Report &What) {
  for (const std::string &Name : What.Unknown)
    log("there is no setting " + Name);
  std::string Message;
  for (const std::string &Wrong : What.Wrong)
    Message += (Message.empty() ? "" : " ") + Wrong + ". It is ignored.";
  if (!Message.empty())
    Peer.notify("window/showMessage",
                showMessage(MessageType::Warning, Message));
}

void LanguageServer::applySettings() {
  bool IsChanged = false;
  for (const auto &[Uri, Open] : Documents) {
    Settings New = Configured.of(Uri), Old;
    {
      std::lock_guard Lock(PublishMutex);
      Old = std::exchange(Openings.at(Uri).Options, New);
    }
    IsChanged |= Old != New;
    // What is built depends on the model; and what is published, which is done
    // after a build, on the other.
    if (Old.Model != New.Model ||
        Old.ShowRangeFindings != New.ShowRangeFindings)
      Open->rebuild();
    if (Old.Model != New.Model)
      Actions.modelChanged(Uri);
  }
  // Not before: answers from now on are those for the new settings.
  if (IsChanged)
    Refreshing.changed(ShownAll);
}

Settings LanguageServer::settingsOf(const std::string &Uri) {
  std::lock_guard Lock(PublishMutex);
  auto Open = Openings.find(Uri);
  return Open == Openings.end() ? Settings() : Open->second.Options;
}

const DialectRegistry &LanguageServer::registryOf(const std::string &Uri) {
  return Registries.of(settingsOf(Uri).Model);
}
