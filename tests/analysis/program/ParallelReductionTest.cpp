//===- ParallelReductionTest.cpp - Reductions of parallel loops -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/program/ParallelReduction.h"
#include "tests/support/Program.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
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

TEST_CASE("any combination of few values is tried in all orders") {
  Program program(reduction("3", R"(%t = noisy.add %l, %h : !noisy.i32
        %s = noisy.add %t, %h : !noisy.i32)"));
  CHECK(program.bound("%r") == 14 + 3 * 2);
  CHECK(program.bound("%l") == 14 + 2 * 2);
  CHECK(program.findings() == "");
  Program twice(reduction("3", "%s = noisy.add %l, %l : !noisy.i32"));
  CHECK(twice.bound("%r") == 17);
}

TEST_CASE("another combination of many values that gains is unbounded") {
  Program program(reduction("30", R"(%t = noisy.add %l, %h : !noisy.i32
        %s = noisy.add %t, %h : !noisy.i32)"));
  CHECK(program.bound("%r") == unbounded);
  CHECK_THAT(program.findings(), Catch::StartsWith("unbounded %"));
}

namespace {
/// Some operations on %l and %h: of each its name and its operands.
struct Combination {
  std::vector<std::array<unsigned, 3>> ops;

  explicit Combination(std::mt19937 &random) {
    for (unsigned i = 0, end = 1 + random() % 4; i < end; ++i)
      ops.push_back({unsigned(random() % 4), unsigned(random() % (2 + i)),
                     unsigned(random() % (2 + i))});
  }

  std::string text() const {
    std::string result;
    auto name = [&](unsigned value) {
      return value == 0                ? std::string("%l")
             : value == 1              ? std::string("%h")
             : value == ops.size() + 1 ? std::string("%s")
                                       : "%t" + std::to_string(value);
    };
    for (auto [i, op] : llvm::enumerate(ops)) {
      const char *kinds[] = {"add", "mul", "scale", "reduce_noise"};
      result += name(i + 2) + " = noisy." + kinds[op[0]] + " " + name(op[1]) +
                (op[0] < 2    ? ", " + name(op[2])
                 : op[0] == 2 ? " by 4"
                              : "") +
                " : !noisy.i32\n";
    }
    return result;
  }

  uint64_t combine(uint64_t l, uint64_t h) const {
    std::vector<uint64_t> values = {l, h};
    for (auto [kind, a, b] : ops)
      values.push_back(kind == 0   ? 1 + std::max(values[a], values[b])
                       : kind == 1 ? values[a] + values[b]
                       : kind == 2 ? values[a] + 2
                                   : 12);
    return values.back();
  }

  /// The most noise of all orders.
  uint64_t tryAll(const std::vector<uint64_t> &values) const {
    if (values.size() == 1)
      return values[0];
    uint64_t most = 0;
    for (size_t i = 0; i < values.size(); ++i)
      for (size_t j = 0; j < values.size(); ++j) {
        if (i == j)
          continue;
        std::vector<uint64_t> rest = {combine(values[i], values[j])};
        for (size_t k = 0; k < values.size(); ++k)
          if (k != i && k != j)
            rest.push_back(values[k]);
        most = std::max(most, tryAll(rest));
      }
    return most;
  }
};
} // namespace

TEST_CASE("the noisiest order is that of trying all", "[random]") {
  std::mt19937 random(5);
  for (unsigned i = 0; i < 300; ++i) {
    Combination combination(random);
    unsigned turns = 1 + i % 4;
    Program program(reduction(std::to_string(turns), combination.text()));
    CAPTURE(turns, combination.text(), program.diagnostics());
    REQUIRE(program.isParsed());
    std::vector<uint64_t> values(turns, 14);
    values.push_back(12);
    REQUIRE(program.bound("%r") ==
            NoiseBound::bits(combination.tryAll(values)));
  }
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
    for (unsigned round = 0; round < 18; ++round) {
      unsigned turns = 1 + round % 6;
      uint16_t added = round / 6;
      CAPTURE(passedBits, turns, added);
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
              s = std::max(s, added + std::max(sum[lhsCount][lhsInitials],
                                               sum[rhsCount][rhsInitials]));
              p = std::max(p, added + product[lhsCount][lhsInitials] +
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
      reduction.combine = NoiseTransfer::max(added);
      CHECK(get(ParallelReduction::Result) == int(maxSums.sum));
      CHECK(get(ParallelReduction::Operand) == int(maxSums.operandOfSum));
      reduction.combine = NoiseTransfer::sum(added);
      CHECK(get(ParallelReduction::Result) == int(maxSums.product));
      CHECK(get(ParallelReduction::Operand) == int(maxSums.operandOfProduct));
    }
  }
}
