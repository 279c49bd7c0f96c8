//===- Interpreter.h - Runs a program, with actual noise --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the analyses say of all runs is held against single ones. Nothing here
// asks the operations' own transfer functions or interfaces of control flow:
// the meaning of each operation is written down a second time.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_INTERPRETER_INTERPRETER_H
#define NOISY_TESTS_INTERPRETER_INTERPRETER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tests/interpreter/RuntimeValue.h"
#include <random>
#include <string>

namespace mlir::noisy::test {

struct RunOptions {
  /// Every operation makes exactly as much noise as it can; otherwise any
  /// noise up to that.
  bool worstCase = false;
  /// Operations that one run may execute.
  unsigned maxSteps = 3000;
  /// Calls within calls.
  unsigned maxDepth = 20;
  /// Bits of noise.
  uint64_t maxNoise = 1'000'000;
  /// An encrypted element that nobody wrote is read as junk; otherwise such a
  /// run is undefined.
  bool readsJunk = false;
};

enum class RunEnd {
  /// The function returned.
  Finished,
  /// It takes too long, recurses too deep, or has too much noise.
  Limit,
  /// An operation that the interpreter does not know.
  UnknownOperation,
  /// The program does something that has no meaning: a division by zero.
  Undefined,
  /// A call or a return passes on what it must not: more noise than declared,
  /// an integer out of its range.
  BrokenContract,
};

struct RunResult {
  RunEnd end = RunEnd::Finished;
  /// For what did not finish: the operation's name and why.
  std::string reason = {};
  /// For what did not finish: the operation; for what breaks a contract, the
  /// call or the end of the function.
  Operation *op = nullptr;
  /// What the function returned.
  llvm::SmallVector<RuntimeValue, 2> results = {};

  bool isFinished() const { return end == RunEnd::Finished; }
};

/// Runs functions of a program. What is not determined is thrown: arguments,
/// the results of functions out of sight, the noise, the order in which
/// parallel loops work and combine.
///
/// A function whose arguments state `noisy.bound` relies on good values within;
/// what comes out of a call with junk is junk all the same, as in the facts.
class Interpreter {
public:
  /// Told of each value as it is defined: results, arguments of functions and
  /// of blocks, each time anew.
  using Visitor = llvm::function_ref<void(Value, const RuntimeValue &)>;

  explicit Interpreter(std::mt19937 &random, RunOptions options = {})
      : random(random), options(options) {}

  /// Arguments as a caller out of sight may pass them: fresh, or within what
  /// `noisy.bound` and `noisy.range` state (two i64, unsigned unless the first
  /// is negative).
  llvm::SmallVector<RuntimeValue> throwArguments(func::FuncOp function);

  RunResult run(
      func::FuncOp function, ArrayRef<RuntimeValue> arguments,
      Visitor visit = [](Value, const RuntimeValue &) {});
  /// With thrown arguments.
  RunResult run(
      func::FuncOp function,
      Visitor visit = [](Value, const RuntimeValue &) {}) {
    return run(function, throwArguments(function), visit);
  }

private:
  std::mt19937 &random;
  RunOptions options;
};

/// A number by chance, mostly small, and often on an edge.
llvm::APInt throwInteger(std::mt19937 &random, unsigned width);

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_INTERPRETER_INTERPRETER_H
