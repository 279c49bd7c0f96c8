//===- ParallelReductionTest.cpp - Reductions of parallel loops -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/ParallelReduction.h"
#include "tests/support/Program.h"
#include <functional>
#include <random>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// A parallel loop of `turns` that combines %x, of 14 bits, by `combination`,
/// beginning with %a.
static std::string reduction(std::string turns, std::string combination) {
  return withFresh("%turns = arith.constant " + turns + R"( : index
    %r = scf.parallel (%i) = (%c0) to (%turns) step (%c1) init (%a)
        -> !noisy.i32 {
      %x2 = noisy.scale %b by 4 : !noisy.i32
      scf.reduce(%x2 : !noisy.i32) {
      ^bb0(%l: !noisy.i32, %h: !noisy.i32):
        )" + combination +
                   R"(
        scf.reduce.return %s : !noisy.i32
      }
    })");
}

TEST_CASE("an addition in each turn is a bit for each turn, in any order") {
  Program program(reduction("10", "%s = noisy.add %l, %h : !noisy.i32"));
  CHECK(program.bound("%l") == 23);
  CHECK(program.bound("%h") == 23);
  CHECK(program.bound("%s") == 24);
  CHECK(program.bound("%r") == 24);
  CHECK(program.findings() == "");
}

TEST_CASE("a multiplication in each turn adds up the noise of all") {
  Program program(reduction("3", "%s = noisy.mul %h, %l : !noisy.i32"));
  CHECK(program.bound("%l") == 42); // without the initial value
  CHECK(program.bound("%s") == 54); // 12 + 3 * 14
  CHECK(program.bound("%r") == 54);
  CHECK(program.findings() == "overflow %s 54");
  CHECK(program.fact("%r").unreliableCause == program.value("%s"));
}

TEST_CASE("a parallel loop that does not turn gives its initial value") {
  Program program(reduction("0", "%s = noisy.mul %h, %l : !noisy.i32"));
  CHECK(program.bound("%s") == unreachable);
  CHECK(program.bound("%r") == 12);
}

