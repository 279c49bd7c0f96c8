//===- CoverVolumeTest.cpp - Tests of CoverVolume ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverVolume.h"

#include "tests/optimizer/cover/BruteForce.h"

#include <catch2/catch.hpp>

using namespace mlir::noisy;

static CoverVolume makeVolume(const CoverProblem &Problem) {
  CoverVolume Volume(Problem.Cost);
  for (std::vector<uint32_t> Row : Problem.Rows) {
    std::sort(Row.begin(), Row.end());
    Row.erase(std::unique(Row.begin(), Row.end()), Row.end());
    Volume.addRow(std::move(Row));
  }
  return Volume;
}

TEST_CASE("prices are worth no more than the best cover", "[cover]") {
  RandomCovers Random(21);
  for (int Round = 0; Round != 1000; ++Round) {
    CoverProblem Problem = Random.problem();
    int64_t Best = *bruteForceCost(Problem);
    CoverVolume Volume = makeVolume(Problem);
    for (int Runs = 0; Runs != 5; ++Runs) {
      Volume.run(50, static_cast<double>(Best));
      if (Random.numberBelow(2))
        Volume.dropIdle();
      REQUIRE(Volume.bound() <= static_cast<double>(Best) + 1e-6);
    }
    for (double Value : Volume.values()) {
      REQUIRE(Value >= 0);
      REQUIRE(Value <= 1);
    }
  }
}

TEST_CASE("the fractional choice is near that of the relaxation", "[cover]") {
  // A circle of odd length: the relaxation takes half of each column.
  CoverProblem Problem;
  const uint32_t Count = 31;
  Problem.Cost.assign(Count, 2);
  for (uint32_t Column = 0; Column != Count; ++Column)
    Problem.Rows.push_back({Column, (Column + 1) % Count});
  CoverVolume Volume = makeVolume(Problem);
  Volume.run(500, 32);
  CHECK(Volume.bound() > 30);
  CHECK(Volume.bound() <= 31 + 1e-6);
  for (const std::vector<uint32_t> &Row : Problem.Rows)
    CHECK(Volume.sum(Row) > 0.8);
}

TEST_CASE("equal rows count once, and those of no importance are forgotten",
          "[cover]") {
  CoverVolume Volume({1, 1, 1, 1});
  CHECK(Volume.addRow({0}));
  CHECK(Volume.addRow({1}));
  CHECK(!Volume.addRow({0}));
  CHECK(Volume.rows() == 2);
  Volume.run(100, 3);
  // What is chosen anyway hits this one twice.
  CHECK(Volume.addRow({0, 1, 2}));
  CHECK(Volume.importantRows().size() == 2);
  for (int Round = 0; Round != 10; ++Round)
    Volume.dropIdle();
  CHECK(Volume.rows() == 2);
  CHECK(Volume.addRow({0, 1, 2}));
}
