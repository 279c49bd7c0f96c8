//===- MilpTest.cpp - Mixed integer programs for CBC ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/optimizer/Milp.h"
#include <catch2/catch.hpp>
#include <random>

using namespace mlir::noisy::bench;
using namespace std::chrono_literals;

TEST_CASE("a problem comes back as it was sent") {
  Milp milp;
  milp.addColumn({-Milp::infinity, 2.5, 1e-3, false});
  milp.addBinary(3);
  milp.addRow(0.1, Milp::infinity, {{0, -1.5}, {1, 1e9}, {0, 2}});
  milp.addRow(-1, 1, {});
  std::optional<MilpRequest> request = decodeMilp(encodeMilp(milp, 1500ms));
  REQUIRE(request);
  CHECK(request->seconds == 1.5);
  REQUIRE(request->milp.columns.size() == 2);
  CHECK(request->milp.columns[0].lower == -Milp::infinity);
  CHECK(request->milp.columns[0].upper == 2.5);
  CHECK(request->milp.columns[0].cost == 1e-3);
  CHECK_FALSE(request->milp.columns[0].isInteger);
  CHECK(request->milp.columns[1].isInteger);
  REQUIRE(request->milp.rows.size() == 2);
  CHECK(request->milp.rows[0].lower == 0.1);
  CHECK(request->milp.rows[0].upper == Milp::infinity);
  REQUIRE(request->milp.rows[0].terms.size() == 3);
  CHECK(request->milp.rows[0].terms[1].column == 1);
  CHECK(request->milp.rows[0].terms[1].factor == 1e9);
  CHECK(request->milp.rows[1].terms.empty());
}

TEST_CASE("what is no problem is refused") {
  CHECK_FALSE(decodeMilp(""));
  CHECK_FALSE(decodeMilp("lp 1 0 0\nend\n"));
  CHECK_FALSE(decodeMilp("milp 1 1 0\nend\n"));
  CHECK_FALSE(decodeMilp("milp 1 1 0\nwhole 0 1 1\nend\n"));
  CHECK_FALSE(decodeMilp("milp 1 1 1\nreal 0 1 1\n1 0 1 1 1\nend\n"));
  CHECK_FALSE(decodeMilp("milp 1 0 99999999999\nend\n"));
  CHECK(decodeMilp("milp 1 1 1\nreal 0 1 1\n1 0 1 0 1\nend\n"));
}

TEST_CASE("a knapsack is solved, whole and relaxed") {
  // The most of 5 a + 4 b + 3 c with 2 a + 3 b + c <= 5 and a column twice in
  // the row: 5 by the row as it stands.
  for (bool isWhole : {true, false}) {
    Milp milp;
    milp.addColumn({0, 1, -5, isWhole});
    milp.addColumn({0, 1, -4, isWhole});
    milp.addColumn({0, 1, -3, isWhole});
    milp.addRow(-Milp::infinity, 5, {{0, 1}, {1, 3}, {2, 1}, {0, 1}});
    MilpResult result = solveMilp(milp, 20s);
    INFO(result.message);
    REQUIRE(result.status == MilpStatus::Optimal);
    CHECK(result.objective == Approx(isWhole ? -9 : -5 - 3 - 4 * 2.0 / 3));
    REQUIRE(result.values.size() == 3);
  }
}

TEST_CASE(
    "what has no solution is infeasible, also when only whole ones miss") {
  Milp milp;
  milp.addBinary(1);
  milp.addRow(2, Milp::infinity, {{0, 1}});
  CHECK(solveMilp(milp, 20s).status == MilpStatus::Infeasible);
  Milp half;
  half.addColumn({0, 5, 1, true});
  half.addRow(3, 3, {{0, 2}});
  CHECK(solveMilp(half, 20s).status == MilpStatus::Infeasible);
  Milp empty;
  empty.addBinary(1);
  empty.addRow(1, Milp::infinity, {});
  CHECK(solveMilp(empty, 20s).status == MilpStatus::Infeasible);
}

TEST_CASE("time that is up is not taken for an answer") {
  // A cover problem that nobody solves in a moment.
  Milp milp;
  std::mt19937 random(1);
  for (unsigned i = 0; i < 1500; ++i)
    milp.addBinary(1);
  for (unsigned i = 0; i < 4000; ++i)
    milp.addRow(1, Milp::infinity,
                {{unsigned(random() % 1500), 1},
                 {unsigned(random() % 1500), 1},
                 {unsigned(random() % 1500), 1}});
  MilpResult result = solveMilp(milp, 200ms);
  CHECK((result.status == MilpStatus::Stopped ||
         result.status == MilpStatus::Feasible));
}
