//===- CommandQueueTest.cpp - Tests of work for a thread that polls -------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/upstream/CommandQueue.h"
#include <atomic>
#include <catch2/catch.hpp>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <thread>

using namespace mlir::noisy::lsp;

/// True if the descriptor can be read.
static bool isAwake(const CommandQueue &Queue) {
  pollfd Poll{Queue.descriptor(), POLLIN, 0};
  return poll(&Poll, 1, /*timeout=*/0) == 1;
}

TEST_CASE("CommandQueue: commands wake the thread, and run in their order") {
  CommandQueue Queue;
  std::string Order;
  CHECK_FALSE(isAwake(Queue));
  Queue.post([&] { Order += 'a'; });
  Queue.post([&] {
    Order += 'b';
    Queue.post([&] { Order += 'd'; });
  });
  Queue.post([&] { Order += 'c'; });
  CHECK(isAwake(Queue));
  Queue.clearWake();
  CHECK_FALSE(isAwake(Queue));
  CHECK(Queue.run());
  CHECK(Order == "abcd");
}

TEST_CASE("CommandQueue: what was posted before the end is run") {
  CommandQueue Queue;
  unsigned Count = 0;
  Queue.post([&] { ++Count; });
  Queue.stop();
  CHECK(isAwake(Queue));
  CHECK_FALSE(Queue.run());
  CHECK(Count == 1);
}

TEST_CASE("CommandQueue: a command that throws takes no other along") {
  CommandQueue Queue;
  unsigned Count = 0;
  Queue.post([] { throw std::runtime_error("command"); });
  Queue.post([&] { ++Count; });
  CHECK_THROWS_WITH(Queue.run(), "command");
  CHECK(Queue.run());
  CHECK(Count == 1);
}

TEST_CASE("CommandQueue: more commands from other threads than a pipe has "
          "bytes") {
  CommandQueue Queue;
  std::atomic<unsigned> Count = 0;
  const unsigned Each = 50000;
  auto Post = [&] {
    for (unsigned I = 0; I < Each; ++I)
      Queue.post([&] { ++Count; });
  };
  std::thread First(Post), Second(Post);
  First.join();
  Second.join();
  CHECK(isAwake(Queue));
  Queue.clearWake();
  CHECK(Queue.run());
  CHECK(Count == 2 * Each);
}
