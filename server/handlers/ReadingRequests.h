//===- ReadingRequests.h - Read-only requests -------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_READINGREQUESTS_H
#define NOISY_SERVER_HANDLERS_READINGREQUESTS_H

#include "server/document/Positions.h"
#include "server/handlers/SemanticTokenAnswers.h"
#include "server/workspace/Workspace.h"

namespace mlir::noisy::lsp {

/// An open document as a request sees it.
struct DocumentView {
  std::string Uri;
  Positions Places;
  /// The document's text when the request arrived; positions in the parameters
  /// refer to it.
  Text ClientText;
  /// The document's settings when the request arrived.
  Settings Options;
  /// The dialects, with the noise model of the document.
  const DialectRegistry &Dialects;
  const ClientCapabilities &Client;
  /// The semantic tokens of the last answer.
  SemanticTokenAnswers &Tokens;
  /// What the user is filling in.
  const OpenSnippets &Snippets;

  const Snapshot &state() const { return Places.state(); }
  /// The byte of a position in `ClientText`.
  size_t clientOffset(Position Place) const {
    return ClientText.offsetAt(Place, Places.encoding());
  }
  /// The byte of a position in the snapshot's text; nothing if it was edited
  /// since.
  std::optional<size_t> offset(Position Place) const {
    return Places.toSnapshot(clientOffset(Place));
  }
};

/// The snapshot that a request is answered from.
enum class Freshness {
  /// The newest existing snapshot, without waiting: the user waits for the
  /// answer.
  Newest,
  /// The snapshot of the current text, for answers that the client keeps until
  /// the next edit. After an edit, the request fails with ContentModified.
  Current,
  /// The snapshot of the current text or a later one, for answers that a client
  /// shows beside the text: after an edit, the request is answered from the
  /// next snapshot. Some clients remove the shown answer when a request fails.
  CurrentOrLater
};

/// Answers a request with the result of `Compute`, the text of JSON, or with
/// the ResponseError that it throws, or with an error that names `Subject` if
/// it crashes. Does nothing if the request was cancelled.
void answer(Reply &Answer, const char *Subject,
            llvm::function_ref<std::string()> Compute);

/// Answers read-only requests: each is a function of a snapshot. They run one
/// after the other on the threads of WorkerPool, never on the thread that reads
/// messages. They are answered in order, except those that wait for a snapshot.
/// A request that crashes is answered with an error, and the others go on.
///
/// Constructed and called on the thread of Dispatcher::run. Must outlive the
/// workers of the documents.
class ReadingRequests {
public:
  ReadingRequests(Workspace &Documents, const ClientConnection &Client)
      : Documents(Documents), Client(Client),
        Queue(WorkKind::Reading, [this](const std::string &Failure) {
          this->Client.log("a request " + Failure);
        }) {}

  /// Returns the result as the text of JSON; no two run at a time. The request
  /// fails with a ResponseError that it throws.
  using Handler = llvm::unique_function<std::string(const DocumentView &)>;
  using HandlerOfAll =
      llvm::unique_function<std::string(llvm::ArrayRef<DocumentView>)>;

  /// Answers a request about an open document by `Compute`; throws
  /// ResponseError if the document is not open.
  void read(const std::string &Uri, Freshness MinFreshness, const char *Method,
            Reply Answer, Handler Compute);
  /// Answers a request about all open documents by `Compute`.
  void readAll(const char *Method, Reply Answer, HandlerOfAll Compute);

private:
  /// Makes a view of a document as it is now, when its snapshot is built.
  llvm::unique_function<DocumentView(Reading)> viewer(const Document &Open);

  Workspace &Documents;
  const ClientConnection &Client;
  SemanticTokenAnswers Tokens;
  TaskQueue Queue;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_READINGREQUESTS_H
