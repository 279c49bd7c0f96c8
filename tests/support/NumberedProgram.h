//===- NumberedProgram.h - A random program, parsed -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SUPPORT_NUMBEREDPROGRAM_H
#define NOISY_TESTS_SUPPORT_NUMBEREDPROGRAM_H

#include "tests/interpreter/Interpreter.h"
#include "tests/support/Program.h"
#include "tests/support/RandomProgram.h"

namespace mlir::noisy::test {

/// The noise of a value in a run; of a tensor the most of its elements.
struct Noise {
  uint64_t bits = 0;
  /// It, or an element, was made from too much noise.
  bool junk = false;
};

/// A random program as the tools have it, in which values have their numbers.
class NumberedProgram {
public:
  explicit NumberedProgram(const RandomProgram &source,
                           const TextOptions &options = {});

  int size() const { return values.size(); }
  Value value(int number) const { return values[number]; }
  const NoiseFact &fact(int number);

  /// Runs one of the public functions once. Tells `visit` each of the numbered
  /// values as it is defined; true when the run came to its end.
  bool run(std::mt19937 &random, const RunOptions &options,
           llvm::function_ref<void(int, Noise)> visit);
  /// How the last run ended, and at which operation if it did not finish.
  RunEnd end() const { return lastEnd; }
  Operation *lastOp() const { return endOp; }

  const std::string text;
  Program program;

private:
  std::vector<Value> values;
  llvm::DenseMap<Value, int> numbers;
  std::vector<func::FuncOp> entries;
  RunEnd lastEnd = RunEnd::Finished;
  Operation *endOp = nullptr;
};

/// A shape for the program with number i of a test: at most what `maxShape`
/// has, of each kind now and then. Small ones come first: what fails is found
/// in a short program.
Shape makeShape(std::mt19937 &random, unsigned i, const Shape &maxShape);

/// A shape with all kinds of statements that there are.
Shape makeFullShape();

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_SUPPORT_NUMBEREDPROGRAM_H
