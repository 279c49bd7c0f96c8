//===- DiagnosticRequests.h - Diagnostics, pushed and pulled ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_DIAGNOSTICREQUESTS_H
#define NOISY_SERVER_HANDLERS_DIAGNOSTICREQUESTS_H

#include "server/handlers/Refresh.h"
#include "server/project/ProjectChecks.h"
#include "server/workspace/Workspace.h"

namespace mlir::noisy::lsp {

/// Adapts diagnostics to the client: adds the names of their fixes as `data`,
/// `{"fixes": ["reduceFunction", ...]}`, if the client sends that back in code
/// action requests, and removes tags that it does not show. The names are those
/// of `fix` in the argument of the command that applies one (FixRequest.h).
void adaptToClient(std::vector<Diagnostic> &Items,
                   const ClientCapabilities &Client);

/// Answers textDocument/diagnostic, and sends diagnostics to clients that do
/// not support that request.
class DiagnosticRequests {
public:
  DiagnosticRequests(Workspace &Documents, const ClientConnection &Client,
                     Refresh &Refreshes, ProjectChecks &Checks)
      : Documents(Documents), Client(Client), Refreshes(Refreshes),
        Checks(Checks) {}

  void onDiagnostic(ChangesParams Params, Reply Answer);

  /// Sends the diagnostics of a snapshot, and then noisy/analysed, if the
  /// client supports that. For Workspace::Listener::onBuilt.
  void publish(const std::string &Uri, Workspace::OpenDocument &Open,
               const Snapshot &State);
  /// Sends an empty list of diagnostics for a document.
  void clear(const std::string &Uri);

private:
  std::vector<Diagnostic> diagnostics(const Snapshot &State,
                                      const std::string &Uri,
                                      const Settings &Options) const;

  Workspace &Documents;
  const ClientConnection &Client;
  Refresh &Refreshes;
  ProjectChecks &Checks;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_DIAGNOSTICREQUESTS_H
