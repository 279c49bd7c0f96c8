//===- OptimizerBench.cpp - What an optimal placement costs ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/Bench.h"
#include "bench/Programs.h"
#include "dialect/AllDialects.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "optimizer/Optimizer.h"
#include <iostream>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::bench;

void mlir::noisy::bench::benchOptimizer() {
  DialectRegistry registry;
  registerAllDialects(registry);
  std::vector<std::vector<std::string>> rows = {{"program", "operations",
                                                 "inserted", "at least", "rows",
                                                 "rounds", "ms"}};
  for (const Program &program :
       {makeAdder(32), makeAdder(256), makeAdder(2048), makeRandom(200, 1),
        makeRandom(800, 1), makeRandom(1500, 1)}) {
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    auto module = parseSourceString<ModuleOp>(program.text, &context);
    if (!module) {
      std::cerr << "noisy-bench: " << program.name << " does not parse\n";
      return;
    }
    OptimizerOptions options;
    options.timeLimit = std::chrono::seconds(20);
    auto start = std::chrono::steady_clock::now();
    OptimizerResult result = optimizeReductions(*module, options);
    double time = std::chrono::duration<double, std::milli>(
                      std::chrono::steady_clock::now() - start)
                      .count();
    rows.push_back({program.name, std::to_string(program.operations),
                    result.isLegal() ? std::to_string(result.reductions.size())
                                     : result.message,
                    std::to_string(result.lowerBound),
                    std::to_string(result.statistics.Rows),
                    std::to_string(result.rounds), milliseconds(time)});
  }
  printTable(rows);
}
