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

/// How LLVM's server is started and for how long it is trusted.
struct UpstreamOptions {
  /// A program that speaks LSP on stdin and stdout, and its arguments.
  std::string Program;
  std::vector<std::string> Arguments;
  /// What our client counts columns in.
  PositionEncoding Encoding = PositionEncoding::UTF16;
  /// A request waits at most this long for its turn, and the child then has as
  /// long again to answer it.
  std::chrono::milliseconds Deadline{10000};
  /// A text on which the child ended this often within this time is not given
  /// to it again until it changes.
  unsigned MaxDeaths = 5;
  std::chrono::milliseconds DeathWindow{60000};
  /// Told about starts and ends of the child; on the thread of the server.
  std::function<void(const std::string &)> Log;
};

/// LLVM's language server in a child process, for the requests that we do not
/// answer ourselves. This room is a client of LSP, which is why it knows JSON
/// although it is not the protocol room: parameters and results pass through
/// it as JSON, positions and URIs translated (PositionTranslation.h).
///
/// The child is started by the first request, given the text of a document just
/// before a request needs it, and replaced when it ends: the request that it
/// was working on is tried once more. It gets one request at a time, so that an
/// end is blamed on the right text. It never reads a document from the disk.
/// What it says by itself (diagnostics) is dropped.
///
/// All public functions are for any thread and never wait for the child.
class UpstreamServer {
public:
  struct Document {
    /// Any URI, also `untitled:`.
    std::string Uri;
    Text Contents;
  };
  /// Called once per request, on the thread of the server, so it must be
  /// short: no request is worked on meanwhile. It may make requests and cancel
  /// them, but not destroy the server.
  using Callback = llvm::unique_function<void(Outcome)>;
  /// Names a request, for cancel.
  using RequestId = uint64_t;

  /// Starts a thread, not yet the child. Throws std::system_error when the
  /// system has no more descriptors. Where there is no thread requests fail,
  /// and each tries again to start it.
  explicit UpstreamServer(UpstreamOptions Options);
  /// Fails what is open and ends the child; done within a second.
  ~UpstreamServer();
  UpstreamServer(const UpstreamServer &) = delete;
  UpstreamServer &operator=(const UpstreamServer &) = delete;

  /// Asks the child. With a document, `Params` and the result are in its
  /// positions and name it by its URI; without one both pass as they are.
  /// Fails with the child's own error, or with RequestFailed when the child
  /// ends, is late, cannot be started or cannot be trusted with this text: it
  /// has ended on it before, or the text nests too deep (Nesting.h).
  RequestId request(std::optional<Document> About, std::string Method,
                    json Params, Callback Done);

  /// Fails the request with RequestCancelled, unless it is answered already.
  void cancel(RequestId Request);

  /// Tells the child to forget a document, after the requests before.
  void closeDocument(std::string Uri);

private:
  class Worker;
  std::unique_ptr<Worker> Work;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_UPSTREAM_UPSTREAMSERVER_H
