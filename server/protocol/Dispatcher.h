//===- Dispatcher.h - JSON-RPC 2.0 as LSP uses it ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_DISPATCHER_H
#define NOISY_SERVER_PROTOCOL_DISPATCHER_H

#include "server/protocol/Framing.h"
#include "server/protocol/JsonRpc.h"
#include "llvm/ADT/FunctionExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace mlir::noisy::lsp {

namespace detail {
struct DispatcherCore;
struct RequestState;
} // namespace detail

/// The answer that a request of the client needs. Any thread may complete it,
/// once; later completions are dropped. A Reply that is destroyed unanswered
/// answers InternalError, so that every request gets exactly one reply. It may
/// outlive the Dispatcher.
///
/// A request that the client cancels is answered RequestCancelled at once;
/// later completions are dropped as well.
class Reply {
public:
  Reply(Reply &&) = default;
  Reply &operator=(Reply &&Rhs);
  ~Reply();

  void operator()(json Result);
  /// Completes with a result that is printed already (JsonPrinter.h).
  void completeText(const std::string &Result);
  void error(ErrorCode Code, std::string Message, json Data = nullptr);
  /// Completes with a result or an error.
  void complete(Outcome Answer);

  /// True if the client has cancelled the request.
  bool isCancelled() const;
  /// Runs `Callback` when the client cancels the request: on the thread of
  /// Dispatcher::run, so it must be short; or now, if the request is cancelled
  /// already. Dropped when the request is answered.
  void onCancel(llvm::unique_function<void()> Callback);

private:
  friend class Dispatcher;
  explicit Reply(std::shared_ptr<detail::RequestState> State)
      : State(std::move(State)) {}

  std::shared_ptr<detail::RequestState> State;
};

/// Reads the messages of a client and gives them to handlers; sends it
/// messages. It keeps the rules of JSON-RPC and of the life cycle of a language
/// server, and knows no methods but `initialize`, `shutdown`, `exit` and
/// `$/cancelRequest`. No message of the client stops it.
///
/// Handlers run on the thread of run(), in the order of the messages: they are
/// to hand work to other threads. A request is answered InvalidParams if its
/// handler throws json::exception, because `Params` are not as it expects, and
/// InternalError if it throws anything else. The text of the exception is
/// logged, not sent: it is not written for users.
class Dispatcher {
public:
  /// Parameters are null when the message has none. The handler may move out of
  /// them, so that megabytes of text need not be copied.
  using RequestHandler = llvm::unique_function<void(json &Params, Reply)>;
  using NotificationHandler = llvm::unique_function<void(json &Params)>;
  using CallHandler = llvm::unique_function<void(Outcome)>;
  /// Logs events that a user cannot see: dropped messages, exceptions. Any
  /// thread.
  using LogHandler = std::function<void(const std::string &)>;

  explicit Dispatcher(std::shared_ptr<MessageWriter> Writer,
                      LogHandler Log = nullptr);
  ~Dispatcher();
  Dispatcher(const Dispatcher &) = delete;
  Dispatcher &operator=(const Dispatcher &) = delete;

  /// Registers a handler, before run(). A second handler for a method replaces
  /// the first. `initialize` needs one; `shutdown` is answered null without
  /// one; `exit` and `$/cancelRequest` are handled here, a handler for them is
  /// not called.
  void onRequest(llvm::StringRef Method, RequestHandler Handler);
  void onNotification(llvm::StringRef Method, NotificationHandler Handler);

  /// Handles messages until `exit` or the end of the stream, and returns the
  /// exit status of the process: 0 after `shutdown`, else 1. Open calls then
  /// fail, and open requests of the client get ServerCancelled. May be called
  /// once. `AfterEach` runs after every message, on this thread. Messages are
  /// read and parsed on another one (Inbox.h).
  int run(MessageReader &Reader,
          const std::function<void()> &AfterEach = nullptr);

  /// Waits until every request so far is answered; false after `Timeout`. Only
  /// for sessions without overlapping requests.
  bool waitForAnswers(std::chrono::milliseconds Timeout);

  /// Sends a notification. Any thread; waits while the client does not read.
  void notify(llvm::StringRef Method, json Params);
  /// Sends a notification whose parameters are printed already.
  void notifyText(llvm::StringRef Method, const std::string &Params);

  /// Sends a request. `Handler` runs on the thread of run() when the client
  /// answers, or fails when the connection ends first. Any thread.
  void call(llvm::StringRef Method, json Params, CallHandler Handler);

private:
  enum class Phase { BeforeInitialize, Running, AfterShutdown, Exited };

  void handleMessage(json &Message);
  void handleRequest(const std::string &Method, json Id, json &Params);
  void handleNotification(const std::string &Method, json &Params);
  bool handleResponse(json &Message);
  bool runHandler(const std::string &Method, RequestHandler &Handler,
                  json &Params,
                  const std::shared_ptr<detail::RequestState> &State);
  void cancel(const json &Params);
  void sendError(json Id, ErrorCode Code, std::string Text);
  void failOpenCalls();
  void failOpenRequests();
  void log(const std::string &Text) const;

  std::shared_ptr<detail::DispatcherCore> Core;
  LogHandler Log;
  llvm::StringMap<RequestHandler> Requests;
  llvm::StringMap<NotificationHandler> Notifications;
  Phase CurrentPhase = Phase::BeforeInitialize;
  bool ShutdownSeen = false;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_DISPATCHER_H
