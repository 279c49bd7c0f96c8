//===- TestedLoopTest.cpp - How often a loop goes on ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/TestedLoop.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tests/analysis/integers/TripCounts.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/IntegerMachine.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
/// A loop with a counter %i, from %first on.
struct Counter {
  std::string setup;
  std::string type = "i8", first = "%first";
  /// In front of the test and as the test, which defines %p.
  std::string test;
  /// What defines %next.
  std::string step;
  bool goesOnIf = true;

  std::string withArguments(std::string body) const {
    return "func.func @f(%n: " + type + " {noisy.range = [3, 5]}, %m: " + type +
           ", %q: i1) {\n" + setup + "\n" + body + "return\n}";
  }
  std::string asWhile() const {
    return withArguments("%r = scf.while (%i = " + first + ") : (" + type +
                         ") -> " + type + " {\n" + test + "\n" +
                         (goesOnIf ? ""
                                   : "%true = arith.constant true\n"
                                     "%not = arith.xori %p, %true : i1\n") +
                         "scf.condition(" + (goesOnIf ? "%p" : "%not") +
                         ") %i : " + type + "\n} do {\n^bb0(%j: " + type +
                         "):\n" + replaceCounter(step) +
                         "\nscf.yield %next : " + type + "\n}\n");
  }
  std::string asBlocks() const {
    return withArguments(
        "cf.br ^head(" + first + " : " + type + ")\n^head(%i: " + type +
        "):\n" + test + "\ncf.cond_br %p, " +
        (goesOnIf ? "^body, ^end" : "^end, ^body") + "\n^body:\n" + step +
        "\ncf.br ^head(%next : " + type + ")\n^end:\n");
  }

private:
  /// The counter is %j in the body.
  static std::string replaceCounter(std::string text) {
    for (size_t at = 0; (at = text.find("%i", at)) != std::string::npos;)
      text.replace(at, 2, "%j");
    return text;
  }
};
} // namespace

static std::optional<TripCount> countBlocks(Program &program,
                                            ProgramFlow &flow) {
  std::optional<TripCount> count;
  unsigned loops = 0;
  for (auto function : program.module().getOps<func::FuncOp>())
    for (const BlockLoop &loop : findBlockLoops(function.getBody())) {
      ++loops;
      count = getTripCount(TestedLoop(loop),
                           [&](Value v) { return flow.getRange(v); });
    }
  REQUIRE(loops == 1);
  return count;
}

/// The trip count of a loop, which is the same in both forms.
static std::optional<TripCount> count(const Counter &counter) {
  std::optional<TripCount> result = countFirst(counter.asWhile());
  Program program(counter.asBlocks());
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  ProgramFlow flow(program.module());
  CHECK(countBlocks(program, flow) == result);
  return result;
}

/// A counter of i8 from `first` on, which goes on while it compares with `end`.
static std::optional<TripCount> count(int first, std::string predicate, int end,
                                      int step) {
  Counter counter;
  auto constant = [](std::string name, int value) {
    return name + " = arith.constant " + std::to_string(value) + " : i8\n";
  };
  counter.setup = constant("%first", first) + constant("%last", end) +
                  constant("%step", step);
  counter.test = "%p = arith.cmpi " + predicate + ", %i, %last : i8";
  counter.step = "%next = arith.addi %i, %step : i8";
  return count(counter);
}

TEST_CASE("a counter that goes up", "[trips]") {
  CHECK(count(0, "slt", 5, 1) == exactly(5));
  CHECK(count(0, "sle", 5, 1) == exactly(6));
  CHECK(count(0, "ult", 5, 2) == exactly(3));
  CHECK(count(0, "ule", 4, 2) == exactly(3));
  CHECK(count(0, "ne", 5, 1) == exactly(5));
  CHECK(count(0, "eq", 0, 1) == exactly(1));
  CHECK(count(5, "slt", 5, 1) == exactly(0));
  CHECK(count(5, "sle", 5, 1) == exactly(1));
  CHECK(count(5, "ne", 5, 1) == exactly(0));
  CHECK(count(5, "eq", 6, 1) == exactly(0));
  CHECK(count(-5, "slt", 5, 1) == exactly(10));
  CHECK(count(-5, "ult", 5, 1) == exactly(0));
}

