//===- DiagnosticRequests.h - Diagnostics, sent and asked for - -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_DIAGNOSTICREQUESTS_H
#define NOISY_SERVER_HANDLERS_DIAGNOSTICREQUESTS_H

#include "server/handlers/Refresh.h"
#include "server/workspace/Workspace.h"

namespace mlir::noisy::lsp {

/// Makes diagnostics what this client can take: with the names of their fixes
/// as `data`, `{"fixes": ["reduceFunction", ...]}`, where that comes back in
/// code action requests, and without tags where these are not shown. The names
/// are those of `fix` in the argument of the command that applies one
/// (FixRequest.h).
void adaptToClient(std::vector<Diagnostic> &Items,
                   const ClientCapabilities &Client);

/// Answers textDocument/diagnostic, and sends diagnostics to clients that do
/// not ask for them.
class DiagnosticRequests {
public:
  DiagnosticRequests(Workspace &Documents, const ClientConnection &Client,
                     Refresh &Refreshes)
      : Documents(Documents), Client(Client), Refreshes(Refreshes) {}

  void onDiagnostic(ChangesParams Params, Reply Answer);

  /// Shows those of a snapshot, and then says that the document was analysed,
  /// where the client wants to hear of that. As Workspace::Listener::onBuilt.
  void publish(const std::string &Uri, Workspace::OpenDocument &Open,
               const Snapshot &State);
  /// Says that nothing is wrong with a document any more.
  void clear(const std::string &Uri);

private:
  std::vector<Diagnostic> diagnostics(const Snapshot &State,
                                      const std::string &Uri,
                                      const Settings &Options) const;

  Workspace &Documents;
  const ClientConnection &Client;
  Refresh &Refreshes;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_DIAGNOSTICREQUESTS_H
