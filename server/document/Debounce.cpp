//===- Debounce.cpp - Start times of builds during edits ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/Debounce.h"
#include <algorithm>
#include <vector>

using namespace mlir::noisy::lsp;

std::optional<Debounce::Clock::duration> Debounce::expectedDuration() const {
  if (Recent.empty())
    return std::nullopt;
  std::vector<Clock::duration> Durations(Recent.begin(), Recent.end());
  auto Median = Durations.begin() + Durations.size() / 2;
  std::nth_element(Durations.begin(), Median, Durations.end());
  return std::min(*Median, Recent.back());
}

std::chrono::milliseconds Debounce::pause() const {
  using std::chrono::milliseconds;
  std::optional<Clock::duration> Build = expectedDuration();
  // No edit was built yet: an edit takes no longer than a full build, and
  // probably much less.
  if (!Build && FromScratch)
    Build = std::min<Clock::duration>(*FromScratch, ShortestPause);
  if (!Build || *Build < NotFelt)
    return milliseconds(0);
  return std::clamp(std::chrono::duration_cast<milliseconds>(*Build),
                    ShortestPause, LongestPause);
}

Debounce::Clock::time_point Debounce::noteChange(Clock::time_point ChangeTime) {
  Clock::duration Pause = pause();
  bool Alone = !LastChange || ChangeTime - *LastChange > Pause;
  LastChange = ChangeTime;
  // A change right after it waits for this build and its own: two builds take
  // no more than one pause and 1.5 of them.
  if (Alone &&
      expectedDuration().value_or(Clock::duration(0)) <= 2 * LongestPause)
    return ChangeTime;
  return ChangeTime + Pause;
}

void Debounce::noteBuild(Clock::duration Took) {
  Recent.push_back(Took);
  if (Recent.size() > HistorySize)
    Recent.pop_front();
}

void Debounce::noteFullBuild(Clock::duration Took) { FromScratch = Took; }

void Debounce::noteStop(Clock::duration BuildTime) {
  // The build would have taken longer than this. If that was expected anyway,
  // there is nothing to learn.
  if (BuildTime > expectedDuration().value_or(FromScratch.value_or(BuildTime)))
    noteBuild(BuildTime);
}
