//===- NodeQueueTest.cpp - The least of a set of numbers ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/placement/NodeQueue.h"
#include "tests/support/RandomSeed.h"
#include <catch2/catch.hpp>

#include <random>
#include <set>

using namespace mlir::noisy;
using namespace mlir::noisy::test;

TEST_CASE("a queue of nodes gives the least of a set", "[random]") {
  std::mt19937 Random(randomSeed(53));
  for (uint32_t Size : {1u, 64u, 65u, 5000u, 300000u}) {
    NodeQueue Queue(Size);
    std::set<uint32_t> Set;
    for (int Step = 0; Step < 3000; ++Step) {
      REQUIRE(Queue.empty() == Set.empty());
      if (!Set.empty())
        REQUIRE(Queue.least() == *Set.begin());
      uint32_t Number = Random() % Size;
      if (Random() % 2) {
        Queue.insert(Number);
        Set.insert(Number);
      } else if (!Set.empty()) {
        // The least, or any.
        auto It = Random() % 2 ? Set.begin() : Set.lower_bound(Number);
        if (It == Set.end())
          It = Set.begin();
        Queue.erase(*It);
        Set.erase(It);
      }
    }
    Queue.clear();
    REQUIRE(Queue.empty());
  }
}
