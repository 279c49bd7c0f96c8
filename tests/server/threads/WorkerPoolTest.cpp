//===- WorkerPoolTest.cpp - The threads that compute ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/threads/WorkerPool.h"
#include "tests/server/CrashRecovery.h"
#include <atomic>
#include <catch2/catch.hpp>
#include <csignal>
#include <future>
#include <list>
#include <thread>

using namespace mlir::noisy::lsp;
using namespace mlir::noisy::lsp::test;
using namespace std::chrono_literals;

namespace {
/// Something that waits until it is let go.
struct Gate {
  std::promise<void> Promise;
  std::shared_future<void> Open = Promise.get_future().share();
  void open() { Promise.set_value(); }
};
} // namespace

TEST_CASE("Pool: the steps of a strand are one after the other", "[pool]") {
  std::atomic<int> Entrants = 0, Steps = 0;
  std::atomic<bool> HasOverlap = false;
  std::promise<void> EndPromise;
  Strand Serial(WorkKind::Build,
                [&]() -> std::optional<Strand::Clock::time_point> {
                  HasOverlap = HasOverlap || ++Entrants != 1;
                  bool IsLast = ++Steps == 1000;
                  --Entrants;
                  if (IsLast)
                    EndPromise.set_value();
                  return Steps < 1000 ? std::optional(Strand::Clock::now())
                                      : std::nullopt;
                });
  std::list<std::thread> Wakers;
  for (int I = 0; I != 4; ++I)
    Wakers.emplace_back([&] {
      for (int J = 0; J != 100; ++J)
        Serial.wake();
    });
  for (std::thread &Waker : Wakers)
    Waker.join();
  EndPromise.get_future().wait();
  Serial.stop();
  CHECK_FALSE(HasOverlap);
  CHECK(Steps >= 1000);
}

TEST_CASE("Pool: a step that is woken meanwhile is followed by another",
          "[pool]") {
  Gate Go;
  std::promise<void> StartPromise, Second;
  int Steps = 0;
  Strand Serial(WorkKind::Build,
                [&]() -> std::optional<Strand::Clock::time_point> {
                  if (++Steps == 1) {
                    StartPromise.set_value();
                    Go.Open.wait();
                  } else {
                    Second.set_value();
                  }
                  return std::nullopt;
                });
  Serial.wake();
  StartPromise.get_future().wait();
  Serial.wake();
  Serial.wake();
  Go.open();
  Second.get_future().wait();
  Serial.stop();
  CHECK(Steps == 2);
}

TEST_CASE("Pool: what is due later comes in its order", "[pool]") {
  std::vector<int> Order;
  std::promise<void> EndPromise;
  auto StartTime = Strand::Clock::now();
  Strand Late(WorkKind::Timing,
              [&]() -> std::optional<Strand::Clock::time_point> {
                Order.push_back(2);
                EndPromise.set_value();
                return std::nullopt;
              });
  Strand Early(WorkKind::Timing,
               [&]() -> std::optional<Strand::Clock::time_point> {
                 Order.push_back(1);
                 return std::nullopt;
               });
  Late.wake(StartTime + 1h);
  Late.wake(StartTime + 40ms);
  Early.wake(StartTime + 20ms);
  EndPromise.get_future().wait();
  CHECK(Order == std::vector<int>{1, 2});
}

TEST_CASE("Pool: threads do not grow with what there is to do", "[pool]") {
  // All builds are held: nothing else is.
  Gate Go;
  std::atomic<int> RunningCount = 0;
  std::list<Strand> Documents;
  for (int I = 0; I != 100; ++I) {
    Documents.emplace_back(WorkKind::Build,
                           [&]() -> std::optional<Strand::Clock::time_point> {
                             ++RunningCount;
                             Go.Open.wait();
                             return std::nullopt;
                           });
    Documents.back().wake();
  }
  for (WorkKind Kind :
       {WorkKind::Timing, WorkKind::Reading, WorkKind::Completion,
        WorkKind::Fix, WorkKind::Disposal}) {
    auto AnswerPromise = std::make_shared<std::promise<void>>();
    std::future<void> Answer = AnswerPromise->get_future();
    WorkerPool::get().post(Kind,
                           [AnswerPromise] { AnswerPromise->set_value(); });
    Answer.wait();
  }
  CHECK(WorkerPool::get().threadCount() <= WorkerPool::maxThreads());
  CHECK(RunningCount >= 2);
  CHECK(RunningCount <= 4);
  Go.open();
  Documents.clear();
}

