//===- WideningTest.cpp - Ranges that go round in circles -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/Widening.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;
using llvm::APInt;

static ConstantIntRanges range(int64_t low, int64_t high) {
  return ConstantIntRanges::fromSigned(APInt(32, low, true),
                                       APInt(32, high, true));
}

namespace {
/// A circle of %x in which %c63 and -9 occur, the latter in an affine map.
struct Circle {
  Circle() {
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    widening.setRoot(program.module());
  }
  ConstantIntRanges widen(const ConstantIntRanges &previous,
                          const ConstantIntRanges &next, unsigned turn = 1) {
    return widening.widen(program.value("%x"), turn, previous, next,
                          [&](Value value) -> std::optional<ConstantIntRanges> {
                            if (value == program.value("%c63"))
                              return range(63, 63);
                            return std::nullopt;
                          });
  }

  Program program{R"(
    func.func @f(%n: i32, %p: i1) {
      %c0 = arith.constant 0 : i32
      cf.br ^loop(%c0 : i32)
    ^loop(%x: i32):
      %c63 = arith.constant 63 : i32
      %y = arith.minsi %x, %c63 : i32
      %i = arith.index_cast %y : i32 to index
      %j = affine.apply affine_map<(d0) -> (d0 - 9)>(%i)
      %z = arith.index_cast %j : index to i32
      cf.cond_br %p, ^loop(%z : i32), ^end
    ^end:
      return
    })"};
  SymbolTableCollection symbols;
  Widening widening{symbols};
};
} // namespace

TEST_CASE("a bound that moves goes to the next number of the circle",
          "[ranges]") {
  Circle circle;
  CHECK(circle.widen(range(0, 1), range(0, 2)) == range(0, 62));
  CHECK(circle.widen(range(0, 62), range(0, 63)) == range(0, 63));
  CHECK(circle.widen(range(0, 63), range(0, 65)) == range(0, INT32_MAX));
  CHECK(circle.widen(range(0, 1), range(-2, 1)).smin().getSExtValue() == -8);
  CHECK(circle.widen(range(0, 1), range(-2, 1)).smax() == 1);
  CHECK(circle.widen(range(-10, 1), range(-11, 1)).smin().getSExtValue() ==
        INT32_MIN);
}

TEST_CASE("after some turns it goes to the end", "[ranges]") {
  Circle circle;
  CHECK(circle.widen(range(0, 1), range(0, 2), 100).smax() == INT32_MAX);
  CHECK(circle.widen(range(0, 1), range(0, 2), 100).umax() == UINT32_MAX);
  CHECK(circle.widen(range(0, 1), range(0, 2), 100).smin() == 0);
  CHECK(circle.widen(range(0, 1), range(0, 2), 100).umin() == 0);
}

TEST_CASE("what is widened is never less than it was", "[ranges]") {
  Circle circle;
  for (int64_t low : {0, -1, -8, -9, -10, -63, -64, -1000, INT32_MIN})
    for (int64_t high : {0, 1, 9, 62, 63, 64, 65, 1000, INT32_MAX})
      for (unsigned turn : {0, 7, 8, 9}) {
        ConstantIntRanges next = range(low, high);
        ConstantIntRanges wide = circle.widen(range(0, 0), next, turn);
        CHECK(wide.rangeUnion(next) == wide);
      }
}
