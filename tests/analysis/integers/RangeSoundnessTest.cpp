//===- RangeSoundnessTest.cpp - No run leaves its ranges ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/RangeAnalysis.h"
#include "dialect/StatedRange.h"
#include "tests/analysis/integers/Ranges.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Fixpoint.h"
#include "tests/support/IntegerMachine.h"
#include "tests/support/NumberedProgram.h"
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

namespace {
struct Tally {
  unsigned runs = 0, finishedRuns = 0, values = 0, narrowedValues = 0,
           points = 0, reliedOn = 0, checked = 0, refuted = 0;
};
} // namespace

/// The program with ranges that some operations state of their results.
static std::string stateRanges(std::mt19937 &random, const std::string &text) {
  Program program(text);
  REQUIRE(program.isParsed());
  Builder builder(program.context());
  auto makeRange = [&](Type type) -> Attribute {
    if (!canStateRange(type) || random() % 3)
      return builder.getUnitAttr();
    unsigned width = ConstantIntRanges::getStorageBitwidth(type);
    llvm::APInt a = makeInteger(random, width), b = makeInteger(random, width);
    if (b.slt(a))
      std::swap(a, b);
    Attribute low = builder.getI64IntegerAttr(a.getSExtValue()),
              high = builder.getI64IntegerAttr(b.getSExtValue());
    switch (random() % 6) {
    case 0:
      high = builder.getStringAttr("inf");
      break;
    case 1:
      low = builder.getStringAttr("-inf");
      break;
    }
    return builder.getArrayAttr({low, high});
  };
  program.module().walk([&](Operation *op) {
    SmallVector<Attribute> ranges;
    for (Type type : op->getResultTypes())
      ranges.push_back(makeRange(type));
    if (!llvm::all_of(ranges, llvm::IsaPred<UnitAttr>))
      op->setDiscardableAttr("noisy.range", ranges.size() == 1
                                                ? ranges[0]
                                                : builder.getArrayAttr(ranges));
  });
  return program.print();
}

/// Runs a random program with random arguments, and holds every value against
/// its range.
static void check(unsigned seed, const IntegerShape &shape, Tally &tally,
                  bool statesResults = false) {
  std::mt19937 random(seed);
  std::string text = makeIntegerProgram(random, shape);
  if (statesResults)
    text = stateRanges(random, text);
  INFO("seed " << seed << "\n" << text);
  Ranges ranges(text);
  bool isRight = true;
  std::string wrong;
  // Of a run that has left a range that is relied on nothing is said. Those
  // that are checked, or refuted, are no excuse.
  bool isBroken = false;

  IntegerMachine machine;
  machine.seeBlock = [&](Block *block) {
    if (isRight && !isBroken && !ranges.flow->isLive(block)) {
      isRight = false;
      wrong = "a block of " +
              block->getParentOp()->getName().getStringRef().str() +
              " is taken for dead";
    }
  };
  machine.seeValue = [&](Value value, const llvm::APInt &number) {
    if (auto result = dyn_cast<OpResult>(value))
      if (auto *statement = ranges.flow->findStatement(result)) {
        bool isKept = contains(statement->statedRange, number);
        if (statement->refutingRange)
          tally.refuted += !isBroken;
        else if (!statement->isChecked())
          isBroken |= !isKept, tally.reliedOn += isKept && !isBroken;
        else if (!isBroken) {
          ++tally.checked;
          if (isRight && !isKept)
            wrong = ranges.program.name(value) + " is checked, and left";
          isRight &= isKept;
        }
      }
    if (isBroken)
      return;
    std::optional<ConstantIntRanges> range = ranges.flow->getRange(value);
    ++tally.values;
    bool isFull = range->umin().isZero() && range->umax().isMaxValue() &&
                  range->smin().isMinSignedValue() &&
                  range->smax().isMaxSignedValue();
    tally.narrowedValues += !isFull;
    tally.points += range->getConstantValue().has_value();
    if (isRight &&
        (!contains(*range, number) || !ranges.flow->isReached(value))) {
      isRight = false;
      llvm::raw_string_ostream os(wrong);
      os << ranges.program.name(value) << " is " << number << ", not in "
         << *range;
    }
  };
  machine.mayCall = [](Operation *op, ArrayRef<llvm::APInt> arguments) {
    auto function = cast<FunctionOpInterface>(op);
    for (auto [i, number] : llvm::enumerate(arguments))
      if (auto statedRange = getStatedRange(function, i))
        if (!contains(*statedRange, number))
          return false;
    return true;
  };

  for (auto function : ranges.program.module().getOps<FunctionOpInterface>()) {
    if (function.isPrivate())
      continue;
    for (int i = 0; i < 8; ++i) {
      ++tally.runs;
      isBroken = false;
      tally.finishedRuns +=
          machine.run(function, makeArguments(random, function));
    }
  }
  INFO(wrong);
  CHECK(isRight);
  CHECK(findChange(*ranges.flow) == "");
  countChecked("integers, against runs and a second evaluation");
}

TEST_CASE("no run leaves the ranges: straight-line programs",
          "[soundness][random]") {
  IntegerShape shape;
  shape.controlFlow = false;
  shape.statements = 16;
  Tally tally;
  for (unsigned seed = 0; seed < 600; ++seed)
    check(randomSeed(seed), shape, tally);
  CHECK(tally.finishedRuns > tally.runs / 8);
  CHECK(tally.narrowedValues > tally.values / 4);
}

TEST_CASE("no run leaves the ranges: loops, branches and calls",
          "[soundness][random]") {
  Tally tally;
  for (unsigned seed = 0; seed < 1200; ++seed)
    check(randomSeed(seed), IntegerShape(), tally);
  CHECK(tally.finishedRuns > tally.runs / 8);
  CHECK(tally.narrowedValues > tally.values / 4);
}

TEST_CASE("no run that keeps to what is relied on leaves the other ranges",
          "[soundness][random]") {
  Tally tally;
  for (unsigned seed = 0; seed < 1200; ++seed)
    check(randomSeed(seed), IntegerShape(), tally, /*statesResults=*/true);
  CHECK(tally.reliedOn > tally.runs / 4);
  CHECK(tally.checked > tally.runs / 4);
  CHECK(tally.refuted > tally.runs / 50);
  CHECK(tally.narrowedValues > tally.values / 4);
}

TEST_CASE("no run leaves the ranges: integers that threads share",
          "[soundness][random]") {
  IntegerShape shape;
  shape.sharedIntegers = true;
  Tally tally;
  for (unsigned seed = 0; seed < 600; ++seed)
    check(randomSeed(seed), shape, tally);
  CHECK(tally.finishedRuns > tally.runs / 8);
}

TEST_CASE("what is found of programs with noise is a fixpoint",
          "[soundness][random]") {
  std::mt19937 random(randomSeed(19));
  for (unsigned i = 0; i < 2000; ++i) {
    RandomProgram source =
        makeProgram(random, makeShape(random, i, makeFullShape()));
    NumberedProgram program(source, {/*thrown=*/false, /*carried=*/i % 2 == 1});
    INFO(program.text);
    ProgramFlow flow(program.program.module());
    REQUIRE(findChange(flow) == "");
    countChecked("noise, against a second evaluation");
  }
}
