//===- AffineTripCountTest.cpp - How often an affine loop turns -----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "tests/analysis/integers/TripCounts.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/IntegerMachine.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// The trip count of an affine loop with this header. `%n` is 0 to 8, `%m` is
/// -3 to 3, `%i` is anything.
static std::optional<TripCount> count(std::string header) {
  return countFirst("func.func @f(%n: index {noisy.range = [0, 8]}, "
                    "%m: index {noisy.range = [-3, 3]}, %i: index) {\n"
                    "affine.for %j = " +
                    header + " {\n}\nreturn\n}");
}

TEST_CASE("constants tell the trip count of an affine loop") {
  CHECK(count("-3 to 4 step 2") == exactly(4));
  CHECK(count("-3 to 5 step 2") == exactly(4));
  CHECK(count("-3 to 6 step 2") == exactly(5));
  CHECK(count("4 to -3") == exactly(0));
  CHECK(count("4 to 4") == exactly(0));
  CHECK(count("4 to 5") == exactly(1));
  CHECK(count("4 to 5 step 7") == exactly(1));
  // The last step may pass the end.
  CHECK(count("0 to 9223372036854775807 step 2") == std::nullopt);
  CHECK(count("0 to 9223372036854775807") == exactly(INT64_MAX));
  // One more than fits in 63 bits.
  CHECK(count("-9223372036854775808 to 0") == std::nullopt);
  CHECK(count("-9223372036854775808 to 0 step 2") == exactly(1ull << 62));
}

TEST_CASE("ranges tell the trip count of an affine loop") {
  CHECK(count("0 to %n") == TripCount{0, 8});
  CHECK(count("1 to %n step 3") == TripCount{0, 3});
  CHECK(count("0 to %i") == TripCount{0, INT64_MAX});
  CHECK(count("%m to %n") == TripCount{0, 11});
  CHECK(count("%m to 4") == TripCount{1, 7});
  CHECK(count("0 to affine_map<(d0) -> (d0 * 2 + 1)>(%n)") == TripCount{1, 17});
  CHECK(count("0 to affine_map<(d0) -> (d0 floordiv 4)>(%n)") ==
        TripCount{0, 2});
  CHECK(count("0 to affine_map<()[s0] -> (s0 ceildiv 4)>()[%n]") ==
        TripCount{0, 2});
  CHECK(count("0 to affine_map<(d0) -> (d0 mod 5)>(%i)") == TripCount{0, 4});
}

TEST_CASE("an affine loop runs from the greatest bound to the least") {
  CHECK(count("0 to min affine_map<(d0) -> (d0 + 10, 20)>(%n)") ==
        TripCount{10, 18});
  CHECK(count("0 to min affine_map<(d0) -> (d0 + 10, 12)>(%n)") ==
        TripCount{10, 12});
  CHECK(count("max affine_map<(d0) -> (0, d0 - 2)>(%n) to 9") ==
        TripCount{3, 9});
  CHECK(count("max affine_map<(d0) -> (0, d0 - 2)>(%n) to "
              "min affine_map<(d0) -> (d0 + 10, 20)>(%n)") ==
        TripCount{10, 12});
  // Whatever the other bound is, it only makes turns less.
  CHECK(count("0 to min affine_map<(d0) -> (d0, 5)>(%i)") == TripCount{0, 5});
}

TEST_CASE("bounds that move together are as far apart as they say") {
  CHECK(count("%n to affine_map<(d0) -> (d0 + 8)>(%n)") == exactly(8));
  CHECK(count("affine_map<(d0) -> (d0 * 4)>(%n) to "
              "affine_map<(d0) -> (d0 * 4 + 4)>(%n)") == exactly(4));
  CHECK(count("affine_map<(d0) -> (d0 * 4)>(%n) to "
              "affine_map<(d0) -> (d0 * 5)>(%n)") == TripCount{0, 8});
  // As a dimension, and as a symbol.
  CHECK(count("affine_map<(d0)[s0] -> (d0 + s0)>(%n)[%m] to "
              "affine_map<(d0)[s0] -> (d0 + s0 + 3)>(%m)[%n]") == exactly(3));
  // Equal divisions are equal numbers.
  CHECK(count("affine_map<(d0) -> ((d0 floordiv 3) * 3)>(%n) to "
              "affine_map<(d0) -> ((d0 floordiv 3) * 3 + 3)>(%n)") ==
        exactly(3));
  CHECK(count("affine_map<(d0, d1) -> ((d0 floordiv 3) * 3)>(%n, %m) to "
              "affine_map<(d0, d1) -> ((d1 floordiv 3) * 3 + 3)>(%n, %m)") ==
        TripCount{0, 6});
}

