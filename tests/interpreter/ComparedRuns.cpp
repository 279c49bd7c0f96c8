//===- ComparedRuns.cpp - Programs that compute the same ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/interpreter/ComparedRuns.h"
#include "tests/interpreter/Interpreter.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;

static bool isSame(const RuntimeValue &was, const RuntimeValue &is) {
  if (was.isInteger())
    return was.integer() == is.integer();
  if (was.isCipher() && !was.cipher().junk)
    return !is.cipher().junk && was.cipher().plain == is.cipher().plain;
  return true;
}

std::string mlir::noisy::test::compareRuns(Operation *before, Operation *after,
                                           std::mt19937 &random, unsigned runs,
                                           unsigned &finished) {
  RunOptions options;
  options.worstCase = true;
  options.maxSteps = 100000;
  std::vector<func::FuncOp> lefts, rights;
  before->walk([&](func::FuncOp op) { lefts.push_back(op); });
  after->walk([&](func::FuncOp op) { rights.push_back(op); });
  if (lefts.size() != rights.size())
    return "another number of functions";
  for (auto [before, after] : llvm::zip(lefts, rights)) {
    for (unsigned run = 0; run < runs && !before.isExternal(); ++run) {
      unsigned seed = random();
      std::mt19937 first(seed), second(seed), arguments(seed);
      Interpreter left(first, options), right(second, options);
      SmallVector<RuntimeValue> values =
          Interpreter(arguments, options).throwArguments(before);
      RunResult was = left.run(before, values);
      RunResult is = right.run(after, values);
      if (!was.isFinished() || !is.isFinished())
        continue;
      ++finished;
      if (!llvm::all_of(llvm::zip_equal(was.results, is.results),
                        [](const auto &pair) {
                          return isSame(std::get<0>(pair), std::get<1>(pair));
                        }))
        return "another result of " + before.getName().str();
    }
  }
  return "";
}
