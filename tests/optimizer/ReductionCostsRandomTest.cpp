//===- ReductionCostsRandomTest.cpp - Weights against runs ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/interpreter/Interpreter.h"
#include "tests/optimizer/CostSubject.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/RandomProgram.h"
#include "tests/support/RandomSeed.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

TEST_CASE("without branches the weight is how often an operation runs",
          "[costs][random]") {
  unsigned comparisonCount = 0, large = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(randomSeed(seed));
    Shape shape;
    shape.statements = 6;
    shape.depth = 3;
    shape.conditionals = shape.otherLoops = shape.blocks = false;
    shape.affine = shape.tensors = shape.parallels = shape.foralls = true;
    shape.regions = seed % 2;
    shape.anythingInCountedLoops = true;
    RandomProgram randomProgram = makeProgram(random, shape);
    for (size_t i = 1; i < randomProgram.functions.size(); ++i)
      randomProgram.functions[i].isPrivate = true;
    Program program(randomProgram.text());
    INFO("seed " << seed << "\n" << program.print() << program.diagnostics());
    REQUIRE(program.isParsed());

    // What nothing calls is called once from out of sight.
    llvm::DenseMap<Operation *, SmallVector<Operation *>> calls;
    llvm::SetVector<Operation *> calledFunctions, reachedFunctions;
    program.module()->walk([&](func::CallOp call) {
      Operation *callee =
          SymbolTable::lookupNearestSymbolFrom(call, call.getCalleeAttr());
      calls[call->getParentOfType<func::FuncOp>()].push_back(callee);
      calledFunctions.insert(callee);
    });
    auto functions = program.module().getOps<func::FuncOp>();
    for (auto function : functions)
      if (!calledFunctions.contains(function))
        reachedFunctions.insert(function);
    for (size_t i = 0; i < reachedFunctions.size(); ++i)
      reachedFunctions.insert_range(calls.lookup(reachedFunctions[i]));
    // A circle of calls that nothing enters is a recursion.
    if (reachedFunctions.size() < size_t(llvm::range_size(functions)))
      continue;
    RunOptions options;
    options.maxSteps = 20000;
    options.maxNoise = UINT64_MAX / 4;
    Interpreter interpreter(random, options);
    llvm::DenseMap<Value, int64_t> runs;
    bool hasFinished = true;
    for (auto function : functions)
      if (!function.isExternal() && !calledFunctions.contains(function))
        hasFinished &=
            interpreter
                .run(function,
                     [&](Value value, const RuntimeValue &) { ++runs[value]; })
                .isFinished();
    if (!hasFinished)
      continue; // a recursion, or what takes too long
    Costs costs(program.module());
    for (Value value : getValues(program.module())) {
      int64_t count = runs.lookup(value);
      if (count == 0)
        continue; // dead
      CAPTURE(program.name(value));
      CHECK(costs.costs.getWeight(value.getParentBlock()) == count);
      ++comparisonCount;
      large += count > 10;
    }
    countChecked("weights of the optimizer, against runs");
  }
  CHECK(comparisonCount >= 1000);
  CHECK(large >= 10);
}