TEST_CASE("a counter that goes down", "[trips]") {
  CHECK(count(5, "sgt", 0, -1) == exactly(5));
  CHECK(count(5, "sge", 0, -1) == exactly(6));
  CHECK(count(5, "sgt", 0, -2) == exactly(3));
  CHECK(count(5, "ugt", 0, -2) == std::nullopt); // 1, 255
  CHECK(count(5, "ne", 0, -1) == exactly(5));
  CHECK(count(5, "sgt", 5, -1) == exactly(0));
  CHECK(count(5, "uge", 1, -1) == exactly(5));
  // Never below 0: it goes on from 255.
  CHECK(count(5, "uge", 0, -1) == std::nullopt);
  CHECK(count(5, "ugt", 0, -3) == std::nullopt);
  CHECK(count(6, "ugt", 0, -3) == exactly(2));
}

TEST_CASE("a counter that goes the wrong way, or nowhere", "[trips]") {
  CHECK(count(0, "slt", 5, -1) == std::nullopt);
  CHECK(count(0, "sgt", -5, 1) == exactly(128)); // ..., 127, -128
  CHECK(count(0, "slt", 5, 0) == std::nullopt);
  CHECK(count(0, "ne", 5, 0) == std::nullopt);
  CHECK(count(0, "eq", 0, 0) == std::nullopt);
  CHECK(count(5, "slt", 0, -1) == exactly(0));
  CHECK(count(5, "slt", 0, 0) == exactly(0));
}

TEST_CASE("a counter at the ends of its type", "[trips]") {
  CHECK(count(-128, "slt", 127, 1) == exactly(255));
  CHECK(count(0, "slt", 127, 2) == std::nullopt); // 126, -128
  CHECK(count(1, "slt", 127, 2) == exactly(63));
  CHECK(count(0, "sle", 127, 1) == std::nullopt);
  CHECK(count(0, "sle", 126, 1) == exactly(127));
  CHECK(count(0, "ult", -1, 1) == exactly(255));
  CHECK(count(0, "ule", -1, 1) == std::nullopt);
  CHECK(count(0, "ult", -1, 2) == std::nullopt); // 254, 0
  CHECK(count(1, "ult", -1, 2) == exactly(127));
  CHECK(count(127, "sgt", -128, -1) == exactly(255));
  CHECK(count(127, "sge", -128, -1) == std::nullopt);
  // Round the end, and still there.
  CHECK(count(100, "ne", -100, 1) == exactly(56));
  CHECK(count(10, "ne", 5, 1) == exactly(251));
  CHECK(count(0, "ne", 5, 2) == std::nullopt);
  CHECK(count(0, "ne", -2, 2) == exactly(127));
  CHECK(count(0, "ne", -128, -128) == exactly(1));
}

TEST_CASE("a counter and ranges", "[trips]") {
  Counter counter;
  counter.setup = "%c0 = arith.constant 0 : i8\n"
                  "%c1 = arith.constant 1 : i8\n"
                  "%c2 = arith.constant 2 : i8\n"
                  "%c4 = arith.constant 4 : i8";
  counter.first = "%c0";
  counter.step = "%next = arith.addi %i, %c1 : i8";
  counter.test = "%p = arith.cmpi slt, %i, %n : i8";
  CHECK(count(counter) == TripCount{3, 5});
  counter.test = "%p = arith.cmpi ne, %i, %n : i8";
  CHECK(count(counter) == TripCount{3, 5});
  counter.test = "%p = arith.cmpi slt, %i, %m : i8";
  CHECK(count(counter) == TripCount{0, 127});
  counter.test = "%p = arith.cmpi sle, %i, %m : i8";
  CHECK(count(counter) == std::nullopt);
  counter.test = "%p = arith.cmpi ne, %i, %m : i8";
  CHECK(count(counter) == TripCount{0, 255});
  counter.test = "%p = arith.cmpi eq, %i, %m : i8";
  CHECK(count(counter) == TripCount{0, 1});
  // The bound comes first; the loop is left if the test holds.
  counter.test = "%p = arith.cmpi sle, %n, %i : i8";
  counter.goesOnIf = false;
  CHECK(count(counter) == TripCount{3, 5});
  counter.goesOnIf = true;
  // From a range.
  counter.first = "%n";
  counter.test = "%p = arith.cmpi ne, %i, %c4 : i8";
  CHECK(count(counter) == std::nullopt); // 5, 6, ...
  counter.test = "%p = arith.cmpi slt, %i, %c4 : i8";
  CHECK(count(counter) == TripCount{0, 1});
  counter.step = "%next = arith.subi %i, %c1 : i8";
  counter.test = "%p = arith.cmpi ne, %i, %c0 : i8";
  CHECK(count(counter) == TripCount{3, 5});
  counter.step = "%next = arith.subi %i, %c2 : i8";
  CHECK(count(counter) == std::nullopt);
  counter.test = "%p = arith.cmpi sgt, %i, %c0 : i8";
  CHECK(count(counter) == TripCount{2, 3});
}

