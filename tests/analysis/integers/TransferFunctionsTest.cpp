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

TEST_CASE("sizes of tensors that are made with them", "[ranges]") {
  Ranges ranges(R"(
    func.func @f(%n: index {noisy.range = [1, 8]}, %m: index, %x: i8,
                 %t: tensor<?xi8>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %e = tensor.empty(%m, %n) : tensor<?x4x?xi8>
      %a = tensor.dim %e, %c0 : tensor<?x4x?xi8>
      %b = tensor.dim %e, %c1 : tensor<?x4x?xi8>
      %c = tensor.dim %e, %c2 : tensor<?x4x?xi8>
      %d = tensor.dim %e, %m : tensor<?x4x?xi8>
      %s = tensor.splat %x[%n] : tensor<?xi8>
      %g = tensor.dim %s, %c0 : tensor<?xi8>
      %h = tensor.dim %s, %c1 : tensor<?xi8>
      %k = tensor.dim %t, %c0 : tensor<?xi8>
      return
    })");
  CHECK(ranges("%a") == "[0, 9223372036854775807]");
  CHECK(ranges("%b") == "[4, 4]");
  CHECK(ranges("%c") == "[1, 8]");
  CHECK(ranges("%d") == "[0, 9223372036854775807]");
  CHECK(ranges("%g") == "[1, 8]");
  CHECK(ranges("%k") == "[0, 9223372036854775807]");
}

TEST_CASE("coordinates, and the number of an element", "[ranges]") {
  Ranges ranges(R"(
    func.func @f(%v: index {noisy.range = [0, 500]}, %x: index, %n: index) {
      %a:3 = affine.delinearize_index %v into (8, 8, 8) : index, index, index
      %b:3 = affine.delinearize_index %x into (8, 4) : index, index, index
      %c:2 = affine.delinearize_index %v into (%n, 64) : index, index
      %d:2 = affine.delinearize_index %v into (64, %n) : index, index
      %e = affine.linearize_index [%a#0, %a#1, %a#2] by (8, 8, 8) : index
      %g = affine.linearize_index disjoint [%c#0, %b#2] by (4) : index
      %h = affine.linearize_index [%a#0, %a#1] by (8, %n) : index
      return
    })");
  CHECK(ranges("%a#0") == "[0, 7]");
  CHECK(ranges("%a#1") == "[0, 7]");
  CHECK(ranges("%a#2") == "[0, 7]");
  CHECK(ranges("%b#0") == "[-288230376151711744, 288230376151711743]");
  CHECK(ranges("%b#1") == "[0, 7]");
  CHECK(ranges("%b#2") == "[0, 3]");
  CHECK(ranges("%c#0") == "[0, 7]");
  CHECK(ranges("%c#1") == "[0, 63]");
  CHECK(ranges("%d#0") == "any");
  CHECK(ranges("%e") == "[0, 511]");
  CHECK(ranges("%g") == "[0, 31]");
  CHECK(ranges("%h") == "any");
}
