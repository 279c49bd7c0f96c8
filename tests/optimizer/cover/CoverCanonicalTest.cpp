//===- CoverCanonicalTest.cpp - Tests of CoverCanonical ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverCanonical.h"

#include "optimizer/cover/CoverNode.h"
#include "tests/optimizer/cover/BruteForce.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <numeric>

using namespace mlir::noisy;

/// \p Problem with its columns and rows in another order.
static CoverProblem shuffle(const CoverProblem &Problem, RandomCovers &Random) {
  std::vector<uint32_t> NumberOf(Problem.columns());
  std::iota(NumberOf.begin(), NumberOf.end(), 0);
  for (uint32_t Remaining = Problem.columns(); Remaining > 1; --Remaining)
    std::swap(NumberOf[Remaining - 1], NumberOf[Random.numberBelow(Remaining)]);
  CoverProblem Result = Problem;
  for (uint32_t Column = 0; Column != Problem.columns(); ++Column)
    Result.Cost[NumberOf[Column]] = Problem.Cost[Column];
  for (std::vector<uint32_t> &Row : Result.Rows)
    for (uint32_t &Column : Row)
      Column = NumberOf[Column];
  for (size_t Remaining = Result.Rows.size(); Remaining > 1; --Remaining)
    std::swap(
        Result.Rows[Remaining - 1],
        Result.Rows[Random.numberBelow(static_cast<uint32_t>(Remaining))]);
  return Result;
}

TEST_CASE("an order of columns makes no difference", "[cover]") {
  RandomCovers Random(41);
  int EqualCount = 0;
  for (int Round = 0; Round != 500; ++Round) {
    CoverProblem Problem = Random.problem();
    CanonicalCover A = canonicalCover(Problem);
    CanonicalCover B = canonicalCover(shuffle(Problem, Random));
    EqualCount +=
        A.Problem.Cost == B.Problem.Cost && A.Problem.Rows == B.Problem.Rows;

    // It is the problem that was given, under other numbers.
    std::vector<std::vector<uint32_t>> Rows = A.Problem.Rows;
    for (std::vector<uint32_t> &Row : Rows) {
      for (uint32_t &Column : Row)
        Column = A.Columns[Column];
      std::sort(Row.begin(), Row.end());
    }
    for (std::vector<uint32_t> &Row : Problem.Rows)
      std::sort(Row.begin(), Row.end());
    std::sort(Rows.begin(), Rows.end());
    std::sort(Problem.Rows.begin(), Problem.Rows.end());
    REQUIRE(Rows == Problem.Rows);
    for (uint32_t Column = 0; Column != Problem.columns(); ++Column)
      REQUIRE(A.Problem.Cost[Column] == Problem.Cost[A.Columns[Column]]);
  }
  // Symmetric ones may be missed.
  CHECK(EqualCount > 450);
}

TEST_CASE("different problems stay different", "[cover]") {
  CanonicalCover A = canonicalCover({{1, 1, 1}, {{0, 1}, {1, 2}}, {}});
  CanonicalCover B = canonicalCover({{1, 1, 1}, {{0, 1}, {0, 1, 2}}, {}});
  CanonicalCover C = canonicalCover({{1, 1, 2}, {{0, 1}, {1, 2}}, {}});
  CHECK(A.Problem.Rows != B.Problem.Rows);
  CHECK(A.Problem.Cost != C.Problem.Cost);
  CHECK(hashOfCover(A.Problem) != hashOfCover(B.Problem));
  CHECK(hashOfCover(A.Problem) != hashOfCover(C.Problem));
}

TEST_CASE("long chains do not take more passes than allowed", "[cover]") {
  CoverProblem Chain{std::vector<int64_t>(3000, 1), {{0}}, {}};
  for (uint32_t Column = 1; Column != Chain.columns(); ++Column)
    Chain.Rows.push_back({Column - 1, Column});
  CHECK(canonicalCover(Chain).Passes > 1000);
  CanonicalCover Bounded = canonicalCover(Chain, 20);
  CHECK(Bounded.Passes == 20);
  CHECK_FALSE(Bounded.IsComplete);
  std::sort(Bounded.Columns.begin(), Bounded.Columns.end());
  for (uint32_t Column = 0; Column != Chain.columns(); ++Column)
    REQUIRE(Bounded.Columns[Column] == Column);
}

/// Columns on a ring, where each is like any other: telling them apart takes
/// as many passes as there are steps around it, again and again.
static void addRing(CoverProblem &Problem, uint32_t Columns) {
  const uint32_t First = Problem.columns();
  Problem.Cost.resize(First + Columns, 1);
  for (uint32_t Column = 0; Column != Columns; ++Column)
    Problem.Rows.push_back({First + Column, First + (Column + 1) % Columns,
                            First + (Column + 3) % Columns});
}

TEST_CASE("many problems share a limit", "[cover]") {
  CoverProblem Ring;
  addRing(Ring, 3000);
  const size_t Entries = 1 + 3000 + 3 * 3000;
  size_t Left = 100 * Entries;
  CHECK_FALSE(canonicalCoverWithin(Ring, Left).IsComplete);
  CHECK(Left == 36 * Entries);
  CHECK(canonicalCoverWithin(Ring, Left).Passes == 36);
  CHECK(Left == 0);
  CanonicalCover None = canonicalCoverWithin(Ring, Left);
  CHECK(None.Passes == 0);
  CHECK(None.Problem.columns() == 3000);
  // Small ones need little.
  CoverProblem Small;
  addRing(Small, 10);
  Left = 1000;
  CHECK(canonicalCoverWithin(Small, Left).IsComplete);
  CHECK(Left > 0);
}

TEST_CASE("components that are hard to compare are split in time", "[cover]") {
  // Two that are equal by number, and one that is a little larger.
  CoverProblem Rings;
  for (uint32_t Columns : {60000, 60000, 60001})
    addRing(Rings, Columns);
  CoverNode Node(std::move(Rings));
  auto Begin = std::chrono::steady_clock::now();
  Node.split(nullptr);
  std::chrono::duration<double> Elapsed =
      std::chrono::steady_clock::now() - Begin;
  CHECK(Node.fixedColumns() == 0);
  REQUIRE(Node.children().size() == 2);
  CHECK(Node.children()[0]->Copies.size() == 2);
  CHECK(Node.children()[1]->Copies.size() == 1);
  // Without a limit this takes many minutes.
  CHECK(Elapsed.count() < 20);
}
