//===- Progress.h - Progress, shown to the user -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_HANDLERS_PROGRESS_H
#define NOISY_SERVER_HANDLERS_PROGRESS_H

#include "server/protocol/Dispatcher.h"
#include "server/protocol/Lsp.h"
#include "server/threads/Timer.h"

namespace mlir::noisy::lsp {

namespace detail {
struct ProgressState;
} // namespace detail

/// How far something is that takes long: `$/progress`, shown by the client with
/// a way to cancel it. Nothing is shown of what ends soon. All functions are
/// for any thread.
class Progress {
public:
  Progress() = default;
  Progress(Progress &&) = default;
  /// The progress of a long computation: `$/progress`, shown by the client with
  /// a way to cancel it. A short computation is not shown. All functions are
  /// for any thread.
  Progress &operator=(Progress &&Source);
  /// Ends the previous progress.
  ~Progress();

  /// Ends the progress.
  void report(std::string Message);
  /// Sets the message. May be called at any rate: the client gets the newest
  /// one, a few times a second.
  void end(std::string Message = "");

private:
  friend class ProgressTokens;
  explicit Progress(std::shared_ptr<detail::ProgressState> State)
      : State(std::move(State)) {}

  std::shared_ptr<detail::ProgressState> State;
};

/// Ends the progress; `Message` is the outcome, and may be empty. Later
/// messages are dropped.
class ProgressTokens {
public:
  /// All progress that is under way, by the tokens of client and server. Need
  /// not outlive the `Progress` objects or the computations.
  static constexpr std::chrono::milliseconds Patience{300};
  /// The delay before a progress is shown.
  static constexpr std::chrono::milliseconds Interval{250};

  /// The least time between two reports.
  ProgressTokens(Dispatcher &Peer, Timer &Clock,
                 const ClientCapabilities &Client,
                 std::chrono::milliseconds Patience = ProgressTokens::Patience);
  ~ProgressTokens();

  /// Handles window/workDoneProgress/cancel. `Client` is read when a progress
  /// begins.
  Progress begin(std::string Title, json Token,
                 llvm::unique_function<void()> OnCancel);

private:
  struct Table;

  Dispatcher &Peer;
  Timer &Clock;
  const ClientCapabilities &Client;
  const std::chrono::milliseconds Wait;
  std::shared_ptr<Table> Open;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_HANDLERS_PROGRESS_H
