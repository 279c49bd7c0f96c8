//===- AnalysisBench.cpp - The cost of the analysis beside parsing --------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/AnalysisBench.h"
#include "analysis/integers/IntegerFacts.h"
#include "analysis/noise/NoiseFacts.h"
#include "bench/measure/Timing.h"
#include "bench/programs/Programs.h"
#include "dialect/AllDialects.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include <iostream>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::bench;

bool mlir::noisy::bench::benchAnalysis(const BenchOptions &) {
  DialectRegistry registry;
  registerAllDialects(registry);
  std::vector<std::vector<std::string>> rows = {
      {"program", "operations", "parse and verify, ms (min / median / max)",
       "analyse, ms", "analyse / parse"}};
  for (const Program &program :
       {makeFunctions(1, 1000), makeFunctions(1, 10000),
        makeFunctions(1, 100000), makeFunctions(1000, 100), makeLoops(1000, 8),
        makeLoops(10000, 8), makeNests(100, 50), makeNests(1000, 50),
        makeCalls(1000, 100, /*isInlined=*/false),
        makeCalls(1000, 100, /*isInlined=*/true),
        makeArithFunctions(1000, 100)}) {
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    OwningOpRef<ModuleOp> module;
    Timing parse = measure(5, [&] {
      module = parseSourceString<ModuleOp>(program.text, &context);
    });
    if (!module) {
      std::cerr << "noisy-bench: " << program.name << " does not parse\n";
      return false;
    }
    // Integers too, which cost time if there are any.
    Timing analyse = measure(5, [&] {
      ProgramFlow flow(*module);
      NoiseFacts::compute(flow);
      IntegerFacts::compute(flow);
    });
    rows.push_back({program.name, std::to_string(program.operations),
                    milliseconds(parse), milliseconds(analyse),
                    ratio(analyse.median / parse.median)});
  }
  printTable(rows);
  return true;
}
