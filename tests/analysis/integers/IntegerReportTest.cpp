//===- IntegerReportTest.cpp - The facts on integers in words -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/IntegerReport.h"
#include "tests/analysis/integers/Ranges.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;
using llvm::APInt;

static std::string describe(const ConstantIntRanges &range, Type type) {
  return describeRange(range, type);
}

TEST_CASE("ranges in words", "[integers]") {
  MLIRContext context;
  Type i1 = IntegerType::get(&context, 1), i8 = IntegerType::get(&context, 8);
  Type i32 = IntegerType::get(&context, 32);
  Type index = IndexType::get(&context);
  Type ui8 = IntegerType::get(&context, 8, IntegerType::Unsigned);
  Type si8 = IntegerType::get(&context, 8, IntegerType::Signed);
  Type vector = VectorType::get({4}, i8);
  auto fromSigned = [](unsigned width, int64_t low, int64_t high) {
    return ConstantIntRanges::fromSigned(APInt(width, low, true),
                                         APInt(width, high, true));
  };
  auto fromUnsigned = [](unsigned width, uint64_t low, uint64_t high) {
    return ConstantIntRanges::fromUnsigned(APInt(width, low),
                                           APInt(width, high));
  };

  CHECK(describe(fromUnsigned(8, 0, 63), i8) == "[0, 63]");
  CHECK(describe(fromSigned(8, -5, 3), i8) == "[-5, 3]");
  CHECK(describe(fromSigned(8, -5, -3), i8) == "[-5, -3]");
  CHECK(describe(fromUnsigned(8, 100, 200), i8) == "[100, 200] as unsigned");
  CHECK(describe(fromUnsigned(8, 1, 255), i8) == "[1, 255] as unsigned");
  CHECK(describe(fromSigned(8, 5, 5), i8) == "5");
  CHECK(describe(fromSigned(8, -1, -1), i8) == "-1");
  CHECK(describe(fromSigned(8, 0, 127), i8) == "at least 0");
  CHECK(describe(fromSigned(8, -128, 9), i8) == "at most 9");
  CHECK(describe(ConstantIntRanges::maxRange(8), i8) == "any i8");
  CHECK(describe(ConstantIntRanges::maxRange(64), index) == "any index");
  CHECK(describe(ConstantIntRanges::maxRange(8), vector) == "any i8");
  CHECK(describe(ConstantIntRanges::maxRange(1), i1) == "any i1");
  CHECK(describe(fromUnsigned(1, 1, 1), i1) == "true");
  CHECK(describe(fromUnsigned(1, 0, 0), i1) == "false");
  // The type says how it is to be read.
  CHECK(describe(fromUnsigned(8, 100, 200), ui8) == "[100, 200]");
  CHECK(describe(fromUnsigned(8, 255, 255), ui8) == "255");
  CHECK(describe(fromUnsigned(8, 250, 255), si8) == "[-6, -1]");
  CHECK(describe(ConstantIntRanges::maxRange(8), ui8) == "any ui8");
  // Long numbers.
  CHECK(describe(fromSigned(64, 0, INT64_MAX - 1), index) == "[0, 2^63 - 2]");
  CHECK(describe(fromSigned(64, -(int64_t(1) << 61), int64_t(1) << 61),
                 index) == "[-2^61, 2^61]");
  CHECK(describe(fromSigned(64, INT64_MIN + 1, 9), index) == "[-2^63 + 1, 9]");
  CHECK(describe(fromUnsigned(64, 0, 4294967294), index) == "[0, 2^32 - 2]");
  // From above and below, where that is shorter.
  CHECK(describe(fromSigned(64, -9223372036854775551, 256), index) ==
        "[-2^63 + 257, 256]");
  CHECK(describe(fromSigned(64, -4611686018427388160, (int64_t(1) << 62) + 240),
                 index) == "[-2^62 - 256, 2^62 + 240]");
  CHECK(describe(fromSigned(64, 0, (int64_t(1) << 40) - 1000), index) ==
        "[0, 1099511626776]");
  CHECK(describe(fromSigned(64, 0, (int64_t(1) << 62) - 123456), index) ==
        "[0, 2^62 - 123456]");
  CHECK(describe(fromSigned(64, 0, 3000000000000000000), index) ==
        "[0, 3000000000000000000]");
  CHECK(describe(fromSigned(64, 0, 16777217), index) == "[0, 2^24 + 1]");
  CHECK(describe(fromSigned(64, 0, 20000000), index) == "[0, 20000000]");
  CHECK(describe(fromUnsigned(32, 0, 123456789), i32) == "[0, 123456789]");
  CHECK(describe(fromUnsigned(64, 1, ~uint64_t(0)), index) ==
        "[1, 2^64 - 1] as unsigned");
}

