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

/// Answers textDocument/completion from the current text, not from a snapshot:
/// the last key matters. For the thread of Dispatcher::run.
class CompletionRequests {
public:
  CompletionRequests(Workspace &Documents, const ClientConnection &Client)
      : Documents(Documents), Client(Client) {}
  /// Calls stop(), and waits.
  ~CompletionRequests() { stop(); }
  /// Ends all completions soon.
  void stop() { IsStopped = true; }

  void onCompletion(PositionParams Params, Reply Answer);

private:
  Workspace &Documents;
  const ClientConnection &Client;
  std::atomic<bool> IsStopped = false;
  TaskQueue Tasks{WorkKind::Completion};
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_COMPLETIONREQUESTS_H
