//===- FuzzedServer.h - A server process and its output ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_FUZZ_FUZZEDSERVER_H
#define NOISY_FUZZ_FUZZEDSERVER_H

#include "server/client/LspSession.h"
#include "server/text/PositionEncoding.h"
#include <map>

namespace mlir::noisy::fuzz {

/// The options for starting servers.
struct ServerOptions : lsp::ServerStart {
  ServerOptions() { Errors = ErrorStream::Kept; }

  lsp::PositionEncoding Encoding = lsp::PositionEncoding::UTF16;
  /// True if the client pulls diagnostics.
  bool Pulls = false;
};

/// A server with the state that a client keeps: the newest diagnostics of each
/// document, and the analysed versions. All errors are a SessionError. One
/// thread.
class FuzzedServer {
public:
  explicit FuzzedServer(const ServerOptions &Options);

  lsp::LspSession &session() { return Session; }
  const lsp::json &capabilities() const { return Capabilities; }

  /// Takes in the messages of the server so far.
  void takeMessages();
  /// Waits until this version, or a later one, was analysed.
  void waitForAnalysis(const std::string &Uri, int64_t Version, bool Complete);
  /// The diagnostics of this version, which must have been analysed.
  lsp::json diagnostics(const std::string &Uri, int64_t Version);
  void forget(const std::string &Uri);

  /// The resident memory in MB; 0 if the server has ended.
  size_t residentMemory() const;
  /// Shuts the server down, and checks that it does so in order.
  void shutdown();
  /// The exit status if the server ends by itself within a second.
  std::optional<int> exitStatus();

private:
  struct State {
    int64_t AnalysedVersion = -1;
    bool IsComplete = false;
    std::optional<int64_t> DiagnosticsVersion;
    lsp::json Diagnostics;
  };
  void take(const lsp::json &Message);

  const ServerOptions Options;
  lsp::LspSession Session;
  lsp::json Capabilities;
  std::map<std::string, State> Documents;
};

/// The capabilities of a client of these servers.
lsp::json makeCapabilities(lsp::PositionEncoding Encoding, bool Pulls);

} // namespace mlir::noisy::fuzz

#endif // NOISY_FUZZ_FUZZEDSERVER_H
