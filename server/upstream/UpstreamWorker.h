//===- UpstreamWorker.h - The thread of LLVM's server -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_UPSTREAM_UPSTREAMWORKER_H
#define NOISY_SERVER_UPSTREAM_UPSTREAMWORKER_H

#include "server/threads/Thread.h"
#include "server/upstream/CommandQueue.h"
#include "server/upstream/PositionTranslation.h"
#include "server/upstream/UpstreamDocuments.h"
#include "server/upstream/UpstreamServer.h"
#include "server/upstream/UpstreamTrust.h"
#include <atomic>
#include <deque>
#include <mutex>

namespace mlir::noisy::lsp {

/// A request that the child has not answered yet.
struct PendingRequest {
  UpstreamServer::RequestId Id;
  std::optional<UpstreamServer::Document> TargetDocument;
  std::string Method;
  json Params;
  /// The callback; empty once it was called.
  UpstreamServer::Callback OnAnswer;
  std::chrono::steady_clock::time_point Deadline;
  bool IsRetry = false;
  /// Answered by the diagnostics of the document.
  bool WantsDiagnostics = false;
  /// The child has answered, but its diagnostics did not come yet.
  bool IsAnswered = false;

  void answer(Outcome Answer) {
    UpstreamServer::Callback Call = std::move(OnAnswer);
    OnAnswer = nullptr;
    if (!Call)
      return;
    try {
      Call(std::move(Answer));
    } catch (const std::exception &) {
      // The caller's fault; the child and the other requests go on.
    }
  }
  void fail(const std::string &Reason) {
    answer(Outcome::failure(ErrorCode::RequestFailed, Reason));
  }
};

/// The thread that talks to the child. It owns all state except the commands,
/// and waits in one place (poll) for them, for the child's output, for room in
/// the child's input and for deadlines, so that nothing can block it.
class UpstreamServer::Worker {
public:
  explicit Worker(UpstreamOptions Options);
  ~Worker();

  /// Starts the thread; returns false if the system has none. It may be tried
  /// again.
  bool startThread() {
    std::lock_guard<std::mutex> Lock(StartMutex);
    // Recurses only over JSON, which is not deeply nested.
    return Talker.isStarted() ||
           Talker.start("upstream", SmallStackBytes, [this] { run(); });
  }
  /// Runs `Command` on the thread. Any thread.
  void post(llvm::unique_function<void()> Command) {
    Commands.post(std::move(Command));
  }
  RequestId newId() { return ++LastId; }

  /// Adds a request. Any thread.
  RequestId start(PendingRequest Request);
  void add(PendingRequest Request);
  void cancel(RequestId Id);
  void close(const std::string &Uri);

private:
  void run();
  void expire();
  void startNext();
  void closeUnused();
  void waitForEvents();
  void finish();

  llvm::Error startChild();
  void childEnded(const std::string &Reason);
  void handle(json &Message);
  void answerCurrent(json &Message);
  bool answerByDiagnostics();

  std::optional<PositionTranslation>
  translationFor(const PendingRequest &Request);
  void log(const std::string &Text) {
    if (Options.Log)
      Options.Log(Text);
  }

  const UpstreamOptions Options;
  std::atomic<RequestId> LastId = 0;

  CommandQueue Commands;

  UpstreamChannel Child;
  UpstreamDocuments Documents{Child};
  /// True once the child has answered `initialize`.
  bool IsInitialized = false;

  std::deque<PendingRequest> Queue;
  /// The request that the child works on, under our own id.
  std::optional<PendingRequest> Current;
  int64_t CurrentMessage = 0;
  int64_t LastMessage = 0;

  UpstreamTrust Trust;

  std::mutex StartMutex;
  lsp::Thread Talker; // its start is guarded
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_UPSTREAM_UPSTREAMWORKER_H
