//===- RandomPrograms.cpp - Random graphs of operations -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/programs/RandomPrograms.h"
#include "bench/programs/ProgramWriter.h"
#include <algorithm>
#include <random>

using namespace mlir::noisy::bench;

static std::string number(unsigned n) { return std::to_string(n); }

static Wire combine(ProgramWriter &writer, std::mt19937 &random, Wire a,
                    Wire b) {
  return random() % 5 == 0 ? writer.mul(a, b) : writer.add(a, b);
}

Program mlir::noisy::bench::makeRandom(unsigned operations, unsigned seed) {
  std::mt19937 random(seed);
  ProgramWriter writer(2);
  Wire last = 1;
  for (unsigned i = 2; i < operations + 2; ++i) {
    bool isMul = random() % 5 == 0;
    Wire a = i - 1 - random() % std::min(i, 16u);
    Wire b = i - 1 - random() % std::min(i, 16u);
    last = isMul ? writer.mul(a, b) : writer.add(a, b);
  }
  return writer.finish("random, near operands, " + number(operations), {last});
}

Program mlir::noisy::bench::makeRandomLayers(unsigned operations,
                                             unsigned seed) {
  std::mt19937 random(seed);
  unsigned width = 1;
  while (width * width < operations)
    ++width;
  ProgramWriter writer(width);
  Wires inputs = wiresFrom(0, width);
  for (unsigned layer = 0; layer * width < operations; ++layer) {
    Wires outputs;
    for (unsigned i = 0; i < width; ++i) {
      Wire a = inputs[random() % width], b = inputs[random() % width];
      outputs.push_back(combine(writer, random, a, b));
    }
    inputs = outputs;
  }
  return writer.finish("random, layers of " + number(width), inputs);
}

Program mlir::noisy::bench::makeRandomWide(unsigned operations, unsigned seed) {
  std::mt19937 random(seed);
  constexpr unsigned arguments = 8;
  ProgramWriter writer(arguments);
  Wire last = 0;
  for (unsigned i = arguments; i < operations + arguments; ++i) {
    Wire a = random() % i, b = random() % i;
    last = combine(writer, random, a, b);
  }
  return writer.finish("random, operands from anywhere, " + number(operations),
                       {last});
}

Program mlir::noisy::bench::makeRandomTree(unsigned operations, unsigned seed) {
  std::mt19937 random(seed);
  ProgramWriter writer(operations + 1);
  // Any two open values are joined, until one is left.
  Wires open = wiresFrom(0, operations + 1);
  auto take = [&] {
    std::swap(open[random() % open.size()], open.back());
    Wire wire = open.back();
    open.pop_back();
    return wire;
  };
  while (open.size() > 1) {
    Wire a = take(), b = take();
    open.push_back(combine(writer, random, a, b));
  }
  return writer.finish("random tree, " + number(operations), open);
}
