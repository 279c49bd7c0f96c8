//===- ServerClient.h - A client with a clock -------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_SERVER_SERVERCLIENT_H
#define NOISY_BENCH_SERVER_SERVERCLIENT_H

#include "bench/server/ServerDocuments.h"
#include "server/client/LspSession.h"
#include <string>

namespace mlir::noisy::bench {

/// An edit on its way: its bytes are made before any clock starts.
struct PreparedEdit {
  std::string bytes;
  int64_t version;
};

/// A server with one open document, timed. Throws lsp::SessionError where the
/// server does not do what it should. One thread.
class ServerClient {
public:
  using Clock = lsp::LspSession::Clock;

  /// Starts the server; what it can do decides how edits are sent.
  explicit ServerClient(const std::string &program);

  /// Opens a document; `opening` has the bytes from `prepareOpening`. The
  /// milliseconds until its diagnostics, which have to be none.
  static std::string prepareOpening(const std::string &text);
  double open(const std::string &opening);

  /// An edit that was made in `document`, as ranges or as the whole text,
  /// whichever the server takes.
  PreparedEdit prepare(const ServerDocument &document,
                       const DocumentEdit &edit);
  void send(const PreparedEdit &edit) { session.sendRaw(edit.bytes); }
  /// Waits for the diagnostics of an edit that was sent; when they came.
  Clock::time_point waitFor(const PreparedEdit &edit);
  /// Whether the diagnostics that were last waited for were none.
  bool isClean() const { return lastCount == 0; }
  /// Sends an edit and gives the milliseconds until its diagnostics.
  double measure(const PreparedEdit &edit);

  /// Sends an edit and then hovers, every few milliseconds until the edit's
  /// diagnostics have come; how long each took, in ms.
  std::vector<double> hoverDuring(const PreparedEdit &edit,
                                  const std::function<Place()> &choosePlace);
  /// Sends an edit and at once a request for completions; the milliseconds
  /// until these come.
  double completeAfter(const PreparedEdit &edit, Place place);
  /// Sends bytes and a request that needs no document; the milliseconds until
  /// that is answered.
  double measureIntake(const std::string &bytes);

  void shutdown() { session.shutdown(); }
  pid_t pid() const { return session.pid(); }
  /// How many versions had their diagnostics more than once: only the first
  /// was timed.
  unsigned countRepeats() const { return repeats; }

private:
  /// Whether the diagnostics of a version are there, not waited for yet.
  bool hasDiagnostics(int64_t version) const;

  lsp::LspSession session;
  bool isIncremental = false;
  int64_t lastVersion = 0;
  size_t lastCount = 0;
  unsigned repeats = 0;
};

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_SERVER_SERVERCLIENT_H
