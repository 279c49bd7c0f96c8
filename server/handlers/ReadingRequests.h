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
#include "server/handlers/SemanticTokenAnswers.h"
#include "server/workspace/Workspace.h"

namespace mlir::noisy::lsp {

/// An open document as a request finds it.
struct DocumentView {
  std::string Uri;
  Positions Places;
  /// The document as it was when the request came; positions in the parameters
  /// are of this text.
  Text ClientText;
  /// Those of the document when the request came.
  Settings Options;
  /// The dialects, with the noise model of the document.
  const DialectRegistry &Dialects;
  const ClientCapabilities &Client;
  /// The semantic tokens that were answered last.
  SemanticTokenAnswers &Tokens;

  const Snapshot &state() const { return Places.state(); }
  /// The byte of a position in `ClientText`.
  size_t clientOffset(Position Place) const {
    return ClientText.offsetAt(Place, Places.encoding());
  }
  /// The byte of a position in the snapshot's text; nothing in what was edited
  /// since.
  std::optional<size_t> offset(Position Place) const {
    return Places.toSnapshot(clientOffset(Place));
  }
};

/// The snapshot that a request is answered from.
enum class Freshness {
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

/// Answers requests that only read: each is a function of a snapshot and runs
/// one after the other on the threads of WorkerPool, so that the thread which
/// reads messages never computes an answer. They are answered in order, but for
/// one that waits for a snapshot. One that crashes gets an error for its
/// answer, and the others go on.
///
/// Construct and call it on the thread of Dispatcher::run. It has to outlive
/// the workers of the documents.
class ReadingRequests {
public:
  ReadingRequests(Workspace &Documents, const ClientConnection &Client)
      : Documents(Documents), Client(Client), Queue(Client.Log) {}

  /// Gives the result; no two run at a time. A ResponseError makes the request
  /// fail with that.
  using Handler = llvm::unique_function<json(const DocumentView &)>;
  using HandlerOfAll =
      llvm::unique_function<json(llvm::ArrayRef<DocumentView>)>;

  /// Has `Compute` answer a request about an open document; throws
  /// ResponseError where it is not open.
  void read(const std::string &Uri, Freshness MinFreshness, const char *Method,
            Reply Answer, Handler Compute);
  /// The same about all documents that are open.
  void readAll(const char *Method, Reply Answer, HandlerOfAll Compute);

private:
  /// Makes a view of a document as it is now, once its snapshot is there.
  llvm::unique_function<DocumentView(Reading)> viewer(const Document &Open);

  Workspace &Documents;
  const ClientConnection &Client;
  SemanticTokenAnswers Tokens;
  RequestQueue Queue;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_READINGREQUESTS_H
