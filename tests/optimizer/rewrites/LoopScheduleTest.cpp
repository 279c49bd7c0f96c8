//===- LoopScheduleTest.cpp - The order of a loop's turns -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/LoopSchedule.h"
#include <catch2/catch.hpp>

using namespace mlir::noisy;

/// A loop that adds these terms in each turn.
static LoopNoise addUp(int64_t turns, llvm::SmallVector<uint32_t, 2> terms,
                       int64_t mostJoined = 1) {
  LoopNoise noise;
  noise.turns = turns;
  noise.sums.push_back({NoiseTransfer::max(1), 12, std::move(terms)});
  noise.mostJoined = mostJoined;
  return noise;
}

static int64_t countTurns(const LoopSchedule &schedule) {
  int64_t turns = schedule.joined;
  for (int64_t inner : schedule.turns)
    turns *= inner;
  return turns + schedule.rest;
}

TEST_CASE("a nest is a tree of sums", "[rewrites]") {
  const NoiseModel model;
  auto check = [&](const LoopNoise &noise, uint64_t simple, uint64_t best) {
    CAPTURE(noise.turns);
    CHECK(countSimpleReductions(model, noise) == simple);
    LoopSchedule schedule = findSchedule(model, noise);
    CHECK(schedule.reductions == best);
    CHECK(schedule.isChanged() == (best < simple));
    CHECK(countTurns(schedule) == noise.turns);
    CHECK(schedule.bits <= model.max);
  };
  check(addUp(14, {12}), 0, 0);
  check(addUp(15, {12}), 15, 0);
  check(addUp(64, {12}), 64, 0);
  check(addUp(128, {12}), 128, 0);
  // A prime number: some turns are left over.
  check(addUp(127, {12}), 127, 1);
  check(addUp(127, {12}, 6), 127, 0);
  check(addUp(1000, {12}), 1000, 10);
  check(addUp(1000, {12}, 8), 1000, 5);
  // Products: two of them, or four as a tree, make a full sum.
  check(addUp(256, {24}), 256, 128);
  check(addUp(256, {24}, 4), 256, 64);
  // No term leaves room for another one.
  check(addUp(100, {26}, 4), 200, 100);
}

TEST_CASE("what is no sum passes through the loops", "[rewrites]") {
  const NoiseModel model;
  LoopNoise noise;
  noise.turns = 60;
  noise.others = 2;
  auto check = [&](int64_t freeTurns, uint64_t reductions) {
    CAPTURE(freeTurns);
    noise.freeTurns = freeTurns;
    LoopSchedule schedule = findSchedule(model, noise);
    CHECK(schedule.reductions == reductions);
    CHECK(countTurns(schedule) == 60);
  };
  check(60, 0);
  check(1, 120);
  check(0, 120);
  check(4, 30);
  check(6, 20);
  // Seven does not divide it.
  check(7, 16);
  CHECK(countSimpleReductions(model, noise) == 120);
}

TEST_CASE("numbers with very many divisors end", "[rewrites]") {
  LoopSchedule schedule = findSchedule({}, addUp(720720, {24}, 8));
  CHECK(countTurns(schedule) == 720720);
  CHECK(schedule.reductions < 720720 / 2);
}