TEST_CASE("facts in words", "[integers]") {
  MLIRContext context;
  Type i8 = IntegerType::get(&context, 8);
  Type vector = VectorType::get({4}, i8);
  ConstantIntRanges range =
      ConstantIntRanges::fromUnsigned(APInt(8, 0), APInt(8, 63));
  CHECK(describeFact({range}, i8) == "[0, 63]");
  CHECK(describeFact({range, IntegerBasis::StatedRange}, i8) ==
        "[0, 63], stated by 'noisy.range'");
  CHECK(describeFact({range, IntegerBasis::CheckedRange}, i8) ==
        "[0, 63], within what 'noisy.range' states");
  CHECK(describeFact({range, IntegerBasis::ReliedOnRange}, i8) ==
        "[0, 63], stated by 'noisy.range', relied on");
  CHECK(describeFact({range, IntegerBasis::AssumedRange}, i8) ==
        "[0, 63], stated by 'noisy.range', assumed of unknown callers");
  CHECK(describeFact({range, IntegerBasis::UpperBound}, i8) ==
        "[0, 63], stated by 'upper_bound'");
  CHECK(describeFact({range, IntegerBasis::None, true}, i8) ==
        "never executed");
  CHECK(describeFact({range}, vector) == "[0, 63] in each element");
}

TEST_CASE("findings in words", "[integers]") {
  Ranges ranges(R"(
    func.func private @g(%x: i8 {noisy.range = [0, 63]}) { return }
    func.func @f(%n: index, %x: i8, %p: i1, %k: i8 {noisy.range = [60, 70]},
                 %l: i8 {noisy.range = [64, 70]}) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %z8 = arith.constant 0 : i8
      scf.for %i = %c0 to %c4 step %c1 {
        %1 = arith.divui %i, %c8 : index
        %2 = arith.remui %n, %c1 : index
        %3 = arith.minsi %i, %c0 : index
        %4 = arith.subi %i, %i : index
        %5 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%i)
        %6 = arith.select %p, %c4, %c4 : index
        %7 = arith.andi %x, %z8 : i8
        %8 = arith.cmpi slt, %i, %c8 : index
        %9 = arith.cmpi sge, %i, %c8 : index
        %10 = arith.addi %i, %c8 : index
        %11 = arith.cmpi ne, %i, %10 : index
        %12 = arith.cmpi uge, %x, %z8 : i8
        %13 = arith.cmpi sle, %x, %x : i8
        %14 = arith.divui %n, %c0 : index
        %15 = arith.divsi %10, %c8 : index
        %16 = arith.cmpi slt, %i, %1 : index
      }
      return
    })");
  IntegerFacts facts = IntegerFacts::compute(*ranges.flow);
  std::vector<std::string> descriptions;
  for (const IntegerFinding &finding : facts.getFindings())
    descriptions.push_back(
        describeIntegerFinding(facts, finding, [&](Value value) {
          return ranges.program.name(value);
        }));
  CHECK(descriptions ==
        std::vector<std::string>{
            "always 0: %i is in [0, 3] and divided by 8",
            "always 0: %n is anything and taken modulo 1",
            "always 0: %i is in [0, 3] and not below 0",
            "always 0: both operands are %i",
            "always 0: %i is in [0, 3]",
            "always 4",
            "always 0: %x is anything and masked with 0",
            "always true: %i is in [0, 3], less than 8",
            "always false: %i is in [0, 3], never at least 8",
            "always true: %i is in [0, 3], other than %10, which is in [8, 11]",
            "always true: %x is anything, at least 0, as unsigned numbers",
            "always true: %x is compared with itself",
            "division by zero: %c0 is always 0",
            "always 1: %10 is in [8, 11] and divided by 8",
            "always false: %i is in [0, 3], never less than 0",
        });
}

static std::vector<std::string> describeFindings(llvm::StringRef text) {
  Ranges ranges(text);
  IntegerFacts facts = IntegerFacts::compute(*ranges.flow);
  std::vector<std::string> descriptions;
  for (const IntegerFinding &finding : facts.getFindings())
    descriptions.push_back(
        describeIntegerFinding(facts, finding, [&](Value value) {
          return ranges.program.name(value);
        }));
  return descriptions;
}

TEST_CASE("a finding does not say the same twice", "[integers]") {
  CHECK(describeFindings(R"(
    func.func @f(%m: i8 {noisy.range = [0, 127]}) -> i1 {
      %z = arith.constant 0 : i8
      %1 = arith.cmpi sge, %m, %z : i8
      return %1 : i1
    })") == std::vector<std::string>{"always true: %m is at least 0"});
}

TEST_CASE("a finding names only what is a reason", "[integers]") {
  CHECK(describeFindings(R"(
    func.func @f(%i: index) -> (index, i32) {
      %0 = affine.apply affine_map<(d0, d1) -> (d0 * 0 + 7 + d1 * 0)>(%i, %i)
      %c = arith.constant dense<[2, 5]> : vector<2xi32>
      %1 = vector.extract %c[1] : i32 from vector<2xi32>
      return %0, %1 : index, i32
    })") == std::vector<std::string>{"always 7", "always 5"});
}

TEST_CASE("an unsigned operation in words", "[integers]") {
  Ranges ranges(R"(
    func.func @f(%x: i8 {noisy.range = [0, 63]}) {
      %c8 = arith.constant 8 : i8
      %1 = arith.floordivsi %x, %c8 : i8
      return
    })");
  IntegerFacts facts = IntegerFacts::compute(*ranges.flow);
  REQUIRE(facts.getFindings().size() == 1);
  CHECK(getFindingCode(facts.getFindings()[0].kind) == "int-unsigned");
  CHECK(facts.getFindings()[0].severity == IntegerSeverity::Hint);
  CHECK(describeIntegerFinding(facts, facts.getFindings()[0], [](Value) {
          return std::string("?");
        }) == "can be 'arith.divui': no operand is ever negative");
}
