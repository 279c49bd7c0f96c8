//===- ConfigurationRequests.h - Settings of the client ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_CONFIGURATIONREQUESTS_H
#define NOISY_SERVER_HANDLERS_CONFIGURATIONREQUESTS_H

#include "server/workspace/Workspace.h"

namespace mlir::noisy::lsp {

/// Takes settings from the client, pushed or requested, and updates the
/// documents. For the thread of Dispatcher::run.
class ConfigurationRequests {
public:
  ConfigurationRequests(Workspace &Documents, const ClientConnection &Client)
      : Documents(Documents), Client(Client) {}

  /// Applies the settings of `initialize`.
  void initialize(const json &Options);
  /// Registers for notifications of changes, if the client supports that.
  void onInitialized();
  void onDidChange(DidChangeConfigurationParams Params);
  /// Requests the settings of documents, if the client supports that; the
  /// answer is applied when it arrives.
  void ask(std::vector<std::string> Uris);

private:
  void report(const Configuration::Report &Findings);

  Workspace &Documents;
  const ClientConnection &Client;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_CONFIGURATIONREQUESTS_H
