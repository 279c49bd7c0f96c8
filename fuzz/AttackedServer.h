//===- AttackedServer.h - A server under attack -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_FUZZ_ATTACKEDSERVER_H
#define NOISY_FUZZ_ATTACKEDSERVER_H

#include "server/client/LspSession.h"
#include <set>

namespace mlir::noisy::fuzz {

/// A process below another one, identified by number and start time.
struct Descendant {
  pid_t Pid = 0;
  /// The start time, which distinguishes it from a later process with its
  /// number.
  std::string StartTime;
  std::string Command;

  bool isRunning() const;
};
std::vector<Descendant> listDescendants(pid_t Ancestor);

/// A client that checks the duties of a server under attack: a right diagnostic
/// and hover of a small document at any time, an end with the right status and
/// no child left. Violations are a SessionError. One thread.
class AttackedServer : public lsp::LspSession {
public:
  explicit AttackedServer(const lsp::ServerStart &Start) : LspSession(Start) {}

  /// Sends `initialize`; `Params` are merged into the usual ones.
  void initialize(lsp::json Params = lsp::json::object());

  //===--------------------------------------------------------------------===//
  // The server's duties
  //===--------------------------------------------------------------------===//

  /// Opens a small document, and expects its error and a hover.
  void probe();
  /// Sends shutdown and exit.
  void end();
  /// Expects that the server ends by itself, with one of these statuses, and
  /// that its children end too.
  void expectEnd(const std::set<int> &Statuses);
  /// Expects that the server's children end.
  void expectNoChildren();
  /// Waits for a child with this in its command line; nullopt if none comes.
  std::optional<Descendant> waitForChild(const std::string &Command,
                                         std::chrono::milliseconds Time);

private:
  void rememberChildren();

  unsigned Probes = 0;
  std::vector<Descendant> Children;
};

} // namespace mlir::noisy::fuzz

#endif // NOISY_FUZZ_ATTACKEDSERVER_H
