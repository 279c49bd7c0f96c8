//===- ConfigurationRequests.h - Settings, asked for and applied  -*- C++
//-*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_CONFIGURATIONREQUESTS_H
#define NOISY_SERVER_HANDLERS_CONFIGURATIONREQUESTS_H

#include "server/workspace/Workspace.h"

namespace mlir::noisy::lsp {

/// Takes settings from the client, which says them by itself or is asked, and
/// brings the documents up to them. For the thread of Dispatcher::run.
class ConfigurationRequests {
public:
  ConfigurationRequests(Workspace &Documents, const ClientConnection &Client)
      : Documents(Documents), Client(Client) {}

  /// The settings of `initialize`.
  void initialize(const json &Options);
  /// Has the client tell of changes, where it can be asked to.
  void onInitialized();
  void onDidChange(DidChangeConfigurationParams Params);
  /// Asks the client for the settings of documents, where it can be asked;
  /// what it says later is applied then.
  void ask(std::vector<std::string> Uris);

private:
  void report(const Configuration::Report &Findings);

  Workspace &Documents;
  const ClientConnection &Client;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_CONFIGURATIONREQUESTS_H
