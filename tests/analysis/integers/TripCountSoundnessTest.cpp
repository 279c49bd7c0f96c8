//===- TripCountSoundnessTest.cpp - No run turns more often ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tests/analysis/integers/TripCounts.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/IntegerMachine.h"
#include "tests/support/RandomIntegers.h"
#include "tests/support/RandomSeed.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

TEST_CASE("no loop of a random program turns more or less often than counted",
          "[soundness][random]") {
  unsigned loops = 0, turnedLoops = 0, narrowLoops = 0;
  IntegerShape shape;
  // The machine does not check what is stated.
  shape.statedRanges = false;
  for (unsigned i = 0; i < 1200; ++i) {
    std::mt19937 random(randomSeed(i));
    std::string text = makeIntegerProgram(random, shape);
    INFO(text);
    Program program(text);
    REQUIRE(program.isParsed());
    ProgramFlow flow(program.module());
    bool isRight = true;
    IntegerMachine machine;
    machine.seeTurns = [&](Operation *op, uint64_t turns) {
      std::optional<TripCount> count =
          getTripCount(cast<LoopLikeOpInterface>(op),
                       [&](Value v) { return flow.getRange(v); });
      if (!count)
        return;
      isRight &= count->min <= turns && turns <= count->max;
      ++loops;
      turnedLoops += turns > 0;
      narrowLoops += count->max < 100;
    };
    for (auto function : program.module().getOps<FunctionOpInterface>()) {
      if (function.isPrivate())
        continue;
      for (unsigned run = 0; run < 8; ++run) {
        SmallVector<llvm::APInt> arguments;
        for (Type type : function.getArgumentTypes())
          arguments.push_back(
              makeInteger(random, ConstantIntRanges::getStorageBitwidth(type)));
        machine.run(function, arguments);
      }
    }
    CHECK(isRight);
    countChecked("trip counts, against runs");
  }
  WARN(loops << " loops, of which " << turnedLoops << " turned, and "
             << narrowLoops << " turn a few times");
  CHECK(turnedLoops > 30);
  CHECK(narrowLoops > 500);
}
