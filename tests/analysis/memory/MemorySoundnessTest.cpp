//===- MemorySoundnessTest.cpp - Memory, and what programs do -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the facts say of all runs holds for each single run of random programs
// with memory and tensors. A run that reads what nobody wrote gets junk.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "tests/interpreter/Interpreter.h"
#include "tests/random/RandomMemory.h"
#include "tests/support/CheckedPrograms.h"
#include "tests/support/Program.h"
#include "tests/support/RandomSeed.h"
#include "tests/support/RunVerdict.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

namespace {
/// What was run, and how much of it is known.
struct Counts {
  unsigned runs = 0, values = 0, junk = 0, loads = 0, knownLoads = 0;
};
} // namespace

/// True for what the body of an operation of linalg gets.
static bool isElement(Value value) {
  return isa<BlockArgument>(value) &&
         isa<linalg::LinalgOp>(value.getParentBlock()->getParentOp());
}

static void checkRuns(Program &program, std::mt19937 &random, Counts &counts) {
  const NoiseFacts &facts = program.facts();
  auto function = program.module().lookupSymbol<func::FuncOp>("f");
  for (unsigned run = 0; run < 6; ++run) {
    RunOptions options;
    options.worstCase = run % 2;
    options.maxSteps = 1500;
    options.readsJunk = true;
    auto check = [&](Value value, const RuntimeValue &content) {
      const NoiseFact *fact = facts.find(value);
      // What a body gets of memory that it only writes means nothing.
      if (!fact || (value.use_empty() && isElement(value)))
        return;
      content.forEachCipher([&](const Cipher &cipher) {
        auto [holds, honest] = judge(facts, *fact, cipher.noise, cipher.junk);
        counts.junk += cipher.junk;
        ++counts.values;
        if (!holds || !honest) {
          CAPTURE(program.name(value), cipher.noise, cipher.junk, fact->bound);
          REQUIRE(holds);
          REQUIRE(honest);
        }
      });
    };
    RunResult result = Interpreter(random, options).run(function, check);
    CAPTURE(result.reason);
    REQUIRE(result.end != RunEnd::UnknownOperation);
    counts.runs += result.isFinished();
  }
  countChecked("noise in memory, against runs");
}

TEST_CASE("no run of a random program with memory and tensors passes the "
          "bounds, or makes junk that is called safe",
          "[random]") {
  std::mt19937 random(randomSeed(23));
  Counts counts;
  for (unsigned i = 0; i < 5000; ++i) {
    MemoryShape shape;
    shape.statements = 4 + i % 24;
    shape.depth = 1 + i % 4;
    shape.escapes = i % 3 == 0;
    shape.parallels = i % 2;
    shape.tensors = i % 5 >= 2;
    std::string text = makeMemoryProgram(random, shape);
    Program program(text);
    CAPTURE(i, text, program.diagnostics());
    REQUIRE(program.isParsed());
    checkRuns(program, random, counts);
    program.module()->walk([&](Operation *op) {
      llvm::StringRef kind = op->getName().getStringRef();
      if (kind != "memref.load" && kind != "tensor.extract")
        return;
      ++counts.loads;
      counts.knownLoads += program.facts().getBound(op->getResult(0)).isBits();
    });
  }
  WARN(counts.runs << " runs, with " << counts.values << " values, of which "
                   << counts.junk << " are junk; " << counts.knownLoads
                   << " of " << counts.loads << " loads are known");
  CHECK(counts.runs > 5000);
  CHECK(counts.junk > 1000);
  CHECK(counts.knownLoads > counts.loads / 4);
}

TEST_CASE("the same with functions that get buffers", "[random]") {
  std::mt19937 random(randomSeed(31));
  Counts counts;
  for (unsigned i = 0; i < 3000; ++i) {
    MemoryShape shape;
    shape.statements = 4 + i % 16;
    shape.depth = i % 4;
    shape.functions = 1 + i % 5;
    shape.escapes = i % 3 == 0;
    shape.parallels = i % 4 == 0;
    shape.tensors = i % 5 == 0;
    shape.scalarBuffers = i % 2;
    std::string text = makeMemoryProgram(random, shape);
    Program program(text);
    CAPTURE(i, text, program.diagnostics());
    REQUIRE(program.isParsed());
    checkRuns(program, random, counts);
    program.module()->walk([&](func::FuncOp function) {
      if (!function.getSymName().starts_with("g"))
        return;
      function.walk([&](Operation *op) {
        if (op->getName().getStringRef() != "memref.load")
          return;
        ++counts.loads;
        counts.knownLoads +=
            program.facts().getBound(op->getResult(0)).isBits();
      });
    });
  }
  WARN(counts.runs << " runs, with " << counts.values << " values, of which "
                   << counts.junk << " are junk; " << counts.knownLoads
                   << " of " << counts.loads << " loads are known");
  CHECK(counts.runs > 3000);
  CHECK(counts.junk > 500);
  CHECK(counts.knownLoads > counts.loads / 10);
}
