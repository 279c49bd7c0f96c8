//===- RequestQueue.cpp - Runs requests one after the other ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/RequestQueue.h"

using namespace mlir::noisy::lsp;

RequestQueue::RequestQueue(std::function<void(const std::string &)> Log)
    : Log(std::move(Log)), Worker([this] { work(); }) {}

RequestQueue::~RequestQueue() {
  std::deque<Task> Dropped;
  {
    std::lock_guard Lock(Mutex);
    Ending = true;
    std::swap(Dropped, Tasks);
  }
  Dropped.clear();
  Changed.notify_all();
  Worker.join();
}

void RequestQueue::push(Task Next) {
  {
    std::lock_guard Lock(Mutex);
    Tasks.push_back(std::move(Next));
  }
  Changed.notify_one();
}

void RequestQueue::work() {
  std::unique_lock Lock(Mutex);
  while (true) {
    Changed.wait(Lock, [&] { return Ending || !Tasks.empty(); });
    if (Ending)
      return;
    Task Next = std::move(Tasks.front());
    Tasks.pop_front();
    Lock.unlock();
    try {
      Next();
    } catch (const std::exception &Error) {
      if (Log)
        Log(std::string("a request failed: ") + Error.what());
    }
    // What it holds may take locks of its own when it goes.
    Next = nullptr;
    Lock.lock();
  }
}
