//===- LoopRangesTest.cpp - Ranges of induction variables -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/LoopRanges.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/AffineExpr.h"
#include "tests/analysis/integers/Ranges.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;
using llvm::APInt;

static ConstantIntRanges range(int64_t low, int64_t high) {
  return ConstantIntRanges::fromSigned(APInt(64, low, true),
                                       APInt(64, high, true));
}

namespace {
/// Affine expressions of one dimension d and one symbol s.
struct Affine {
  MLIRContext context;
  AffineExpr d = getAffineDimExpr(0, &context);
  AffineExpr s = getAffineSymbolExpr(0, &context);

  std::pair<int64_t, int64_t> infer(AffineExpr expr, ConstantIntRanges dim,
                                    ConstantIntRanges symbol = range(0, 0)) {
    ConstantIntRanges result =
        inferAffineMap(AffineMap::get(1, 1, expr), {dim, symbol}).front();
    return {result.smin().getSExtValue(), result.smax().getSExtValue()};
  }
};
using Pair = std::pair<int64_t, int64_t>;
constexpr Pair fullRange = {INT64_MIN, INT64_MAX};
} // namespace

TEST_CASE("affine expressions on ranges", "[ranges]") {
  Affine a;
  CHECK(a.infer(a.d * 2 + 1, range(0, 3)) == Pair(1, 7));
  CHECK(a.infer(a.d - a.s, range(0, 3), range(1, 2)) == Pair(-2, 2));
  CHECK(a.infer(a.d.floorDiv(4), range(-5, 9)) == Pair(-2, 2));
  CHECK(a.infer(a.d.ceilDiv(4), range(-5, 9)) == Pair(-1, 3));
  CHECK(a.infer(a.d % 8, range(3, 5)) == Pair(3, 5));
  CHECK(a.infer(a.d % 8, range(0, 100)) == Pair(0, 7));
  // At least 0, whatever the sign.
  CHECK(a.infer(a.d % 8, range(-5, -1)) == Pair(0, 7));
  CHECK(a.infer(a.d % a.s, range(-9, 9), range(1, 5)) == Pair(0, 4));
  CHECK(a.infer(a.d.floorDiv(a.s), range(8, 9), range(2, 4)) == Pair(2, 4));
}

TEST_CASE("affine expressions that have no value, or more than one",
          "[ranges]") {
  Affine a;
  for (AffineExpr expr : {a.d.floorDiv(a.s), a.d.ceilDiv(a.s), a.d % a.s}) {
    CHECK(a.infer(expr, range(1, 2), range(0, 4)) == fullRange);
    CHECK(a.infer(expr, range(1, 2), range(0, 0)) == fullRange);
    CHECK(a.infer(expr, range(INT64_MIN, INT64_MIN), range(-1, -1)) ==
          fullRange);
  }
  // Past the end of the type.
  CHECK(a.infer(a.d + 1, range(0, INT64_MAX)) == fullRange);
  // Computed one way it is positive, by definition negative.
  CHECK(a.infer(a.d.ceilDiv(2), range(INT64_MIN, INT64_MIN)) ==
        Pair(INT64_MIN / 2, -(INT64_MIN / 2)));
}

TEST_CASE("loops whose bounds are not known yet", "[ranges]") {
  Program program(R"(
    func.func @f(%n: index, %m: index) {
      %c1 = arith.constant 1 : index
      scf.for %i = %n to %m step %c1 { }
      affine.for %j = 0 to %n { }
      affine.parallel (%k) = (0) to (%n) { }
      scf.parallel (%l) = (%n) to (%m) step (%c1) { }
      scf.forall (%o) in (%n) { }
      return
    })");
  REQUIRE(program.isParsed());
  unsigned loops = 0;
  program.module().walk([&](LoopLikeOpInterface loop) {
    ++loops;
    CHECK(getInductionVariables(loop).size() == 1);
    CHECK_FALSE(inferInductionRanges(loop, [](Value) { return std::nullopt; }));
    auto inductionRanges = inferInductionRanges(
        loop, [](Value) { return std::optional(range(2, 2)); });
    REQUIRE(inductionRanges);
    // From 2 to 2, or from 0 to 2.
    if (!inductionRanges->isEmpty)
      CHECK(inductionRanges->ranges[0].smax() == 1);
  });
  CHECK(loops == 5);
}

TEST_CASE("what is no loop that is known has no induction variables",
          "[ranges]") {
  Program program(R"(
    func.func @f(%p: i1) {
      scf.while : () -> () {
        scf.condition(%p)
      } do {
        scf.yield
      }
      return
    })");
  REQUIRE(program.isParsed());
  program.module().walk(
      [&](Operation *op) { CHECK(getInductionVariables(op).empty()); });
}

//===----------------------------------------------------------------------===//
// Loops in programs
//===----------------------------------------------------------------------===//

