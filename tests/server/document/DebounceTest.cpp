//===- DebounceTest.cpp - When to build what is being typed ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/Debounce.h"
#include <catch2/catch.hpp>
#include <random>

using namespace mlir::noisy::lsp;
using namespace std::chrono_literals;
using Time = Debounce::Clock::time_point;
using Duration = Debounce::Clock::duration;

// All times are made up.

static Debounce afterBuilds(std::initializer_list<Duration> Builds) {
  Debounce D;
  for (Duration Took : Builds)
    D.noteBuild(Took);
  return D;
}

/// How long the last of these changes has to wait, each of which comes so long
/// after the one before it.
static Duration waitAfter(Debounce D, std::initializer_list<Duration> Gaps) {
  Time CurrentTime, Ready;
  for (Duration Gap : Gaps) {
    CurrentTime += Gap;
    Ready = D.noteChange(CurrentTime);
  }
  return Ready - CurrentTime;
}

TEST_CASE("Debounce: how long a pause has to be", "[debounce]") {
  // None where a build is hardly felt.
  CHECK(Debounce().pause() == 0ms);
  CHECK(afterBuilds({0ms}).pause() == 0ms);
  CHECK(afterBuilds({24ms}).pause() == 0ms);
  // As long as a build, within limits.
  CHECK(afterBuilds({25ms}).pause() == 50ms);
  CHECK(afterBuilds({50ms}).pause() == 50ms);
  CHECK(afterBuilds({120ms}).pause() == 120ms);
  CHECK(afterBuilds({500ms}).pause() == 500ms);
  CHECK(afterBuilds({3s}).pause() == 500ms);
}

TEST_CASE("Debounce: the median of recent builds counts", "[debounce]") {
  Debounce D = afterBuilds({100ms, 2ms, 3ms, 100ms, 2ms});
  CHECK(D.pause() == 0ms);
  // What is long ago is forgotten.
  for (size_t I = 0; I < Debounce::HistorySize; ++I)
    D.noteBuild(200ms);
  CHECK(D.pause() == 200ms);
}

TEST_CASE("Debounce: a short build is followed by another", "[debounce]") {
  CHECK(afterBuilds({1s, 1500ms, 1s}).pause() == 500ms);
  CHECK(afterBuilds({1s, 1500ms, 8ms}).pause() == 0ms);
  CHECK(afterBuilds({1s, 1500ms, 60ms}).pause() == 60ms);
  // A long one is an outlier.
  CHECK(afterBuilds({8ms, 8ms, 1s}).pause() == 0ms);
}

TEST_CASE("Debounce: what opening costs says nothing of edits", "[debounce]") {
  Debounce D;
  D.noteFullBuild(3s);
  CHECK(D.pause() == 50ms);
  D.noteBuild(5ms);
  CHECK(D.pause() == 0ms);
  Debounce Small;
  Small.noteFullBuild(5ms);
  CHECK(Small.pause() == 0ms);
}

TEST_CASE("Debounce: a build that is given up took at least so long",
          "[debounce]") {
  // News only when it is longer than expected.
  Debounce D = afterBuilds({100ms});
  D.noteStop(20ms);
  CHECK(D.pause() == 100ms);
  D.noteStop(400ms);
  D.noteStop(400ms);
  CHECK(D.pause() == 400ms);
  // Nor is it when nothing is known, or when it was the one of all.
  Debounce First;
  First.noteStop(400ms);
  CHECK(First.pause() == 0ms);
  First.noteFullBuild(300ms);
  First.noteStop(200ms);
  CHECK(First.pause() == 50ms);
  First.noteStop(400ms);
  CHECK(First.pause() == 400ms);
}

TEST_CASE("Debounce: a change that is alone is built at once", "[debounce]") {
  CHECK(waitAfter(afterBuilds({100ms}), {0ms}) == 0ms);
  CHECK(waitAfter(afterBuilds({100ms}), {0ms, 101ms}) == 0ms);
  CHECK(waitAfter(afterBuilds({100ms}), {0ms, 100ms}) == 100ms);
  CHECK(waitAfter(afterBuilds({100ms}), {0ms, 30ms, 30ms}) == 100ms);
  CHECK(waitAfter(afterBuilds({100ms}), {0ms, 30ms, 30ms, 200ms}) == 0ms);
  // Unless its build would be in the way of the next for too long.
  CHECK(waitAfter(afterBuilds({500ms}), {0ms, 10s}) == 0ms);
  CHECK(waitAfter(afterBuilds({1001ms}), {0ms, 10s}) == 500ms);
}

TEST_CASE("Debounce: nothing waits where builds are not felt", "[debounce]") {
  CHECK(waitAfter(afterBuilds({24ms}), {0ms, 1ms, 0ms}) == 0ms);
}

TEST_CASE("Debounce: after a burst no more than a pause and 1.5 builds pass",
          "[debounce]") {
  // Builds that can never be stopped, which is the worst case.
  std::mt19937 Random(1);
  for (int Round = 0; Round < 2000; ++Round) {
    Duration Build = std::chrono::milliseconds(1 + Random() % 2000);
    Debounce D = afterBuilds({Build});
    // The keys of a burst are never a pause apart; where there is no pause,
    // never a build.
    Duration Longest = std::max<Duration>(D.pause(), 25ms);
    Time CurrentTime, Ready, Free; // of the worker
    bool Dirty = false;
    int Keys = 2 + Random() % 20;
    for (int Key = 0; Key < Keys; ++Key) {
      CurrentTime += D.pause() == 0ms
                         ? Build + Duration(Random() % Longest.count())
                         : Duration(Random() % Longest.count());
      if (Dirty && std::max(Free, Ready) < CurrentTime) {
        Free = std::max(Free, Ready) + Build;
        Dirty = false;
      }
      Ready = D.noteChange(CurrentTime);
      Dirty = true;
    }
    Duration WaitTime = std::max(Free, Ready) + Build - CurrentTime;
    CAPTURE(Round, Build.count(), D.pause().count(), WaitTime.count());
    REQUIRE(WaitTime <= D.pause() + Build + Build / 2);
  }
}
