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

/// An edit to be sent: its bytes are made before any clock starts.
struct PreparedEdit {
  std::string bytes;
  int64_t version;
};

/// A server with one open document, timed. Throws lsp::SessionError if the
/// server misbehaves. One thread.
class ServerClient {
public:
  using Clock = lsp::LspSession::Clock;

  /// Starts the server; its capabilities decide how edits are sent.
  explicit ServerClient(const std::string &program);

  /// Opens a document; `opening` has the bytes from `prepareOpening`. Returns
  /// the milliseconds until its diagnostics.
  static std::string prepareOpening(const std::string &text);
  double open(const std::string &opening);

  /// Prepares an edit that was made in `document`, as ranges or as the whole
  /// text, depending on the server.
  PreparedEdit prepare(const ServerDocument &document,
                       const DocumentEdit &edit);
  void send(const PreparedEdit &edit) { session.sendRaw(edit.bytes); }
  /// Waits for the diagnostics of an edit that was sent; returns their time.
  Clock::time_point waitFor(const PreparedEdit &edit);
  /// True if the diagnostics that were last waited for were empty.
  bool isClean() const { return lastCount == 0; }
  /// Sends an edit and returns the milliseconds until its diagnostics.
  double measure(const PreparedEdit &edit);

  /// Sends an edit and then hovers, every few milliseconds until the edit's
  /// diagnostics have come; returns the duration of each hover in ms.
  std::vector<double> hoverDuring(const PreparedEdit &edit,
                                  const std::function<Place()> &choosePlace);
  /// Sends an edit and at once a request for completions; returns the
  /// milliseconds until these come.
  double completeAfter(const PreparedEdit &edit, Place place);
  /// Sends an edit and at once a request for the inlay hints of the lines from
  /// `first` to before `end`, or for the semantic tokens that changed since the
  /// last request for tokens; returns the milliseconds until these come.
  double hintsAfter(const PreparedEdit &edit, unsigned first, unsigned end);
  double tokensAfter(const PreparedEdit &edit);
  /// Requests all semantic tokens, so that changes can be asked for.
  void requestTokens();
  /// Sends bytes and a request that needs no document; returns the milliseconds
  /// until its reply.
  double measureIntake(const std::string &bytes);

  void shutdown() { session.shutdown(); }
  pid_t pid() const { return session.pid(); }
  /// The number of versions whose diagnostics came more than once: only the
  /// first were timed.
  unsigned countRepeats() const { return repeats; }

private:
  /// Sends an edit and at once a request; returns the milliseconds until its
  /// answer, which is stored in `result`.
  double answerAfter(const PreparedEdit &edit, const std::string &method,
                     lsp::json params, lsp::json &result);

  /// True if the diagnostics of a version have come, without waiting.
  bool hasDiagnostics(int64_t version) const;

  lsp::LspSession session;
  bool isIncremental = false;
  int64_t lastVersion = 0;
  /// The name of the last answer with semantic tokens.
  std::string tokens;
  size_t lastCount = 0;
  unsigned repeats = 0;
};

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_SERVER_SERVERCLIENT_H