TEST_CASE("the test may see a sum, and be one of several", "[trips]") {
  Counter counter;
  counter.setup = "%c0 = arith.constant 0 : i8\n"
                  "%c1 = arith.constant 1 : i8\n"
                  "%c5 = arith.constant 5 : i8";
  counter.first = "%c0";
  counter.step = "%next = arith.addi %c1, %i : i8";
  counter.test = "%s = arith.addi %i, %c1 : i8\n"
                 "%p = arith.cmpi slt, %s, %c5 : i8";
  CHECK(count(counter) == exactly(4));
  counter.test = "%s = arith.cmpi slt, %i, %c5 : i8\n"
                 "%p = arith.andi %s, %q : i1";
  CHECK(count(counter) == TripCount{0, 5});
  counter.test = "%s = arith.cmpi slt, %i, %c5 : i8\n"
                 "%t = arith.cmpi slt, %i, %n : i8\n"
                 "%p = arith.andi %s, %t : i1";
  CHECK(count(counter) == TripCount{3, 5});
  counter.test = "%s = arith.cmpi slt, %i, %c5 : i8\n"
                 "%p = arith.ori %s, %q : i1";
  CHECK(count(counter) == std::nullopt);
  counter.test = "%s = arith.cmpi sge, %i, %c5 : i8\n"
                 "%p = arith.ori %q, %s : i1";
  counter.goesOnIf = false;
  CHECK(count(counter) == TripCount{0, 5});
}

TEST_CASE("an integer that is no counter is followed", "[trips]") {
  Counter counter;
  counter.setup = "%c1 = arith.constant 1 : i8\n"
                  "%c2 = arith.constant 2 : i8\n"
                  "%c13 = arith.constant 13 : i8\n"
                  "%c0 = arith.constant 0 : i8\n"
                  "%c60 = arith.constant 60 : i8";
  counter.first = "%c1";
  counter.test = "%p = arith.cmpi ult, %i, %c60 : i8";
  for (std::string step :
       {"arith.muli %i, %c2", "arith.shli %i, %c1", "arith.addi %i, %i"}) {
    counter.step = "%next = " + step + " : i8";
    CHECK(count(counter) == exactly(6));
  }
  // From 3 to 5: 3, 6, 12, 24, 48 | 5, 10, 20, 40.
  counter.first = "%n";
  CHECK(count(counter) == TripCount{4, 5});
  counter.first = "%c13";
  counter.step = "%next = arith.shrui %i, %c1 : i8";
  counter.test = "%p = arith.cmpi ne, %i, %c0 : i8";
  CHECK(count(counter) == exactly(4));
  // A bound that is not known, and one that moves.
  counter.first = "%c1";
  counter.step = "%next = arith.muli %i, %c2 : i8";
  counter.test = "%p = arith.cmpi slt, %i, %m : i8";
  CHECK(count(counter) == std::nullopt);
  counter.test = "%s = arith.muli %i, %c2 : i8\n"
                 "%p = arith.cmpi slt, %i, %s : i8";
  CHECK(count(counter) == exactly(6));
}

