//===- Progress.h - What is under way, shown to the user --------*- C++ -*-===//
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
  /// Ends the one before.
  Progress &operator=(Progress &&Source);
  /// Ends it.
  ~Progress();

  /// What to show now. May be called as often as there is news: what the client
  /// gets is the newest, a few times a second.
  void report(std::string Message);
  /// Takes it away; `Message` says how it went, and may be empty. What comes
  /// after that is dropped.
  void end(std::string Message = "");

private:
  friend class ProgressTokens;
  explicit Progress(std::shared_ptr<detail::ProgressState> State)
      : State(std::move(State)) {}

  std::shared_ptr<detail::ProgressState> State;
};

/// All that is under way, by the names that client and server have for it.
/// Has to outlive neither the `Progress`es nor what they report.
class ProgressTokens {
public:
  /// How long something has to take before it is shown.
  static constexpr std::chrono::milliseconds Patience{300};
  /// The least time between two reports.
  static constexpr std::chrono::milliseconds Interval{250};

  /// Handles window/workDoneProgress/cancel. `Client` is read when something
  /// begins.
  ProgressTokens(Dispatcher &Peer, Timer &Clock,
                 const ClientCapabilities &Client,
                 std::chrono::milliseconds Patience = ProgressTokens::Patience);
  ~ProgressTokens();

  /// Something begins: shown with the client's token (`workDoneToken`) where
  /// that is a text or a number, otherwise with one of ours where the client
  /// can do that, otherwise not at all. `OnCancel` runs at most once, on the
  /// thread of Dispatcher::run, when the user cancels it before its end.
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
