//===- CompletionRequests.h - Completion requests ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_COMPLETIONREQUESTS_H
#define NOISY_SERVER_HANDLERS_COMPLETIONREQUESTS_H

#include "server/workspace/Workspace.h"
#include <atomic>

namespace mlir::noisy::lsp {

struct CompletionParams : PositionParams {
  /// The character that asked for the list; empty if it was something else.
  std::string Trigger = "";

  template <typename Io> void map(Io &Json) {
    PositionParams::map(Json);
    Json.optional("context/triggerCharacter", Trigger);
  }
};

struct SignatureHelpParams : PositionParams {
  /// 1 if the user asks for it; otherwise a key has led to it.
  int TriggerKind = 1;
  /// One is shown already.
  bool IsRetrigger = false;

  template <typename Io> void map(Io &Json) {
    PositionParams::map(Json);
    Json.optional("context/triggerKind", TriggerKind);
    Json.optional("context/isRetrigger", IsRetrigger);
  }
  bool isAskedFor() const { return TriggerKind == 1 || IsRetrigger; }
};

/// Answers textDocument/completion and textDocument/signatureHelp from the
/// current text, not from a snapshot: the last key matters. Only the noise of
/// values is that of the last analysis. For the thread of Dispatcher::run.
class CompletionRequests {
public:
  CompletionRequests(Workspace &Documents, const ClientConnection &Client)
      : Documents(Documents), Client(Client) {}
  /// Calls stop(), and waits.
  ~CompletionRequests() { stop(); }
  /// Ends all completions soon.
  void stop() { IsStopped = true; }

  void onCompletion(CompletionParams Params, Reply Answer);
  void onSignatureHelp(SignatureHelpParams Params, Reply Answer);

private:
  Workspace &Documents;
  const ClientConnection &Client;
  std::atomic<bool> IsStopped = false;
  TaskQueue Tasks{WorkKind::Completion};
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_COMPLETIONREQUESTS_H