TEST_CASE("what is no counter", "[trips]") {
  Counter counter;
  counter.setup = "%c0 = arith.constant 0 : i8\n"
                  "%c2 = arith.constant 2 : i8\n"
                  "%c100 = arith.constant 100 : i8";
  counter.first = "%c2";
  counter.test = "%p = arith.cmpi slt, %i, %c100 : i8";
  for (std::string step :
       {"arith.muli %i, %c2", "arith.addi %i, %m", "arith.addi %i, %i",
        "arith.subi %c2, %i", "arith.addi %c2, %c2"}) {
    counter.step = "%next = " + step + " : i8";
    CHECK(count(counter) == std::nullopt);
  }
  // The bound moves.
  counter.step = "%next = arith.addi %i, %c2 : i8";
  counter.test = "%s = arith.addi %i, %c100 : i8\n"
                 "%p = arith.cmpi ne, %i, %s : i8";
  CHECK(count(counter) == std::nullopt);
}

//===----------------------------------------------------------------------===//
// By chance
//===----------------------------------------------------------------------===//

static Counter makeCounter(std::mt19937 &random) {
  auto pick = [&](std::vector<std::string> list) {
    return list[random() % list.size()];
  };
  Counter counter;
  counter.type = pick({"i1", "i2", "i3", "i4", "i5"});
  unsigned width = counter.type[1] - '0';
  auto constant = [&](std::string name) {
    llvm::APInt value(width, random() % (1u << width));
    return name + " = arith.constant " +
           (width == 1 ? value.isZero() ? "false" : "true"
                       : llvm::toString(value, 10, /*Signed=*/true) + " : " +
                             counter.type) +
           "\n";
  };
  counter.setup =
      constant("%k0") + constant("%k1") + constant("%step") + constant("%k3");
  counter.first = pick({"%k0", "%k0", "%n", "%m"});
  std::string seen = pick({"%i", "%i", "%sum"});
  std::string operands = pick({"%k1", "%k1", "%n", "%m"});
  operands = random() % 4 ? seen + ", " + operands : operands + ", " + seen;
  counter.test = "%sum = arith.addi %i, %k3 : " + counter.type +
                 "\n%c = arith.cmpi " +
                 pick({"eq", "ne", "ne", "slt", "sle", "sgt", "sge", "ult",
                       "ule", "ugt", "uge"}) +
                 ", " + operands + " : " + counter.type + "\n%p = " +
                 pick({"arith.andi %c, %c", "arith.andi %c, %c",
                       "arith.andi %q, %c", "arith.ori %c, %q"}) +
                 " : i1";
  counter.step = "%next = arith." +
                 pick({"addi", "addi", "addi", "subi", "subi", "muli", "andi",
                       "minui", "maxsi"}) +
                 pick({" %i, %step : ", " %i, %step : ", " %i, %i : "}) +
                 counter.type;
  counter.goesOnIf = random() % 3;
  return counter;
}

/// A run with each argument, whose turns are held against the trip count.
static void checkRuns(Program &program, std::optional<TripCount> count,
                      bool isWhile, TripCount &seen) {
  auto function =
      cast<FunctionOpInterface>(&program.module().getBody()->front());
  unsigned width = function.getArgumentTypes()[1].getIntOrFloatBitWidth();
  for (unsigned n = 3; n <= 5; ++n)
    for (unsigned m = 0; m < 1u << width; ++m)
      for (unsigned q = 0; q < 2; ++q) {
        IntegerMachine machine;
        uint64_t turns = 0;
        if (isWhile)
          machine.seeTurns = [&](Operation *, uint64_t n) { turns = n; };
        else
          machine.seeBlock = [&](Block *block) {
            turns += block->getNumSuccessors() == 1 &&
                     block != &function.getFunctionBody().front();
          };
        bool isFinished =
            machine.run(function, {llvm::APInt(32, n).trunc(width),
                                   llvm::APInt(width, m), llvm::APInt(1, q)});
        seen.min = std::min(seen.min, isFinished ? turns : UINT64_MAX);
        seen.max = std::max(seen.max, isFinished ? turns : UINT64_MAX);
        if (count)
          REQUIRE((isFinished && count->min <= turns && turns <= count->max));
      }
}

