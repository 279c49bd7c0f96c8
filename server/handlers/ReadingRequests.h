//===- ReadingRequests.h - Requests that only read --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_READINGREQUESTS_H
#define NOISY_SERVER_HANDLERS_READINGREQUESTS_H

#include "server/document/Positions.h"
#include "server/handlers/RequestQueue.h"
#include "server/protocol/Dispatcher.h"
#include "server/protocol/Lsp.h"
#include "server/settings/Settings.h"

namespace mlir::noisy::lsp {

/// Answers requests that only read: each is a function of the newest snapshot
/// and runs one after the other on the threads of WorkerPool, so that the
/// thread which reads messages never computes an answer. They are answered in
/// order, but for one that waits for a document's first snapshot. One that
/// crashes gets an error for its answer, and the others go on.
///
/// Construct and call it on the thread of Dispatcher::run. It has to outlive
/// the workers of the documents that it asked.
class ReadingRequests {
public:
  using DocumentPtr = std::shared_ptr<Document>;

  /// What one document is asked.
  struct Question {
    const json &Params;
    /// Of the document.
    const std::string &Uri;
    const Positions &Places;
    /// The document as it was when it was asked; positions in `Params` are of
    /// this text.
    const Text &Asked;
    /// Those of the document when it was asked.
    const Settings &Options;

    /// What the member `position` is in the snapshot's text; nothing in what
    /// was edited since. Throws json::exception when there is none.
    std::optional<size_t> offset() const {
      return Places.toSnapshot(askedOffset(Params.at("position")));
    }
    /// What a position is in `Asked`.
    size_t askedOffset(const json &Where) const {
      return Asked.offsetAt(Where.get<Position>(), Places.encoding());
    }
  };
  /// Gives the result; no two run at a time. A json::exception makes
  /// the request fail with InvalidParams, a ResponseError with that.
  using Handler = std::function<json(const Question &)>;

  /// An open document in a question about all of them.
  struct Open {
    std::string Uri;
    Positions Places;
  };
  using HandlerOfAll =
      std::function<json(const json &Params, const std::vector<Open> &)>;

  /// What is asked of the server: the document that `Params` are about, or
  /// null, and all that are open.
  struct Documents {
    std::function<DocumentPtr(const json &Params)> Find;
    std::function<std::vector<DocumentPtr>()> All;
    std::function<Settings(const std::string &Uri)> SettingsOf;
  };

  ReadingRequests(Dispatcher &Peer, Documents Source,
                  const PositionEncoding &Encoding,
                  std::function<void(const std::string &)> Log)
      : Peer(Peer), Source(std::move(Source)), Encoding(Encoding), Queue(Log) {}

  /// Which snapshot a request is answered from.
  enum class Which {
    /// The newest there is, at once: a reader waits for the answer.
    Newest,
    /// The one of the text as it is, for answers that the client keeps until
    /// the next edit. Overtaken by one, the request fails with ContentModified.
    Current,
    /// The same, for answers that a client shows beside the text: overtaken by
    /// an edit, it is answered from the next snapshot. Some clients take down
    /// what they show when a request fails.
    CurrentOrLater
  };

  /// Has `Answer` answer all requests of a method: about the document in the
  /// parameter `textDocument`, or that of `item`.
  void add(const char *Method, Handler Answer, Which From = Which::Newest);
  /// The same, about all documents that are open.
  void addForAll(const char *Method, HandlerOfAll Answer);

private:
  void ask(const std::string &Method, const json &Params, Reply Answer,
           const Handler &Handle, Which From);
  void askAll(const std::string &Method, const json &Params, Reply Answer,
              const HandlerOfAll &Handle);

  Dispatcher &Peer;
  Documents Source;
  /// Negotiated after this is made.
  const PositionEncoding &Encoding;
  RequestQueue Queue;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_READINGREQUESTS_H
