//===- NumberedProgram.cpp - A random program, parsed ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/NumberedProgram.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

NumberedProgram::NumberedProgram(const RandomProgram &source,
                                 const TextOptions &options)
    : text(source.text(options)), program(text), values(source.numValues()) {
  INFO(text << "\n" << program.diagnostics());
  REQUIRE(program.isParsed());
  auto add = [&](Value value) {
    std::string written = program.name(value);
    llvm::StringRef name = written;
    int number;
    if (!name.consume_front("%v") || name.getAsInteger(10, number))
      return;
    values[number] = value;
    numbers[value] = number;
  };
  program.module()->walk([&](Operation *op) {
    llvm::for_each(op->getResults(), add);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), add);
  });
  REQUIRE(llvm::all_of(values, [](Value value) { return bool(value); }));
  for (auto function : program.module().getOps<func::FuncOp>())
    if (function.isPublic())
      entries.push_back(function);
}

const NoiseFact &NumberedProgram::fact(int number) {
  const NoiseFact *match = program.facts().find(values[number]);
  REQUIRE(match);
  return *match;
}

bool NumberedProgram::run(std::mt19937 &random, const RunOptions &options,
                          llvm::function_ref<void(int, Noise)> visit) {
  std::uniform_int_distribution<size_t> throwEntry(0, entries.size() - 1);
  RunResult result =
      Interpreter(random, options)
          .run(entries[throwEntry(random)],
               [&](Value value, const RuntimeValue &content) {
                 auto number = numbers.find(value);
                 if (number == numbers.end())
                   return;
                 Noise noise;
                 content.forEachCipher([&](const Cipher &cipher) {
                   noise.bits = std::max(noise.bits, cipher.noise);
                   noise.junk |= cipher.junk;
                 });
                 visit(number->second, noise);
               });
  lastEnd = result.end;
  endOp = result.op;
  return lastEnd == RunEnd::Finished;
}

Shape mlir::noisy::test::makeShape(std::mt19937 &random, unsigned i,
                                   const Shape &maxShape) {
  Shape shape;
  shape.statements = 2 + random() % (1 + std::min(i, 4000u) / 300);
  shape.depth = random() % (2 + std::min(i, 2000u) / 800);
  auto sometimes = [&](bool has, unsigned oneIn = 2) {
    return has && random() % oneIn == 0;
  };
  shape.conditionals = sometimes(maxShape.conditionals);
  shape.countedLoops = sometimes(maxShape.countedLoops);
  shape.otherLoops = sometimes(maxShape.otherLoops);
  shape.blocks = sometimes(maxShape.blocks);
  shape.calls = sometimes(maxShape.calls);
  shape.selects = maxShape.selects;
  shape.contracts = sometimes(maxShape.contracts, 4);
  shape.switches = sometimes(maxShape.switches);
  shape.regions = sometimes(maxShape.regions);
  shape.affine = sometimes(maxShape.affine);
  shape.constants = sometimes(maxShape.constants, 4);
  shape.tensors = sometimes(maxShape.tensors);
  shape.parallels = sometimes(maxShape.parallels, 3);
  shape.foralls = shape.tensors && sometimes(maxShape.foralls);
  shape.longLoops = sometimes(maxShape.longLoops, 20);
  shape.anythingInCountedLoops = sometimes(maxShape.anythingInCountedLoops);
  return shape;
}

Shape mlir::noisy::test::makeFullShape() {
  Shape shape;
  shape.contracts = shape.switches = shape.regions = shape.affine = true;
  shape.constants = shape.tensors = shape.longLoops = true;
  shape.parallels = shape.foralls = true;
  shape.anythingInCountedLoops = true;
  return shape;
}
