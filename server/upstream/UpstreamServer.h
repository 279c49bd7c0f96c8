//===- UpstreamServer.h - LLVM's own server in a child ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_UPSTREAM_UPSTREAMSERVER_H
#define NOISY_SERVER_UPSTREAM_UPSTREAMSERVER_H

#include "server/protocol/JsonRpc.h"
#include "server/text/PositionEncoding.h"
#include "server/text/Text.h"
#include "llvm/ADT/FunctionExtras.h"
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// The command that starts LLVM's server, and the limits of trust in it.
struct UpstreamOptions {
  /// A program that speaks LSP on stdin and stdout, and its arguments.
  std::string Program;
  std::vector<std::string> Arguments;
  /// Its name in messages.
  std::string Name = "LLVM's server";
  /// Further arguments, asked for at each start, on the thread of the server;
  /// may be empty.
  std::function<std::vector<std::string>()> MoreArguments = {};
  /// The units of our client's columns.
  PositionEncoding Encoding = PositionEncoding::UTF16;
  /// A request waits at most this long for its turn, and the child then has as
  /// long again to answer it.
  std::chrono::milliseconds Deadline{10000};
  /// The most deaths on a text within `DeathWindow`. The text is not sent again
  /// after that until it changes.
  unsigned MaxDeaths = 5;
  std::chrono::milliseconds DeathWindow{60000};
  /// Called with starts and ends of the child, on the thread of the server.
  std::function<void(const std::string &)> Log;
};

/// LLVM's language server in a child process, for the requests that we do not
/// answer ourselves. This folder is a client of LSP, so it knows JSON although
/// it is not `protocol`: parameters and results pass through it as JSON,
/// positions and URIs translated (PositionTranslation.h).
///
/// The child is started by the first request, gets the text of a document just
/// before a request needs it, and is replaced when it ends: the request that it
/// was working on is tried once more. It gets one request at a time, so that an
/// end is blamed on the right text. It never reads a document from the disk.
/// Of its notifications only diagnostics are kept.
///
/// Public functions may be called from any thread and never wait for the child.
class UpstreamServer {
public:
  struct Document {
    /// The client's URI, also `untitled:`.
    std::string Uri;
    Text Contents;
  };
  /// Called once per request, on the thread of the server, so it must be short:
  /// it blocks all requests. It may make requests and cancel them, but not
  /// destroy the server.
  using Callback = llvm::unique_function<void(Outcome)>;
  /// The id of a request, for cancel.
  using RequestId = uint64_t;

  /// Starts a thread, but not yet the child. Throws std::system_error if the
  /// system has no more descriptors. Without a thread requests fail, and each
  /// tries again to start it.
  explicit UpstreamServer(UpstreamOptions Options);
  /// Fails open requests and ends the child, within a second.
  ~UpstreamServer();
  UpstreamServer(const UpstreamServer &) = delete;
  UpstreamServer &operator=(const UpstreamServer &) = delete;

  /// Sends a request to the child. With a document, `Params` and the result use
  /// its positions and its URI; without one both pass unchanged. Fails with the
  /// child's own error, or with RequestFailed if the child ends, is late,
  /// cannot be started or cannot be trusted with this text: it has ended on it
  /// before, or the text nests too deep (Nesting.h).
  RequestId request(std::optional<Document> TargetDocument, std::string Method,
                    json Params, Callback OnAnswer);

  /// Asks for what the child says of a document: the result is the list of its
  /// diagnostics. Fails like a request, and if the child publishes none.
  RequestId diagnose(Document TargetDocument, Callback OnAnswer);

  /// Cancels the request: it fails with RequestCancelled, unless it is answered
  /// already.
  void cancel(RequestId Request);

  /// Closes a document in the child, after the requests before.
  void closeDocument(std::string Uri);

private:
  class Worker;
  std::unique_ptr<Worker> Work;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_UPSTREAM_UPSTREAMSERVER_H
