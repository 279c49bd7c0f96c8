//===- LoopRangesTest.cpp - Ranges of induction variables -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/LoopRanges.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/AffineExpr.h"
#include "tests/support/Program.h"

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
constexpr Pair anything = {INT64_MIN, INT64_MAX};
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
    CHECK(a.infer(expr, range(1, 2), range(0, 4)) == anything);
    CHECK(a.infer(expr, range(1, 2), range(0, 0)) == anything);
    CHECK(a.infer(expr, range(INT64_MIN, INT64_MIN), range(-1, -1)) ==
          anything);
  }
  // Past the end of the type.
  CHECK(a.infer(a.d + 1, range(0, INT64_MAX)) == anything);
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
  REQUIRE(program.parsed());
  unsigned loops = 0;
  program.module().walk([&](LoopLikeOpInterface loop) {
    ++loops;
    CHECK(getInductionVariables(loop).size() == 1);
    CHECK_FALSE(inferInductionRanges(loop, [](Value) { return std::nullopt; }));
    auto known = inferInductionRanges(
        loop, [](Value) { return std::optional(range(2, 2)); });
    REQUIRE(known);
    // From 2 to 2, or from 0 to 2.
    if (!known->isEmpty)
      CHECK(known->ranges[0].smax() == 1);
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
  REQUIRE(program.parsed());
  program.module().walk(
      [&](Operation *op) { CHECK(getInductionVariables(op).empty()); });
}
