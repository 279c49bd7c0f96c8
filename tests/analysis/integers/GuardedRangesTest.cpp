//===- GuardedRangesTest.cpp - Integers under conditions ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/GuardedRanges.h"
#include "tests/analysis/integers/Ranges.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

/// The least and the greatest number of `value`, with and without a sign, where
/// %here is defined.
static std::vector<int64_t> findAt(Ranges &ranges, llvm::StringRef value) {
  DominanceInfo dominance;
  GuardedRanges guarded(
      ranges.program.value("%here").getDefiningOp(),
      [&](Value v) { return ranges.flow->getRange(v); }, dominance);
  std::optional<ConstantIntRanges> range =
      guarded.getRange(ranges.program.value(value));
  REQUIRE(range);
  return {range->smin().getSExtValue(), range->smax().getSExtValue(),
          int64_t(range->umin().getZExtValue()),
          int64_t(range->umax().getZExtValue())};
}

/// %x : i8 where it compares with %e like this, or where it does not.
static std::vector<int64_t> compare(std::string predicate, int end, bool holds,
                                    bool isTurned = false) {
  std::string here = "%here = arith.constant 7 : i8\n";
  Ranges ranges(withIntegers("%e = arith.constant " + std::to_string(end) +
                             " : i8\n%r = arith.cmpi " + predicate +
                             (isTurned ? ", %e, %x" : ", %x, %e") +
                             " : i8\nscf.if %r {\n" + (holds ? here : "") +
                             "} else {\n" + (holds ? "" : here) + "}\n"));
  return findAt(ranges, "%x");
}

TEST_CASE("a comparison narrows its operands", "[guards]") {
  using Range = std::vector<int64_t>;
  CHECK(compare("slt", 5, true) == Range{-128, 4, 0, 255});
  CHECK(compare("slt", 5, false) == Range{5, 127, 5, 127});
  CHECK(compare("sle", 5, true) == Range{-128, 5, 0, 255});
  CHECK(compare("sgt", 5, true) == Range{6, 127, 6, 127});
  CHECK(compare("sge", 5, true) == Range{5, 127, 5, 127});
  CHECK(compare("sge", 5, false) == Range{-128, 4, 0, 255});
  CHECK(compare("ult", 5, true) == Range{0, 4, 0, 4});
  CHECK(compare("ult", 5, false) == Range{-128, 127, 5, 255});
  CHECK(compare("ule", 5, true) == Range{0, 5, 0, 5});
  CHECK(compare("ugt", 5, true) == Range{-128, 127, 6, 255});
  CHECK(compare("uge", 5, true) == Range{-128, 127, 5, 255});
  CHECK(compare("eq", 5, true) == Range{5, 5, 5, 5});
  CHECK(compare("ne", 0, true) == Range{-128, 127, 1, 255});
  CHECK(compare("ne", -128, true) == Range{-127, 127, 0, 255});
  CHECK(compare("eq", 5, false) == Range{-128, 127, 0, 255});
  CHECK(compare("slt", 5, true, /*isTurned=*/true) == Range{6, 127, 6, 127});
  CHECK(compare("uge", 5, true, /*isTurned=*/true) == Range{0, 5, 0, 5});
  // Never: the code is not executed.
  CHECK(compare("slt", -128, true) == Range{-128, 127, 0, 255});
  CHECK(compare("ugt", -1, true) == Range{-128, 127, 0, 255});
}

TEST_CASE("guards are conjunctions, and hold in nested regions and blocks",
          "[guards]") {
  Ranges ranges(withIntegers(R"(
      %c3 = arith.constant 3 : i8
      %c9 = arith.constant 9 : i8
      %true = arith.constant true
      %low = arith.cmpi slt, %x, %c3 : i8
      %high = arith.cmpi slt, %x, %c9 : i8
      %notLow = arith.xori %low, %true : i1
      %both = arith.andi %notLow, %high : i1
      %s = arith.subi %x, %c3 : i8
      cf.cond_br %both, ^yes, ^no
    ^yes:
      cf.br ^more
    ^more:
      %t = scf.while (%k = %c0) : (index) -> index {
        scf.condition(%p) %k : index
      } do {
      ^bb0(%l: index):
        %here = arith.constant 7 : i8
        scf.yield %l : index
      }
      cf.br ^no
    ^no:)"));
  using Range = std::vector<int64_t>;
  CHECK(findAt(ranges, "%x") == Range{3, 8, 3, 8});
  CHECK(findAt(ranges, "%s") == Range{0, 5, 0, 5});
}

TEST_CASE("what does not dominate is no guard", "[guards]") {
  Ranges ranges(withIntegers(R"(
      %c3 = arith.constant 3 : i8
      %low = arith.cmpi slt, %x, %c3 : i8
      %either = arith.ori %low, %p : i1
      cf.cond_br %low, ^one, ^two
    ^one:
      cf.br ^two
    ^two:
      cf.cond_br %either, ^three, ^four
    ^three:
      %here = arith.constant 7 : i8
      cf.br ^four
    ^four:)"));
  CHECK(findAt(ranges, "%x") == std::vector<int64_t>{-128, 127, 0, 255});
}

TEST_CASE("a condition around a loop bounds its trip count", "[guards]") {
  auto loop = [](std::string condition, std::string upper) {
    return withFresh("%c5 = arith.constant 5 : index\n" + condition +
                     "%r = scf.if %g -> !noisy.i32 {\n"
                     "%m = arith.addi %n, %c1 : index\n"
                     "%q = scf.for %j = %c0 to " +
                     upper + R"( step %c1 iter_args(%v = %a) -> !noisy.i32 {
          %s = noisy.add %v, %a : !noisy.i32
          scf.yield %s : !noisy.i32
        }
        scf.yield %q : !noisy.i32
      } else {
        scf.yield %a : !noisy.i32
      })");
  };
  std::string below = "%g = arith.cmpi slt, %n, %c5 : index\n";
  Program program(loop(below, "%n"));
  CHECK(program.bound("%r") == 12 + 4);
  CHECK(program.findings() == "");
  std::string within = "%g1 = arith.cmpi slt, %n, %c5 : index\n"
                       "%g2 = arith.cmpi sge, %n, %c0 : index\n"
                       "%g = arith.andi %g1, %g2 : i1\n";
  CHECK(Program(loop(within, "%m")).bound("%r") == 12 + 5);
  std::string other = "%g = arith.cmpi sgt, %n, %c5 : index\n";
  CHECK(Program(loop(other, "%n")).bound("%r") == unbounded);
}

TEST_CASE("what a recursion passes on is compared under its condition",
          "[guards]") {
  auto recursion = [](std::string test) {
    return R"(
      func.func @power(%v: !noisy.i32, %n: i32 {noisy.range = [0, 3]})
          -> !noisy.i32 {
        %c0 = arith.constant 0 : i32
        %c1 = arith.constant 1 : i32
        %z = arith.cmpi )" +
           test + R"(, %n, %c0 : i32
        %w = scf.if %z -> !noisy.i32 {
          %m = arith.subi %n, %c1 : i32
          %s = noisy.add %v, %v : !noisy.i32
          %q = func.call @power(%s, %m) : (!noisy.i32, i32) -> !noisy.i32
          scf.yield %q : !noisy.i32
        } else {
          scf.yield %v : !noisy.i32
        }
        return %w : !noisy.i32
      })";
  };
  Program program(recursion("sgt"));
  CHECK(program.bound("%w") == 15);
  CHECK(program.findings() == "");
  CHECK(Program(recursion("ne")).findings() == "");
  CHECK(Program(recursion("sge")).findings() != "");
}
