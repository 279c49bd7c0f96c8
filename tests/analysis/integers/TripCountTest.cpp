//===- TripCountTest.cpp - How often a loop turns -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/analysis/integers/TripCounts.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static std::optional<TripCount> countFor(std::string setup,
                                         std::string header) {
  return countFirst("func.func @f(%n: index, %k: i8, %p: i1) {\n" + setup +
                    "\nscf.for " + header + " {\n}\nreturn\n}");
}

TEST_CASE("constants tell a trip count exactly") {
  std::string constants = R"(
    %l = arith.constant -128 : i8
    %v = arith.constant 126 : i8
    %u = arith.constant 127 : i8
    %s = arith.constant 2 : i8
    %z = arith.constant 0 : i8)";
  CHECK(countFor(constants, "%i = %l to %v step %s : i8") == exactly(127));
  CHECK(countFor(constants, "%i = %u to %l step %s : i8") == exactly(0));
  CHECK(countFor(constants, "%i = %l to %l step %s : i8") == exactly(0));
  // As unsigned numbers from 127 to 128.
  CHECK(countFor(constants, "unsigned %i = %u to %l step %s : i8") ==
        exactly(1));
  CHECK(countFor(constants, "%i = %l to %u step %z : i8") == std::nullopt);
  CHECK(countFor(constants, "%i = %l to %u step %l : i8") == std::nullopt);
}

TEST_CASE("numbers that do not fit in 63 bits are no trip count") {
  std::string constants = R"(
    %l = arith.constant -9223372036854775808 : i64
    %u = arith.constant 9223372036854775807 : i64
    %s = arith.constant 1 : i64
    %t = arith.constant 3 : i64)";
  CHECK(countFor(constants, "%i = %l to %u step %s : i64") == std::nullopt);
  CHECK(countFor(constants, "%i = %l to %u step %t : i64") ==
        exactly(6148914691236517205u));
}

TEST_CASE("a step past the end of the type makes more turns") {
  std::string constants = R"(
    %c0 = arith.constant 0 : i8
    %c1 = arith.constant 1 : i8
    %c27 = arith.constant 27 : i8
    %c28 = arith.constant 28 : i8
    %c100 = arith.constant 100 : i8
    %c101 = arith.constant 101 : i8
    %m56 = arith.constant -56 : i8
    %some = arith.select %p, %c27, %c28 : i8)";
  // 0, 100, -56, ...
  CHECK(countFor(constants, "%i = %c0 to %c101 step %c100 : i8") ==
        std::nullopt);
  CHECK(countFor(constants, "%i = %c0 to %c100 step %c100 : i8") == exactly(1));
  CHECK(countFor(constants, "%i = %c27 to %c101 step %c100 : i8") ==
        exactly(1));
  CHECK(countFor(constants, "%i = %c28 to %c101 step %c100 : i8") ==
        std::nullopt);
  CHECK(countFor(constants, "%i = %some to %c101 step %c100 : i8") ==
        std::nullopt);
  // 0, 100; 28, 128; none passes 255.
  CHECK(countFor(constants, "unsigned %i = %c0 to %m56 step %c100 : i8") ==
        exactly(2));
  CHECK(countFor(constants, "unsigned %i = %c28 to %m56 step %c100 : i8") ==
        exactly(2));
  CHECK(countFor(constants, "unsigned %i = %c101 to %m56 step %c100 : i8") ==
        exactly(1));
  CHECK(countFor(constants, "unsigned %i = %m56 to %k step %c100 : i8") ==
        std::nullopt);
  // Up to any number, step by step.
  CHECK(countFor(constants, "%i = %c0 to %k step %c1 : i8") ==
        TripCount{0, 127});
  CHECK(countFor(constants, "%i = %c0 to %k step %c27 : i8") == std::nullopt);
}

TEST_CASE("ranges tell the least and the most turns") {
  std::string ranges = R"(
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c10 = arith.constant 10 : index
    %small = arith.minui %n, %c10 : index
    %some = arith.addi %small, %c2 : index
    %step = arith.select %p, %c1, %c2 : index
    %wide = arith.index_cast %k : i8 to index)";
  CHECK(countFor(ranges, "%i = %c0 to %small step %c1") == TripCount{0, 10});
  CHECK(countFor(ranges, "%i = %c0 to %some step %c2") == TripCount{1, 6});
  CHECK(countFor(ranges, "%i = %c0 to %c10 step %step") == TripCount{5, 10});
  CHECK(countFor(ranges, "%i = %small to %c10 step %c1") == TripCount{0, 10});
  CHECK(countFor(ranges, "%i = %c0 to %wide step %c1") == TripCount{0, 127});
  // From a number up to itself, whatever that is.
  CHECK(countFor(ranges, "%i = %n to %n step %c1") == exactly(0));
  CHECK(countFor(ranges, "%i = %wide to %wide step %small") == exactly(0));
  CHECK(countFor(ranges, "%i = %wide to %n step %c1") == std::nullopt);
  // What may be 0 or less is no step.
  CHECK(countFor(ranges, "%i = %c0 to %c10 step %small") == std::nullopt);
}

TEST_CASE("the turns of parallel loops are the product of the dimensions") {
  auto count = [](std::string loop) {
    return countFirst("func.func @f(%n: index) {\n"
                      "%c0 = arith.constant 0 : index\n"
                      "%c1 = arith.constant 1 : index\n"
                      "%c3 = arith.constant 3 : index\n"
                      "%c4 = arith.constant 4 : index\n"
                      "%big = arith.constant 4611686018427387904 : index\n"
                      "%few = arith.minui %n, %c3 : index\n" +
                      loop + "\nreturn\n}");
  };
  CHECK(count("scf.parallel (%i, %j) = (%c0, %c1) to (%c3, %c4) "
              "step (%c1, %c1) {\n}") == exactly(9));
  CHECK(count("scf.parallel (%i, %j) = (%c0, %c1) to (%few, %c4) "
              "step (%c1, %c1) {\n}") == TripCount{0, 9});
  CHECK(count("scf.parallel (%i, %j) = (%c0, %c0) to (%big, %c4) "
              "step (%c1, %c1) {\n}") == std::nullopt);
  CHECK(count("scf.forall (%i, %j) in (3, 4) {\n}") == exactly(12));
  CHECK(count("scf.forall (%i) in (%n) {\n}") ==
        TripCount{0, uint64_t(INT64_MAX)});
}

TEST_CASE("other loops have no trip count") {
  CHECK(countFirst(R"(func.func @f(%p: i1) {
    scf.while : () -> () {
      scf.condition(%p)
    } do {
      scf.yield
    }
    return
  })") == std::nullopt);
}
