//===- RequestTable.h - All requests of the server --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_REQUESTTABLE_H
#define NOISY_SERVER_HANDLERS_REQUESTTABLE_H

#include "server/handlers/ReadingRequests.h"
#include "server/protocol/JsonPrinter.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlir::noisy::lsp {

class CodeActionRequests;
class CompletionRequests;
class ConfigurationRequests;
class DiagnosticRequests;
class OdsRequests;
class ProjectChecks;
class UpstreamRequests;

/// The parts of the server that answer messages; null for absent parts.
using Services =
    std::tuple<const ClientConnection *, Workspace *, ReadingRequests *,
               CodeActionRequests *, CompletionRequests *,
               ConfigurationRequests *, DiagnosticRequests *,
               UpstreamRequests *, OdsRequests *, ProjectChecks *>;

/// Answers a request. Decodes the parameters, on the thread of Dispatcher::run,
/// and throws json::exception if they are invalid: the one place for that.
using RequestHandler = std::function<void(const Services &, const char *Method,
                                          json &Params, Reply)>;

/// A request, as the server handles and announces it.
struct RequestRow {
  const char *Method;
  RequestHandler Handler;
  /// The path of its capability in the result of `initialize`.
  const char *Capability = nullptr;
  /// The value of the capability: `true` without this function; null if it is
  /// not announced.
  json (*Options)(const ClientCapabilities &) = nullptr;
  /// Clients send it for the place of the cursor, by themselves.
  bool TellsCursor = false;
};

struct NotificationRow {
  const char *Method;
  std::function<void(const Services &, json &Params)> Handle;
};

/// All requests but `initialize` and `shutdown`, and all notifications but
/// those of the life cycle. Dispatch and the capabilities of `initialize` are
/// made from them, and a test checks that `--check` tries every request.
llvm::ArrayRef<RequestRow> requestTable();
llvm::ArrayRef<NotificationRow> notificationTable();

/// Registers `Parts` as the handlers of all rows.
void addHandlers(Dispatcher &Peer, const Services &Parts);

/// The capabilities that follow from the table.
json announceRequests(const ClientCapabilities &Client);

//===----------------------------------------------------------------------===//
// The handlers of a row
//===----------------------------------------------------------------------===//

namespace detail {
template <typename Result, typename Params>
RequestHandler
reads(std::function<Result(const Params &, const DocumentView &)> Compute,
      Freshness MinFreshness) {
  return
      [=](const Services &Parts, const char *Method, json &Json, Reply Answer) {
        auto Input = decode<Params>(Json);
        std::string Uri = Input.Uri;
        std::get<ReadingRequests *>(Parts)->read(
            Uri, MinFreshness, Method, std::move(Answer),
            [Compute, Input = std::move(Input)](const DocumentView &View) {
              return toJsonText(Compute(Input, View));
            });
      };
}

template <typename Result, typename Params>
RequestHandler
readsAll(std::function<Result(const Params &, llvm::ArrayRef<DocumentView>)>
             Compute) {
  return
      [=](const Services &Parts, const char *Method, json &Json, Reply Answer) {
        std::get<ReadingRequests *>(Parts)->readAll(
            Method, std::move(Answer),
            [Compute,
             Input = decode<Params>(Json)](llvm::ArrayRef<DocumentView> Views) {
              return toJsonText(Compute(Input, Views));
            });
      };
}
} // namespace detail

/// Handler by a function of a snapshot, on a reader thread. Its parameters have
/// a member `Uri`; it takes a DocumentView. The result is encoded there, too.
template <typename Function>
RequestHandler reads(Function Compute,
                     Freshness MinFreshness = Freshness::Newest) {
  return detail::reads(std::function(Compute), MinFreshness);
}

/// Handler by a function of the newest snapshots of all open documents.
template <typename Function> RequestHandler readsAll(Function Compute) {
  return detail::readsAll(std::function(Compute));
}

/// Handler by a look-up, on the thread of Dispatcher::run.
template <typename Result, typename Params>
RequestHandler answers(Result (*Compute)(Params, const ClientCapabilities &)) {
  return [=](const Services &Parts, const char *, json &Json, Reply Answer) {
    const auto *Client = std::get<const ClientConnection *>(Parts);
    Answer(encode(Compute(decode<Params>(Json), Client->Capabilities)));
  };
}

/// Handler by a part of the server that keeps the Reply and completes it later.
template <typename Part, typename Params>
RequestHandler defers(void (Part::*Handle)(Params, Reply)) {
  return [=](const Services &Parts, const char *, json &Json, Reply Answer) {
    (std::get<Part *>(Parts)->*Handle)(decode<Params>(Json), std::move(Answer));
  };
}

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_REQUESTTABLE_H
