//===- RequestQueue.cpp - Requests, run one after the other ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/handlers/RequestQueue.h"
#include "server/threads/Thread.h"

using namespace mlir::noisy::lsp;

RequestQueue::RequestQueue(std::function<void(const std::string &)> Log)
    : Log(std::move(Log)) {}

RequestQueue::~RequestQueue() {
  std::deque<Task> Remaining;
  {
    std::lock_guard Lock(Mutex);
    std::swap(Remaining, Tasks);
  }
  Remaining.clear();
  Work.stop();
}

void RequestQueue::push(Task Next) {
  {
    std::lock_guard Lock(Mutex);
    Tasks.push_back(std::move(Next));
  }
  Work.wake();
}

std::optional<Strand::Clock::time_point> RequestQueue::runNext() {
  std::unique_lock Lock(Mutex);
  if (Tasks.empty())
    return std::nullopt;
  auto Next = std::make_unique<Task>(std::move(Tasks.front()));
  Tasks.pop_front();
  Lock.unlock();
  std::string Failure;
  bool HasSurvived = survive([&] {
    try {
      (*Next)();
      // The task may take locks when it is destroyed.
      Next.reset();
    } catch (const std::exception &Error) {
      Failure = std::string("a request failed: ") + Error.what();
    }
  });
  if (!HasSurvived) {
    // The data of crashed code cannot be destroyed safely.
    (void)Next.release();
    Failure = "a request crashed";
  }
  if (!Failure.empty() && Log)
    Log(Failure);
  Lock.lock();
  return Tasks.empty() ? std::nullopt : std::optional(Strand::Clock::now());
}
