//===- TransferFunctionsTest.cpp - What operations make of ranges ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/TransferFunctions.h"
#include "tests/analysis/integers/Ranges.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;
using llvm::APInt;

static IntegerValueRange range(unsigned width, int64_t low, int64_t high) {
  return IntegerValueRange(ConstantIntRanges::fromSigned(
      APInt(width, low, true), APInt(width, high, true)));
}

TEST_CASE("the least integer divided and rounded up", "[ranges]") {
  Program program(withIntegers("%1 = arith.ceildivsi %x, %x : i8"));
  REQUIRE(program.isParsed());
  Operation *op = program.value("%1").getDefiningOp();
  CHECK(isFoldedAmbiguously(op, {range(8, -128, -128), range(8, 2, 2)}));
  CHECK_FALSE(isFoldedAmbiguously(op, {range(8, -127, 9), range(8, 2, 2)}));
  auto results = inferResultRanges(op, {range(8, -128, -128), range(8, 2, 2)});
  REQUIRE(results[0]);
  CHECK(results[0]->smin().getSExtValue() == -64);
  CHECK(results[0]->smax().getSExtValue() == 64);
}

TEST_CASE("what ends before it begins says nothing", "[ranges]") {
  // A shift that is always poison.
  Program program(
      withIntegers("%1 = arith.shli %x, %x overflow<nsw, nuw> : i8"));
  REQUIRE(program.isParsed());
  auto results = inferResultRanges(program.value("%1").getDefiningOp(),
                                   {range(8, 0, 0), range(8, -1, -1)});
  CHECK((!results[0] || results[0]->smin().sle(results[0]->smax())));
}

TEST_CASE("operations that have no transfer function", "[ranges]") {
  Program program(withIntegers("%1 = \"strange.operation\"(%x) : (i8) -> i8"));
  REQUIRE(program.isParsed());
  auto results =
      inferResultRanges(program.value("%1").getDefiningOp(), {range(8, 0, 0)});
  REQUIRE(results.size() == 1);
  CHECK_FALSE(results[0]);
}

TEST_CASE("arguments that an operation gives its region", "[ranges]") {
  Program program(withIntegers(R"(
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
               threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
      gpu.terminator
    }
    "strange.operation"(%n) ({
    ^bb0(%y: index):
      "strange.end"() : () -> ()
    }) : (index) -> ())"));
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  SmallVector<IntegerValueRange> operands(6, range(64, 3, 5));
  auto inferredRange =
      inferArgumentRange(cast<BlockArgument>(program.value("%ty")), operands);
  REQUIRE(inferredRange);
  CHECK(inferredRange->umax() == 4);
  CHECK_FALSE(inferArgumentRange(cast<BlockArgument>(program.value("%y")),
                                 {range(64, 3, 5)}));
}