TEST_CASE("Pool: a crash ends one step and nothing else", "[pool]") {
  CrashRecovery Recovery;
  std::promise<std::string> MessagePromise;
  WorkerPool::get().setHandlers(nullptr, [&](const std::string &Text) {
    MessagePromise.set_value(Text);
  });
  std::promise<void> SecondPromise;
  int Steps = 0;
  Strand Serial(WorkKind::Build,
                [&]() -> std::optional<Strand::Clock::time_point> {
                  if (++Steps == 1)
                    ::raise(SIGSEGV);
                  SecondPromise.set_value();
                  return std::nullopt;
                });
  Serial.wake();
  CHECK(MessagePromise.get_future().get() == "a task crashed");
  WorkerPool::get().setHandlers(nullptr, nullptr);
  Serial.wake();
  SecondPromise.get_future().wait();
}

TEST_CASE("Pool: an owner that retires goes when nothing runs", "[pool]") {
  struct Owner {
    explicit Owner(Gate &Go, std::promise<void> &StartPromise,
                   std::promise<void> &EndPromise)
        : EndPromise(EndPromise), Serial(WorkKind::Build, [&Go, &StartPromise] {
            StartPromise.set_value();
            Go.Open.wait();
            return std::optional(Strand::Clock::now());
          }) {}
    ~Owner() { EndPromise.set_value(); }
    std::promise<void> &EndPromise;
    Strand Serial;
  };
  Gate Go;
  std::promise<void> StartPromise, EndPromise;
  std::future<void> IsGone = EndPromise.get_future();
  auto Subject = std::make_shared<Owner>(Go, StartPromise, EndPromise);
  Subject->Serial.wake();
  StartPromise.get_future().wait();
  Strand &Serial = Subject->Serial;
  Serial.retire(std::move(Subject));
  CHECK(IsGone.wait_for(0s) == std::future_status::timeout);
  Go.open();
  IsGone.wait();
}

TEST_CASE("Pool: a group waits for what runs, and drops the rest", "[pool]") {
  Gate Go;
  std::promise<void> StartPromise;
  std::atomic<int> Ran = 0;
  std::thread Opener;
  {
    TaskQueue Group(WorkKind::Reading);
    Group.post([&] {
      StartPromise.set_value();
      Go.Open.wait();
      ++Ran;
    });
    // It is gone before the first one ends.
    Group.post([&, Kept = std::shared_ptr<void>(
                       nullptr, [&](void *) { Go.open(); })] { ++Ran; });
    StartPromise.get_future().wait();
  }
  CHECK(Ran == 1);
}

TEST_CASE("Pool: a crash in a group is nobody else's", "[pool]") {
  CrashRecovery Recovery;
  TaskQueue Group(WorkKind::Reading);
  Group.post([] { ::raise(SIGSEGV); });
  std::promise<void> EndPromise;
  Group.post([&] { EndPromise.set_value(); });
  EndPromise.get_future().wait();
}

TEST_CASE("Pool: side tasks", "[pool]") {
  CrashRecovery Recovery;
  for (bool IsBeside : {false, true}) {
    SideTask<int> Sum(IsBeside, [] { return 42; });
    CHECK(Sum.get() == 42);
    SideTask<int> Crash(IsBeside, []() -> int {
      ::raise(SIGSEGV);
      return 0;
    });
    CHECK_FALSE(survive([&] { Crash.get(); }));
  }
  // Where no thread is free, whoever needs it computes it.
  Gate Go;
  std::list<Strand> Documents;
  for (int I = 0; I != 8; ++I) {
    Documents.emplace_back(WorkKind::Build,
                           [&]() -> std::optional<Strand::Clock::time_point> {
                             Go.Open.wait();
                             return std::nullopt;
                           });
    Documents.back().wake();
  }
  SideTask<std::thread::id> LocalTask(
      true, [] { return std::this_thread::get_id(); });
  CHECK(LocalTask.get() == std::this_thread::get_id());
  Go.open();
  Documents.clear();
}
