//===- CoverPartitionTest.cpp - Tests of CoverPartition ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverPartition.h"

#include "tests/optimizer/cover/BruteForce.h"

#include <catch2/catch.hpp>

using namespace mlir::noisy;

using Groups = std::vector<std::vector<uint32_t>>;

/// The weight of the rows that are across groups.
static double weightAcross(const CoverProblem &Problem,
                           const std::vector<double> &Weights,
                           const Groups &Parts) {
  std::vector<size_t> GroupOf(Problem.columns());
  for (size_t Group = 0; Group != Parts.size(); ++Group)
    for (uint32_t Column : Parts[Group])
      GroupOf[Column] = Group;
  double Sum = 0;
  for (size_t Row = 0; Row != Problem.Rows.size(); ++Row)
    for (uint32_t Column : Problem.Rows[Row])
      if (GroupOf[Column] != GroupOf[Problem.Rows[Row].front()]) {
        Sum += Weights[Row];
        break;
      }
  return Sum;
}

TEST_CASE("every column is in one group, and no group is too large",
          "[cover]") {
  RandomCovers Random(19);
  for (int Round = 0; Round != 1000; ++Round) {
    CoverProblem Problem = Random.problem();
    std::vector<double> Weights;
    for (size_t Row = 0; Row != Problem.Rows.size(); ++Row)
      Weights.push_back(Random.numberBelow(10));
    uint32_t Most = 1 + Random.numberBelow(Problem.columns());
    Groups Parts = partitionColumns(Problem, Weights, Most);
    std::vector<uint32_t> All;
    for (const std::vector<uint32_t> &Group : Parts) {
      REQUIRE(!Group.empty());
      REQUIRE(Group.size() <= Most);
      REQUIRE(std::is_sorted(Group.begin(), Group.end()));
      All.insert(All.end(), Group.begin(), Group.end());
    }
    std::sort(All.begin(), All.end());
    REQUIRE(All.size() == Problem.columns());
    for (uint32_t Column = 0; Column != Problem.columns(); ++Column)
      REQUIRE(All[Column] == Column);
  }
}

TEST_CASE("groups are found whatever the numbers of their columns", "[cover]") {
  RandomCovers Random(20);
  for (uint32_t Size : {4u, 16u, 50u}) {
    // Five groups, column by column in turn; heavy rows inside, and light ones
    // across.
    const uint32_t Count = 5;
    CoverProblem Problem;
    Problem.Cost.assign(Count * Size, 1);
    std::vector<double> Weights;
    for (uint32_t Column = Count; Column != Count * Size; ++Column) {
      Problem.Rows.push_back({Column - Count, Column});
      Weights.push_back(1);
    }
    for (int Row = 0; Row != 20; ++Row) {
      Problem.Rows.push_back({Random.numberBelow(Count * Size),
                              Random.numberBelow(Count * Size),
                              Random.numberBelow(Count * Size)});
      Weights.push_back(0.01);
    }
    // Pieces of equal length have all of them across.
    double Sum = 0;
    for (double Weight : Weights)
      Sum += Weight;
    CHECK(weightAcross(Problem, Weights,
                       partitionColumns(Problem, Weights, Size)) < Sum / 5);
  }
}