TEST_CASE("induction variables", "[ranges]") {
  Ranges ranges(withIntegers(R"(
    %c3 = arith.constant 3 : index
    %s = arith.remui %n, %c63 : index
    scf.for %i1 = %c0 to %c4 step %c1 { }
    scf.for %i2 = %c1 to %c63 step %c4 { }
    scf.for %i3 = %s to %n step %c4 { }
    scf.for %i4 = %c0 to %n step %n { }
    scf.for %i5 = %c4 to %s step %c3 { }
    affine.for %a1 = 0 to %n { }
    affine.for %a2 = 3 to min affine_map<(d0) -> (d0, 16)>(%n) step 4 { }
    affine.for %a3 = max affine_map<(d0) -> (d0, 2)>(%n) to 9 { }
    affine.for %a4 = 0 to affine_map<(d0) -> (d0 ceildiv 4)>(%n) { }
    affine.parallel (%b1, %b2) = (0, 2) to (10, min(%n, 7)) step (3, 1) { }
    scf.parallel (%d1, %d2) = (%c0, %c1) to (%c4, %n) step (%c1, %c1) { }
    scf.forall (%e1, %e2) in (%n, 7) { }
    scf.forall (%g1) = (2) to (9) step (3) { })"));
  CHECK(ranges("%i1") == "[0, 3]");
  CHECK(ranges("%i2") == "[1, 61]");
  CHECK(ranges("%i3") == "[0, 9223372036854775806]");
  CHECK(ranges("%i4") == "[0, 9223372036854775806]");
  CHECK(ranges("%i5") == "[4, 61]");
  CHECK(ranges("%a1") == "[0, 9223372036854775806]");
  CHECK(ranges("%a2") == "[3, 15]");
  CHECK(ranges("%a3") == "[2, 8]");
  CHECK(ranges("%a4") == "[0, 2305843009213693951]");
  CHECK(ranges("%b1") == "[0, 9]");
  CHECK(ranges("%b2") == "[2, 6]");
  CHECK(ranges("%d1") == "[0, 3]");
  CHECK(ranges("%d2") == "[1, 9223372036854775806]");
  CHECK(ranges("%e1") == "[0, 9223372036854775806]");
  CHECK(ranges("%e2") == "[0, 6]");
  CHECK(ranges("%g1") == "[2, 8]");
}

TEST_CASE("loops of integers, and those that compare as unsigned", "[ranges]") {
  Ranges ranges(withIntegers(R"(
    %u0 = arith.constant 0 : i8
    %u1 = arith.constant 1 : i8
    %u100 = arith.constant 100 : i8
    %u101 = arith.constant 101 : i8
    %u200 = arith.constant 200 : i8
    %u201 = arith.constant 201 : i8
    scf.for unsigned %i1 = %u0 to %u200 step %u1 : i8 { }
    scf.for %i2 = %u200 to %u100 step %u1 : i8 { }
    scf.for %i3 = %u0 to %u200 step %u1 : i8 {
      %never = arith.addi %i3, %u1 : i8
    }
    // -56, 44, then, past the end of the type, -112.
    scf.for %i4 = %u200 to %u100 step %u100 : i8 { }
    scf.for unsigned %i5 = %x to %u100 step %u1 : i8 { }
    scf.for %i6 = %u100 to %u100 step %u1 : i8 { }
    // 100 + 100 is -56, and goes on.
    scf.for %i7 = %u0 to %u101 step %u100 : i8 { }
    scf.for unsigned %i8 = %u1 to %u201 step %u100 : i8 { }
    scf.for unsigned %i9 = %u0 to %u201 step %u100 : i8 { }
    scf.for %i10 = %u0 to %x step %u100 : i8 { }
    scf.for %i11 = %u0 to %x step %u1 : i8 { })"));
  CHECK(ranges("%i1") == "u[0, 199]");
  CHECK(ranges("%i2") == "[-56, 99]");
  CHECK_FALSE(ranges.isLive("%i3"));
  CHECK_FALSE(ranges.isLive("%never"));
  CHECK(ranges("%i4") == "[-128, 99]");
  CHECK(ranges("%i5") == "[0, 99]");
  CHECK_FALSE(ranges.isLive("%i6"));
  CHECK(ranges("%i7") == "[-128, 100]");
  CHECK(ranges("%i8") == "[1, 101]");
  CHECK(ranges("%i9") == "u[0, 200]");
  CHECK(ranges("%i10") == "[-128, 126]");
  CHECK(ranges("%i11") == "[0, 126]");
}

TEST_CASE("loops that turn zero times", "[ranges]") {
  Ranges ranges(withIntegers(R"(
    %r = scf.for %i = %c4 to %c1 step %c1 iter_args(%a = %c63) -> index {
      scf.for %j = %c0 to %n step %c1 {
        %k = arith.addi %j, %i : index
      }
      scf.yield %i : index
    }
    %never = scf.for %i2 = %c4 to %c1 step %c1 iter_args(%a2 = %c63) -> index {
      scf.yield %c4 : index
    }
    affine.for %l = 5 to 5 {
      %m = arith.addi %l, %l : index
    }
    // Bounds that the loop around widens, until it turns.
    %s = scf.for %o = %c0 to %n step %c1 iter_args(%b = %c0) -> index {
      scf.for %t = %c1 to %b step %c1 {
        %u = arith.addi %t, %t : index
      }
      scf.yield %c63 : index
    })"));
  CHECK(ranges("%r") == "[63, 63]");
  CHECK(ranges("%never") == "[63, 63]");
  for (const char *name : {"%i", "%j", "%k", "%l", "%m"})
    CHECK_FALSE(ranges.isLive(name));
  CHECK(ranges.isLive("%t"));
  CHECK(ranges("%t") == "[1, 62]");
  CHECK(ranges("%u") == "[2, 124]");
}

TEST_CASE("the bounds of a loop follow the loop around it", "[ranges]") {
  Ranges ranges(withIntegers(R"(
    affine.for %i = 0 to 4 {
      affine.for %j = affine_map<(d0) -> (d0)>(%i) to 63 {
        affine.for %k = 0 to affine_map<(d0) -> (d0 * 2 + 1)>(%j) {
        }
      }
    })"));
  CHECK(ranges("%j") == "[0, 62]");
  CHECK(ranges("%k") == "[0, 124]");
}