TEST_CASE("the sum of an affine bound may wrap") {
  // Near the end of the type %i + 8 is below %i.
  CHECK(count("%i to affine_map<(d0) -> (d0 + 8)>(%i)") == TripCount{0, 8});
  CHECK(count("%i to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%i)[%n]") ==
        TripCount{0, 8});
  // And %i - 8 above it, nearly 2^64.
  CHECK(count("%i to affine_map<(d0) -> (d0 - 8)>(%i)") == std::nullopt);
  // The distance is 2^64 - 8, or -8.
  CHECK(count("%i to affine_map<(d0) -> (d0 * 3 + 8)>(%i)") == std::nullopt);
}

namespace {
/// Bounds by chance, of %a and %b.
class BoundWriter {
public:
  explicit BoundWriter(std::mt19937 &random) : random(random) {}

  std::string write(bool isLower) {
    unsigned results = 1 + random() % 2;
    std::string list;
    for (unsigned i = 0; i < results; ++i)
      list += (i ? ", " : "") + makeExpression(2);
    bool swaps = random() % 3 == 0;
    return std::string(results == 1 ? ""
                       : isLower    ? "max "
                                    : "min ") +
           "affine_map<(d0)[s0] -> (" + list + ")>" +
           (swaps ? "(%b)[%a]" : "(%a)[%b]");
  }

private:
  std::string makeNumber() { return std::to_string(int(random() % 9) - 3); }
  std::string makeExpression(unsigned depth) {
    switch (depth ? random() % 8 : random() % 3) {
    case 0:
      return makeNumber();
    case 1:
      return "d0";
    case 2:
      return "s0";
    case 3:
      return "(" + makeExpression(depth - 1) + ") * " + makeNumber();
    case 4: {
      const char *operations[] = {" floordiv ", " ceildiv ", " mod "};
      return "(" + makeExpression(depth - 1) + ")" + operations[random() % 3] +
             std::to_string(1 + random() % 4);
    }
    default:
      return "(" + makeExpression(depth - 1) + ") + (" +
             makeExpression(depth - 1) + ")";
    }
  }

  std::mt19937 &random;
};
} // namespace

TEST_CASE("no affine loop turns more or less often than counted", "[random]") {
  std::mt19937 random(randomSeed(5));
  unsigned exactCounts = 0;
  for (unsigned i = 0; i < 600; ++i) {
    int firstA = int(random() % 7) - 3, firstB = int(random() % 7) - 3;
    int lastA = firstA + random() % 4, lastB = firstB + random() % 4;
    auto argument = [](std::string name, int first, int last) {
      return name + ": index {noisy.range = [" + std::to_string(first) + ", " +
             std::to_string(last) + "]}";
    };
    BoundWriter writer(random);
    std::string text = "func.func @f(" + argument("%a", firstA, lastA) + ", " +
                       argument("%b", firstB, lastB) +
                       ") {\naffine.for %i = " + writer.write(true) + " to " +
                       writer.write(false) + " step " +
                       std::to_string(1 + random() % 3) + " {\n}\nreturn\n}";
    INFO(text);
    Program program(text);
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    ProgramFlow flow(program.module());
    Operation *function = &program.module().getBody()->front();
    affine::AffineForOp loop;
    function->walk([&](affine::AffineForOp op) { loop = op; });
    std::optional<TripCount> count =
        getTripCount(cast<LoopLikeOpInterface>(loop.getOperation()),
                     [&](Value v) { return flow.getRange(v); });
    REQUIRE(count);
    TripCount seen = {UINT64_MAX, 0};
    IntegerMachine machine;
    machine.seeTurns = [&](Operation *, uint64_t turns) {
      seen = {std::min(seen.min, turns), std::max(seen.max, turns)};
    };
    for (int a = firstA; a <= lastA; ++a)
      for (int b = firstB; b <= lastB; ++b)
        REQUIRE(machine.run(
            function, {llvm::APInt(64, a, true), llvm::APInt(64, b, true)}));
    CHECK(count->min <= seen.min);
    CHECK(count->max >= seen.max);
    exactCounts += *count == seen;
    countChecked("affine loops, against all their runs");
  }
  // Most are as narrow as can be.
  CHECK(exactCounts > 300);
}
