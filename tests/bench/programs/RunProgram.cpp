//===- RunProgram.cpp - What a generated program computes -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/bench/programs/RunProgram.h"
#include "bench/optimizer/Greedy.h"
#include "optimizer/Optimizer.h"
#include "tests/interpreter/Interpreter.h"
#include "tests/support/Program.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static std::optional<Plain> interpret(Program &program, const Plain &inputs,
                                      std::optional<uint64_t> turns) {
  auto function = program.module().lookupSymbol<func::FuncOp>("main");
  REQUIRE(function);
  SmallVector<RuntimeValue> arguments;
  uint32_t fresh = NoiseModel::get(function).initial;
  for (uint32_t input : inputs)
    arguments.push_back(Cipher{input, fresh});
  if (turns)
    arguments.push_back(llvm::APInt(64, *turns));
  std::mt19937 random(1);
  RunOptions options;
  options.worstCase = true;
  options.maxSteps = 1'000'000;
  RunResult result = Interpreter(random, options).run(function, arguments);
  INFO(result.reason);
  REQUIRE(result.isFinished());
  Plain outputs;
  for (const RuntimeValue &value : result.results) {
    if (value.cipher().junk)
      return std::nullopt;
    outputs.push_back(value.cipher().plain);
  }
  return outputs;
}

std::optional<Plain> mlir::noisy::test::run(const bench::Program &source,
                                            const Plain &inputs,
                                            std::optional<uint64_t> turns) {
  Program program("module attributes {noisy.model = #noisy.model<initial = 1, "
                  "max = 65535>} {\n" +
                  source.text + "}\n");
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  return interpret(program, inputs, turns);
}

std::optional<Plain> mlir::noisy::test::runFixed(const bench::Program &source,
                                                 const Plain &inputs) {
  Program program(source.text);
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  auto steps = bench::StraightLine::read(program.module());
  REQUIRE(steps);
  std::optional<std::vector<bool>> placement = bench::placeGreedily(*steps);
  REQUIRE(placement);
  applyReductions(steps->getReductions(*placement));
  return interpret(program, inputs, std::nullopt);
}

std::optional<Plain> mlir::noisy::test::runReduced(const bench::Program &source,
                                                   const Plain &inputs) {
  Program program(source.text);
  INFO(program.diagnostics());
  REQUIRE(program.isParsed());
  OptimizerOptions options;
  options.timeLimit = std::chrono::milliseconds(0);
  OptimizerResult result = optimizeReductions(program.module(), options);
  INFO(result.message);
  REQUIRE(result.isLegal());
  applyReductions(result.reductions, result.removals);
  return interpret(program, inputs, std::nullopt);
}

Plain mlir::noisy::test::throwNumbers(std::mt19937 &random, size_t count,
                                      uint32_t limit) {
  Plain numbers;
  for (size_t i = 0; i < count; ++i)
    numbers.push_back(random() % limit);
  return numbers;
}

Plain mlir::noisy::test::toBits(const std::vector<uint64_t> &numbers,
                                unsigned width) {
  Plain bits;
  for (uint64_t number : numbers)
    for (unsigned i = 0; i < width; ++i)
      bits.push_back(number >> i & 1);
  return bits;
}

std::vector<uint64_t> mlir::noisy::test::fromBits(const Plain &bits,
                                                  unsigned width) {
  std::vector<uint64_t> numbers(bits.size() / width);
  for (size_t i = 0; i < numbers.size(); ++i)
    for (unsigned bit = 0; bit < width; ++bit)
      numbers[i] |= uint64_t(bits[i * width + bit] & 1) << bit;
  return numbers;
}
