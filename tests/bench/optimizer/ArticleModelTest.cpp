//===- ArticleModelTest.cpp - The integer program of the article ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/optimizer/ArticleModel.h"
#include "tests/support/Program.h"

using namespace mlir::noisy;
using namespace mlir::noisy::test;
using namespace std::chrono_literals;

/// How many reductions the model's optimum has, after the analysis has
/// confirmed it; -1 where it has none.
static int countReductions(const std::string &body) {
  Program program(withFresh(body));
  REQUIRE(program.isParsed());
  auto line = bench::StraightLine::read(program.module());
  REQUIRE(line);
  bench::ArticleModel model(*line);
  bench::MilpResult result = bench::solveMilp(model.getMilp(), 20s);
  INFO(result.message);
  if (result.status == bench::MilpStatus::Infeasible)
    return -1;
  REQUIRE(result.status == bench::MilpStatus::Optimal);
  std::vector<Reduction> reductions =
      line->getReductions(model.getReduced(result.values));
  CHECK(confirmReductions(program.module(), reductions));
  return reductions.size();
}

TEST_CASE("the article's model on the article's programs") {
  CHECK(countReductions(R"(
    %1 = noisy.mul %a, %b : !noisy.i32
    %2 = noisy.mul %1, %1 : !noisy.i32
    %3 = noisy.mul %2, %2 : !noisy.i32
    %4 = noisy.mul %3, %3 : !noisy.i32)") == 3);
  CHECK(countReductions(R"(
    %m = noisy.mul %a, %b : !noisy.i32
    %l1 = noisy.add %m, %a : !noisy.i32
    %l2 = noisy.add %l1, %a : !noisy.i32
    %l3 = noisy.add %l2, %a : !noisy.i32
    %r1 = noisy.sub %m, %b : !noisy.i32
    %r2 = noisy.sub %r1, %b : !noisy.i32
    %r3 = noisy.sub %r2, %b : !noisy.i32)") == 1);
}

TEST_CASE("the article's model reduces where nothing needs it") {
  CHECK(countReductions(R"(
    %1 = noisy.mul %a, %b : !noisy.i32
    %2 = noisy.add %1, %a : !noisy.i32
    %3 = noisy.add %2, %a : !noisy.i32)") == 1);
}

TEST_CASE("the article's model knows what cannot be") {
  CHECK(countReductions("%1 = noisy.scale %a by 100000 : !noisy.i32") == -1);
  CHECK(countReductions("%1 = noisy.scale %a by 1000 : !noisy.i32") == 0);
}
