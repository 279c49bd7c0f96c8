//===- Progress.h - Progress, shown to the user -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROTOCOL_PROGRESS_H
#define NOISY_SERVER_PROTOCOL_PROGRESS_H

#include "server/protocol/Dispatcher.h"
#include "server/protocol/Lsp.h"
#include "server/threads/WorkerPool.h"

namespace mlir::noisy::lsp {

namespace detail {
struct ProgressState;
} // namespace detail

/// The progress of a long computation: `$/progress`, shown by the client with a
/// way to cancel it. A short computation is not shown. All functions are for
/// any thread.
class Progress {
public:
  Progress() = default;
  Progress(Progress &&) = default;
  /// Ends the previous progress.
  Progress &operator=(Progress &&Source);
  /// Ends the progress.
  ~Progress();

  /// Sets the message. May be called at any rate: the client gets the newest
  /// one, a few times a second.
  void report(std::string Message);
  /// Ends the progress; `Message` is the outcome, and may be empty. Later
  /// messages are dropped.
  void end(std::string Message = "");

private:
  friend class ProgressTokens;
  explicit Progress(std::shared_ptr<detail::ProgressState> State)
      : State(std::move(State)) {}

  std::shared_ptr<detail::ProgressState> State;
};

/// All progress that is under way, by the tokens of client and server. Need not
/// outlive the `Progress` objects or the computations.
class ProgressTokens {
public:
  /// The delay before a progress is shown.
  static constexpr std::chrono::milliseconds Patience{300};
  /// The least time between two reports.
  static constexpr std::chrono::milliseconds Interval{250};

  /// Handles window/workDoneProgress/cancel. `Client` is read when a progress
  /// begins.
  ProgressTokens(Dispatcher &Peer, TaskQueue &Clock,
                 const ClientCapabilities &Client,
                 std::chrono::milliseconds Patience = ProgressTokens::Patience);
  ~ProgressTokens();

  /// Begins a progress: shown with the client's token (`workDoneToken`) if that
  /// is a text or a number, otherwise with one of ours if the client supports
  /// that, otherwise not at all. `OnCancel` runs at most once, on the thread of
  /// Dispatcher::run, when the user cancels it before its end.
  Progress begin(std::string Title, json Token,
                 llvm::unique_function<void()> OnCancel);

private:
  struct Table;

  Dispatcher &Peer;
  TaskQueue &Clock;
  const ClientCapabilities &Client;
  const std::chrono::milliseconds Wait;
  std::shared_ptr<Table> Open;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROTOCOL_PROGRESS_H
