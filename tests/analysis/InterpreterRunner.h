//===- InterpreterRunner.h - Functions that tests run -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_ANALYSIS_INTERPRETERRUNNER_H
#define NOISY_TESTS_ANALYSIS_INTERPRETERRUNNER_H

#include "tests/interpreter/Interpreter.h"
#include "tests/support/Program.h"
#include <map>

namespace mlir::noisy::test {

inline RuntimeValue index(int64_t value) {
  return llvm::APInt(64, value, /*isSigned=*/true);
}
inline RuntimeValue integer(unsigned width, int64_t value) {
  return llvm::APInt(width, value, /*isSigned=*/true,
                     /*implicitTrunc=*/true);
}
inline RuntimeValue cipher(uint32_t plain, uint64_t noise) {
  return Cipher{plain, noise};
}

/// A program in which one function is run.
class Runner {
public:
  explicit Runner(llvm::StringRef source) : program(source) {
    INFO(program.diagnostics());
    REQUIRE(program.isParsed());
  }

  func::FuncOp function(llvm::StringRef name) {
    auto funcOp = program.module().lookupSymbol<func::FuncOp>(name);
    REQUIRE(funcOp);
    return funcOp;
  }

  const RunResult &run(llvm::StringRef name, ArrayRef<RuntimeValue> arguments) {
    visitedValues.clear();
    result = Interpreter(random, options)
                 .run(function(name), arguments,
                      [&](Value value, const RuntimeValue &content) {
                        visitedValues[program.name(value)].push_back(content);
                      });
    return result;
  }
  const RunResult &runAnyhow(llvm::StringRef name) {
    Interpreter interpreter(random, options);
    return run(name, interpreter.throwArguments(function(name)));
  }

  /// The one integer that a function returns, signed.
  int64_t number(llvm::StringRef name, ArrayRef<RuntimeValue> arguments) {
    run(name, arguments);
    INFO(result.reason);
    REQUIRE(result.isFinished());
    REQUIRE(result.results.size() == 1);
    return result.results[0].integer().getSExtValue();
  }

  /// The integers in the tensor that comes first of what was returned.
  std::vector<int64_t> elements() {
    std::vector<int64_t> numbers;
    REQUIRE(result.isFinished());
    for (const RuntimeValue &value : result.results[0].elements().values)
      numbers.push_back(value.integer().getSExtValue());
    return numbers;
  }

  /// The noise of a value each time that it was defined.
  std::vector<uint64_t> noise(const std::string &name) {
    std::vector<uint64_t> bits;
    for (const RuntimeValue &value : visitedValues[name])
      bits.push_back(value.cipher().noise);
    return bits;
  }

  Program program;
  std::mt19937 random{1};
  RunOptions options{/*worstCase=*/true};
  RunResult result;
  std::map<std::string, std::vector<RuntimeValue>> visitedValues;
};

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_ANALYSIS_INTERPRETERRUNNER_H