TEST_CASE("another combination that gains is unbounded") {
  Program program(reduction("3", R"(%t = noisy.add %l, %h : !noisy.i32
        %s = noisy.add %t, %h : !noisy.i32)"));
  CHECK(program.bound("%r") == unbounded);
  CHECK_THAT(program.findings(), Catch::StartsWith("unbounded %"));

  Program twice(reduction("3", "%s = noisy.add %l, %l : !noisy.i32"));
  CHECK(twice.bound("%r") == unbounded);
}

TEST_CASE("a combination that does not gain is the join") {
  Program select(reduction("3", "%s = arith.select %p, %l, %h : !noisy.i32"));
  CHECK(select.bound("%r") == 14);
  Program reducedProgram(reduction("3", R"(%t = noisy.add %l, %h : !noisy.i32
        %s = noisy.reduce_noise %t : !noisy.i32)"));
  CHECK(reducedProgram.bound("%t") == 15);
  CHECK(reducedProgram.bound("%r") == 12);
  CHECK(reducedProgram.findings() == "");
}

TEST_CASE("what is reduced in each turn is combined once") {
  auto multiply = [](std::string turns) {
    return reduction(turns, R"(%t = noisy.mul %l, %h : !noisy.i32
        %s = noisy.reduce_noise %t : !noisy.i32)");
  };
  // With one turn there is one combination, of the initial value; with more,
  // two values of 14 bits can meet.
  Program singleTurn(multiply("1"));
  CHECK(singleTurn.bound("%t") == 26);
  CHECK(singleTurn.bound("%h") == 14);
  CHECK(singleTurn.bound("%r") == 12);
  CHECK(singleTurn.findings() == "");
  Program twice(multiply("2"));
  CHECK(twice.bound("%t") == 28);
  CHECK(twice.findings() == "overflow %t 28");
  Program noTurns(multiply("0"));
  CHECK(noTurns.bound("%t") == unreachable);
  CHECK(noTurns.bound("%r") == 12);
}

TEST_CASE("with an unknown number of turns an addition is unbounded") {
  Program program(withFresh(R"(
    %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%a) -> !noisy.i32 {
      scf.reduce(%b : !noisy.i32) {
      ^bb0(%l: !noisy.i32, %h: !noisy.i32):
        %s = noisy.add %l, %h : !noisy.i32
        scf.reduce.return %s : !noisy.i32
      }
    })"));
  CHECK(program.bound("%r") == unbounded);
}

TEST_CASE("the turns of several dimensions multiply") {
  Program program(withFresh(R"(
    %r = scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %c2) step (%c1, %c1)
        init (%a) -> !noisy.i32 {
      scf.reduce(%b : !noisy.i32) {
      ^bb0(%l: !noisy.i32, %h: !noisy.i32):
        %s = noisy.sub %l, %h : !noisy.i32
        scf.reduce.return %s : !noisy.i32
      }
    })"));
  CHECK(program.bound("%r") == 20);
}

TEST_CASE("no order of a reduction passes the formula, and one attains it") {
  // All binary trees over up to 7 values, by their shape and by where the
  // initial value stands.
  struct Sums {
    unsigned sum, product, operandOfSum, operandOfProduct;
  };
  constexpr unsigned initial = 12;
  for (unsigned passedBits : {12u, 13u, 20u, 40u}) {
    for (unsigned turns = 1; turns <= 6; ++turns) {
      CAPTURE(passedBits, turns);
      // The most of any tree over n values that are passed on, with or without
      // the initial value.
      std::vector<std::array<unsigned, 2>> sum(turns + 1), product(turns + 1);
      Sums maxSums = {0, 0, 0, 0};
      for (unsigned n = 0; n <= turns; ++n)
        for (unsigned initialCount = 0; initialCount < 2; ++initialCount) {
          if (n + initialCount == 0)
            continue;
          unsigned &s = sum[n][initialCount], &p = product[n][initialCount];
          if (n + initialCount == 1)
            s = p = initialCount ? initial : passedBits;
          for (unsigned lhsCount = 0; lhsCount <= n; ++lhsCount)
            for (unsigned lhsInitials = 0; lhsInitials <= initialCount;
                 ++lhsInitials) {
              unsigned rhsCount = n - lhsCount,
                       rhsInitials = initialCount - lhsInitials;
              if (lhsCount + lhsInitials == 0 || rhsCount + rhsInitials == 0)
                continue;
              s = std::max(s, 1 + std::max(sum[lhsCount][lhsInitials],
                                           sum[rhsCount][rhsInitials]));
              p = std::max(p, product[lhsCount][lhsInitials] +
                                  product[rhsCount][rhsInitials]);
            }
          if (n + initialCount == turns + 1) {
            maxSums.sum = s;
            maxSums.product = p;
          } else {
            maxSums.operandOfSum = std::max(maxSums.operandOfSum, s);
            maxSums.operandOfProduct = std::max(maxSums.operandOfProduct, p);
          }
        }
      ParallelReduction reduction;
      reduction.iterations = {turns, turns};
      auto get = [&](ParallelReduction::Part part) {
        return int(reduction
                       .evaluate(part, NoiseBound::bits(initial),
                                 NoiseBound::bits(passedBits),
                                 NoiseBound::bits(initial))
                       .getBits());
      };
      reduction.isSum = true;
      CHECK(get(ParallelReduction::Result) == int(maxSums.sum));
      CHECK(get(ParallelReduction::Operand) == int(maxSums.operandOfSum));
      reduction.isSum = false;
      reduction.isProduct = true;
      CHECK(get(ParallelReduction::Result) == int(maxSums.product));
      CHECK(get(ParallelReduction::Operand) == int(maxSums.operandOfProduct));
    }
  }
}
