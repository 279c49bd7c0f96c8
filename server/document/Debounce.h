//===- Debounce.h - When to build what is being typed -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_DOCUMENT_DEBOUNCE_H
#define NOISY_SERVER_DOCUMENT_DEBOUNCE_H

#include <chrono>
#include <deque>
#include <optional>

namespace mlir::noisy::lsp {

/// Decides when a text that changes is to be built. It knows only times that
/// it is given: no clock, no threads, no locks.
///
/// Within a burst of changes the build waits for a pause, about as long as a
/// build takes: the median of the recent ones, as clangd has it, so that one
/// that is out of the ordinary does not count. Unlike clangd, a change that is
/// alone is built at once: its build is over, or nearly so, when the next one
/// may follow. Where that is not so, since builds take longer than two of the
/// longest pauses and cannot always be stopped, it waits as well. So no more
/// than one pause and 1.5 builds pass after the last change of a burst.
///
/// Only incremental builds count: the one of all the text when it is opened
/// says nothing of what an edit costs.
class Debounce {
public:
  using Clock = std::chrono::steady_clock;

  /// What hardly anybody feels is built without any pause.
  static constexpr std::chrono::milliseconds NotFelt{10};
  static constexpr std::chrono::milliseconds ShortestPause{50};
  static constexpr std::chrono::milliseconds LongestPause{500};
  /// How many builds are recent.
  static constexpr size_t HistorySize = 9;

  /// The text changed. Gives the time from which on it may be built, which
  /// holds until the next change.
  Clock::time_point changed(Clock::time_point Now);

  /// An incremental build was finished.
  void built(Clock::duration Took);
  /// The build of the whole text was finished; there may be none, or several.
  void builtFromScratch(Clock::duration Took);
  /// A build was given up because the text changed.
  void stopped(Clock::duration After);

  /// How long nothing must change within a burst.
  std::chrono::milliseconds pause() const;

private:
  /// How long an incremental build takes; nothing before there was one.
  std::optional<Clock::duration> expected() const;

  std::deque<Clock::duration> Recent;
  std::optional<Clock::duration> FromScratch;
  std::optional<Clock::time_point> LastChange;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_DOCUMENT_DEBOUNCE_H