TEST_CASE("no loop with a test turns more or less often than counted",
          "[trips][random]") {
  std::mt19937 random(randomSeed(29));
  unsigned endless = 0, counted = 0, exact = 0;
  for (unsigned i = 0; i < 1500; ++i) {
    Counter counter = makeCounter(random);
    bool isWhile = i % 2;
    std::string text = isWhile ? counter.asWhile() : counter.asBlocks();
    if (counter.type < "i4") // the range does not fit
      text.replace(text.find(" {noisy.range = [3, 5]}"), 23, "");
    INFO(text);
    Program program(text);
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
    ProgramFlow flow(program.module());
    std::optional<TripCount> count;
    if (isWhile)
      program.module().walk([&](LoopLikeOpInterface loop) {
        count = getTripCount(loop, [&](Value v) { return flow.getRange(v); });
      });
    else
      count = countBlocks(program, flow);
    TripCount seen = {UINT64_MAX, 0};
    checkRuns(program, count, isWhile, seen);
    endless += seen.max == UINT64_MAX;
    counted += count.has_value();
    exact += count == seen;
    countChecked("loops with a test, against all their runs");
  }
  WARN(counted << " counted, " << exact << " of them as narrow as can be, "
               << endless << " endless");
  CHECK(endless > 300);
  CHECK(counted > 200);
  CHECK(2 * exact > counted);
}

/// "0 3" for a counter from 0 in steps of 3; "none".
static std::string describeCounter(const Counter &counter) {
  Program program(counter.asWhile());
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  ProgramFlow flow(program.module());
  std::string text = "none";
  program.module().walk([&](scf::WhileOp loop) {
    std::optional<LoopCounter> found =
        findCounter(TestedLoop(loop), loop.getBeforeArguments().front(),
                    [&](Value v) { return flow.getRange(v); });
    if (found)
      text = program.name(found->initial) + " " +
             std::to_string(found->step.getSExtValue());
  });
  return text;
}

TEST_CASE("what each iteration adds is that of a counter", "[trips]") {
  Counter counter;
  counter.setup = "%first = arith.constant 0 : i8\n"
                  "%last = arith.constant 9 : i8\n"
                  "%c3 = arith.constant 3 : i8\n";
  counter.test = "%p = arith.cmpi slt, %i, %last : i8";
  counter.step = "%next = arith.addi %i, %c3 : i8";
  CHECK(describeCounter(counter) == "%first 3");
  counter.step = "%next = arith.subi %i, %c3 : i8";
  CHECK(describeCounter(counter) == "%first -3");
  counter.first = "%m";
  CHECK(describeCounter(counter) == "%m -3");
  counter.step = "%next = arith.muli %i, %c3 : i8";
  CHECK(describeCounter(counter) == "none");
  counter.step = "%next = arith.addi %i, %m : i8";
  CHECK(describeCounter(counter) == "none");
}

TEST_CASE("the range of a counter is exact where nothing wraps", "[trips]") {
  auto range = [](int low, int high, int step, uint64_t last) {
    ConstantIntRanges result = inferCounterRange(
        ConstantIntRanges::fromSigned(llvm::APInt(8, low, /*isSigned=*/true),
                                      llvm::APInt(8, high, /*isSigned=*/true)),
        llvm::APInt(8, step, /*isSigned=*/true), last);
    return std::vector<int64_t>{result.smin().getSExtValue(),
                                result.smax().getSExtValue(),
                                int64_t(result.umin().getZExtValue()),
                                int64_t(result.umax().getZExtValue())};
  };
  using Range = std::vector<int64_t>;
  CHECK(range(0, 2, 3, 4) == Range{0, 14, 0, 14});
  CHECK(range(7, 9, -2, 3) == Range{1, 9, 1, 9});
  CHECK(range(7, 9, -2, 4) == Range{-1, 9, 0, 255});
  CHECK(range(5, 5, 1, 0) == Range{5, 5, 5, 5});
  // 130 is a number without a sign only.
  CHECK(range(120, 120, 5, 2) == Range{-128, 127, 120, 130});
  CHECK(range(120, 120, 5, 100) == Range{-128, 127, 0, 255});
  CHECK(range(0, 0, 1, UINT64_MAX / 2) == Range{-128, 127, 0, 255});
}
