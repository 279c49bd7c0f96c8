//===- IntegerRewritesTest.cpp - Simpler integers by their ranges ---------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/integers/IntegerRewrites.h"
#include "analysis/integers/IntegerFacts.h"
#include "analysis/integers/ProgramFlow.h"
#include "dialect/StatedRange.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/IntegerMachine.h"
#include "tests/support/Program.h"
#include "tests/support/RandomIntegers.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static bool contains(const ConstantIntRanges &range, const llvm::APInt &n) {
  return range.umin().ule(n) && n.ule(range.umax()) && range.smin().sle(n) &&
         n.sle(range.smax());
}

/// Numbers for the arguments of `function`, within what is stated of them.
static SmallVector<llvm::APInt> makeArguments(std::mt19937 &random,
                                              FunctionOpInterface function) {
  SmallVector<llvm::APInt> arguments;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    unsigned width = ConstantIntRanges::getStorageBitwidth(type);
    llvm::APInt number = makeInteger(random, width);
    if (auto statedRange = getStatedRange(function, i))
      if (!contains(*statedRange, number))
        number = random() % 2 ? statedRange->smin() : statedRange->smax();
    arguments.push_back(number);
  }
  return arguments;
}

/// What a run returns; none if it ends with something undefined, or passes what
/// a statement excludes.
static std::optional<IntegerMachine::Values>
runFunction(Operation *function, ArrayRef<llvm::APInt> arguments) {
  IntegerMachine machine;
  machine.mayCall = [](Operation *callee, ArrayRef<llvm::APInt> passed) {
    for (auto [i, number] : llvm::enumerate(passed))
      if (auto statedRange =
              getStatedRange(cast<FunctionOpInterface>(callee), i);
          statedRange && !contains(*statedRange, number))
        return false;
    return true;
  };
  IntegerMachine::Values results;
  if (!machine.run(function, arguments, &results))
    return std::nullopt;
  return results;
}

namespace {
struct Tally {
  unsigned runs = 0, comparedRuns = 0, constants = 0, operands = 0,
           unsignedForms = 0;
};
} // namespace

/// Rewrites a random program, as a whole or each function alone, and compares
/// the results of runs before and after.
static void check(unsigned seed, const IntegerShape &shape, bool isWhole,
                  bool usesUnsignedForms, Tally &tally) {
  std::mt19937 random(seed);
  std::string text = makeIntegerProgram(random, shape);
  INFO("seed " << seed << "\n" << text);
  Program before(text), after(text);
  REQUIRE(before.isParsed());
  auto rewrite = [&](Operation *root) {
    IntegerRewriteCounts counts = rewriteIntegers(root, usesUnsignedForms);
    tally.constants += counts.constants;
    tally.operands += counts.operands;
    tally.unsignedForms += counts.unsignedForms;
  };
  if (isWhole)
    rewrite(after.module());
  else
    for (auto function : after.module().getOps<FunctionOpInterface>())
      rewrite(function);
  INFO("after\n" << after.print());
  REQUIRE(succeeded(verify(after.module())));

  for (auto [old, rewritten] :
       llvm::zip_equal(before.module().getOps<FunctionOpInterface>(),
                       after.module().getOps<FunctionOpInterface>())) {
    if (old.isPrivate())
      continue;
    for (int i = 0; i < 8; ++i) {
      SmallVector<llvm::APInt> arguments = makeArguments(random, old);
      ++tally.runs;
      auto expected = runFunction(old, arguments);
      if (!expected)
        continue;
      ++tally.comparedRuns;
      auto results = runFunction(rewritten, arguments);
      REQUIRE(results);
      CHECK(*results == *expected);
    }
  }
  countChecked("integers, before and after they are rewritten");
}

TEST_CASE("rewritten integers give the same results: straight-line programs",
          "[soundness][random]") {
  IntegerShape shape;
  shape.controlFlow = false;
  shape.statements = 16;
  shape.mostlySigned = true;
  Tally tally;
  for (unsigned seed = 0; seed < 800; ++seed)
    check(randomSeed(seed), shape, seed % 2, true, tally);
  CHECK(tally.comparedRuns > tally.runs / 8);
  CHECK(tally.constants > 100);
  CHECK(tally.operands > 100);
  CHECK(tally.unsignedForms > 100);
}

TEST_CASE("rewritten integers give the same results: loops, branches, calls",
          "[soundness][random]") {
  Tally tally;
  for (unsigned seed = 0; seed < 1200; ++seed)
    check(randomSeed(seed), IntegerShape(), seed % 3, seed % 2, tally);
  CHECK(tally.comparedRuns > tally.runs / 8);
  CHECK(tally.constants > 300);
  CHECK(tally.operands > 100);
}

/// The numbers of three bits from `low` to `high`.
static std::vector<llvm::APInt> numbersFrom(int low, int high) {
  std::vector<llvm::APInt> numbers;
  for (int i = low; i <= high; ++i)
    numbers.push_back(llvm::APInt(3, i, /*isSigned=*/true));
  return numbers;
}

TEST_CASE("operands that a result equals: all ranges of three bits") {
  static const char *const names[] = {"remsi", "remui", "andi", "minsi",
                                      "maxsi", "minui", "maxui"};
  auto stated = [](int low, int high) {
    return "i3 {noisy.range = [" + std::to_string(low) + ", " +
           std::to_string(high) + "]}";
  };
  unsigned found = 0, missed = 0;
  for (int low = -4; low < 4; ++low)
    for (int high = low; high < 4; ++high) {
      // One function for each range of the second operand.
      std::string text;
      std::vector<std::pair<int, int>> others;
      for (int otherLow = -4; otherLow < 4; ++otherLow)
        for (int otherHigh = otherLow; otherHigh < 4; ++otherHigh) {
          others.push_back({otherLow, otherHigh});
          text += "func.func @f" + std::to_string(others.size()) +
                  "(%x: " + stated(low, high) +
                  ", %y: " + stated(otherLow, otherHigh) + ") {\n";
          for (const char *name : names)
            text += std::string("arith.") + name + " %x, %y : i3\n";
          text += "return\n}\n";
        }
      Program program(text);
      REQUIRE(program.isParsed());
      ProgramFlow flow(program.module());
      IntegerFacts facts = IntegerFacts::compute(flow);
      for (auto [function, other] : llvm::zip_equal(
               program.module().getOps<FunctionOpInterface>(), others))
        for (Operation &op :
             function.getFunctionBody().front().without_terminator()) {
          bool isEqual[] = {true, true};
          IntegerMachine machine;
          for (const llvm::APInt &x : numbersFrom(low, high))
            for (const llvm::APInt &y : numbersFrom(other.first, other.second))
              if (std::optional<llvm::APInt> result =
                      machine.computeOne(&op, {x, y})) {
                isEqual[0] &= *result == x;
                isEqual[1] &= *result == y;
              }
          std::optional<unsigned> operand = findEqualOperand(facts, &op);
          INFO(op.getName().getStringRef().str()
               << " of [" << low << ", " << high << "] and [" << other.first
               << ", " << other.second << "]");
          if (operand)
            CHECK(isEqual[*operand]);
          found += operand.has_value();
          missed += !operand && (isEqual[0] || isEqual[1]);
        }
    }
  INFO(found << " found, " << missed << " missed");
  CHECK(found > 2000);
  // Ranges of both signs, as unsigned numbers; masks that are no constants.
  CHECK(missed < found / 3);
}
