//===- CoverRegionsTest.cpp - Tests of CoverRegions -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverRegions.h"

#include "optimizer/cover/CoverBound.h"
#include "optimizer/cover/CoverElimination.h"
#include "tests/optimizer/cover/BruteForce.h"

#include <catch2/catch.hpp>

using namespace mlir::noisy;

TEST_CASE("the sum of the regions is a bound", "[cover]") {
  RandomCovers Random(15);
  int Tight = 0;
  for (int Round = 0; Round != 3000; ++Round) {
    CoverProblem Problem = Random.problem();
    RegionBoundOptions Options;
    Options.RegionColumns = 1 + Random.numberBelow(6);
    Options.Rounds = 5;
    int64_t Best = *bruteForceCost(Problem);
    int64_t Last = 0;
    Options.Better = [&](int64_t Bound) {
      CHECK(Bound > Last);
      Last = Bound;
    };
    int64_t Limit = Best + Random.numberBelow(2);
    int64_t Bound = regionBound(Problem, Limit, Options);
    REQUIRE(Bound >= 0);
    REQUIRE(Bound <= Best);
    REQUIRE(Last <= Bound);
    Tight += Bound >= Best;
  }
  CHECK(Tight > 2500);
}

/// Triangles in a chain: the relaxation takes half of everything.
static CoverProblem triangles(uint32_t Count, int64_t Cost) {
  CoverProblem Problem;
  Problem.Cost.assign(3 * Count, Cost);
  for (uint32_t Column = 0; Column != 3 * Count; Column += 3) {
    Problem.Rows.insert(
        Problem.Rows.end(),
        {{Column, Column + 1}, {Column + 1, Column + 2}, {Column, Column + 2}});
    if (Column != 0)
      Problem.Rows.push_back({Column - 1, Column, Column + 1});
  }
  return Problem;
}

TEST_CASE("regions know more than the relaxation", "[cover]") {
  for (int64_t Cost : {1, 7, 1'000'000'000}) {
    CoverProblem Problem = triangles(40, Cost);
    CHECK(lagrangianBound(Problem, 81 * Cost, 300).Bound <= 61 * Cost);
    RegionBoundOptions Options;
    Options.RegionColumns = 3;
    CHECK(regionBound(Problem, 81 * Cost, Options) == 80 * Cost);
    // Where the cut goes through triangles, still something.
    Options.RegionColumns = 10;
    CHECK(regionBound(Problem, 81 * Cost, Options) >= 70 * Cost);
  }
}

TEST_CASE("regions that take too long are divided", "[cover]") {
  CoverProblem Problem = triangles(40, 1);
  CHECK(CoverElimination(Problem).steps() > 100);
  RegionBoundOptions Options;
  Options.RegionColumns = 120;
  for (uint64_t Steps = 500; Steps < 500'000; Steps *= 2) {
    Options.RegionSteps = Steps;
    int64_t Bound = regionBound(Problem, 81, Options);
    CHECK(Bound >= 60);
    CHECK(Bound <= 80);
  }
  // With no steps at all the first bound remains.
  Options.RegionSteps = 0;
  CHECK(regionBound(Problem, 81, Options) ==
        lagrangianBound(Problem, 81, 300).Bound);
}

TEST_CASE("a search for bounds ends when told to", "[cover]") {
  CoverProblem Problem = triangles(40, 1);
  RegionBoundOptions Options;
  Options.RegionColumns = 10;
  Options.Rounds = UINT32_MAX;
  int StopChecks = 0;
  Options.Stop = [&] { return ++StopChecks == 100; };
  int64_t Bound = regionBound(Problem, 1000, Options);
  CHECK(Bound <= 80);
  CHECK(StopChecks == 100);
}

TEST_CASE("numbers too large for regions leave the first bound", "[cover]") {
  const int64_t Large = int64_t(1) << 58;
  CoverProblem Problem{
      {Large, Large, Large}, {{0, 1}, {1, 2}, {2, 0}, {0, 1, 2}}, {}};
  int64_t Bound = regionBound(Problem, 3 * Large, {});
  CHECK(Bound <= 2 * Large);
  CHECK(Bound >= Large);
}
