//===- Debounce.h - Start times of builds during edits ----------*- C++ -*-===//
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

/// Decides when a changing text is built. It only sees the times that it is
/// given: no clock, no threads, no locks.
///
/// Within a burst of changes the build waits for a pause, about as long as a
/// build takes: the median of the recent ones, as in clangd, so that an outlier
/// does not count; or the last one, if that was shorter: in a large function a
/// key is built in milliseconds, but now and then one takes a second, and those
/// after it should not wait for that. Unlike clangd, a single change is built
/// at once: its build is over, or nearly so, when the next change may follow.
/// If builds take longer than two of the longest pauses, this does not hold,
/// since they cannot always be stopped; then a single change waits as well. So
/// no more than one pause and 1.5 builds pass after the last change of a burst.
///
/// Only incremental builds count: the build of the whole text when it is opened
/// says nothing about the cost of an edit.
class Debounce {
public:
  using Clock = std::chrono::steady_clock;

  /// The build time that needs no pause: less than the 30 ms between the keys
  /// of a fast typist, so such a build is over before the next key.
  static constexpr std::chrono::milliseconds NotFelt{25};
  static constexpr std::chrono::milliseconds ShortestPause{50};
  static constexpr std::chrono::milliseconds LongestPause{500};
  /// The number of builds that count as recent.
  static constexpr size_t HistorySize = 9;

  /// Records a change of the text. Returns the time from which it may be built,
  /// valid until the next change.
  Clock::time_point noteChange(Clock::time_point ChangeTime);

  /// Records the time of a finished incremental build.
  void noteBuild(Clock::duration Took);
  /// Records the time of a finished build of the whole text; there may be none,
  /// or several.
  void noteFullBuild(Clock::duration Took);
  /// Records the time of a build that was stopped because the text changed.
  void noteStop(Clock::duration BuildTime);

  /// The time without changes that a build waits for within a burst.
  std::chrono::milliseconds pause() const;

private:
  /// The expected time of an incremental build; nothing before the first one.
  std::optional<Clock::duration> expectedDuration() const;

  std::deque<Clock::duration> Recent;
  std::optional<Clock::duration> FromScratch;
  std::optional<Clock::time_point> LastChange;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_DOCUMENT_DEBOUNCE_H
