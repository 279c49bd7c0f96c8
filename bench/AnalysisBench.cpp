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
#include "bench/measure/Verdict.h"
#include "bench/programs/Programs.h"
#include "dialect/AllDialects.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include <fstream>
#include <iostream>
#include <optional>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::bench;

/// How much longer the analysis of calls may take than that of the same program
/// with the bodies in place of the calls.
static constexpr double kMostForCalls = 3;

/// What parsing a program takes, and analysing it; none if it does not parse.
static std::optional<std::pair<Timing, Timing>>
measureProgram(const DialectRegistry &registry, const Program &program) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module;
  Timing parse = measure(
      5, [&] { module = parseSourceString<ModuleOp>(program.text, &context); });
  if (!module) {
    std::cerr << "noisy-bench: " << program.name << " does not parse\n";
    return std::nullopt;
  }
  // Integers too, which cost time if there are any.
  Timing analyse = measure(5, [&] {
    ProgramFlow flow(*module);
    NoiseFacts::compute(flow);
    IntegerFacts::compute(flow);
  });
  return std::pair(parse, analyse);
}

using Rows = std::vector<std::vector<std::string>>;

/// A table of programs with calls beside the same without; empty if one could
/// not be measured.
static Rows measureCalls(const DialectRegistry &registry) {
  Rows rows = {{"program", "analyse, ms (min / median / max)", "inlined, ms",
                "calls / inlined", "verdict"}};
  for (const auto &[called, inlined] :
       {std::pair(makeCalls(1000, 100, /*isInlined=*/false),
                  makeCalls(1000, 100, /*isInlined=*/true)),
        std::pair(makeCallTree(10, 100, /*isInlined=*/false),
                  makeCallTree(10, 100, /*isInlined=*/true)),
        std::pair(makeNetwork(20, 64, /*isInlined=*/false),
                  makeNetwork(20, 64, /*isInlined=*/true))}) {
    auto calls = measureProgram(registry, called);
    auto bodies = measureProgram(registry, inlined);
    if (!calls || !bodies)
      return {};
    double factor = calls->second.median / bodies->second.median;
    Verdict verdict = factor <= kMostForCalls ? Verdict::Met : Verdict::Missed;
    rows.push_back({called.name, milliseconds(calls->second),
                    milliseconds(bodies->second), ratio(factor),
                    writeVerdict(verdict, "at most " + ratio(kMostForCalls))});
  }
  return rows;
}

/// A table of the analyses beside parsing; empty if a program could not be
/// measured.
static Rows measurePrograms(const DialectRegistry &registry) {
  Rows rows = {{"program", "operations",
                "parse and verify, ms (min / median / max)", "analyse, ms",
                "analyse / parse"}};
  for (const Program &program :
       {makeFunctions(1, 1000), makeFunctions(1, 10000),
        makeFunctions(1, 100000), makeFunctions(1000, 100), makeLoops(1000, 8),
        makeLoops(10000, 8), makeNests(100, 50), makeNests(1000, 50),
        makeArithFunctions(1000, 100)}) {
    auto times = measureProgram(registry, program);
    if (!times)
      return {};
    const auto &[parse, analyse] = *times;
    rows.push_back({program.name, std::to_string(program.operations),
                    milliseconds(parse), milliseconds(analyse),
                    ratio(analyse.median / parse.median)});
  }
  return rows;
}

static bool writeDocs(const Rows &programs, const Rows &calls) {
  std::ofstream file("docs/analysis.md");
  file << R"(# The analyses, measured

Written by `./dev bench analysis --docs`: the analyses of noise and of integers from nothing, in one thread. Compare the
columns of a line rather than milliseconds with those of other machines.

## Beside parsing and verifying

)" << writeMarkdownTable(programs, {0})
       << R"(
## Calls beside the same program with the bodies in place of the calls

A function is run once for each noise that comes in, on numbers alone, while the inlined program has each operation
again. *Calls of 100*: one function of 100 operations, each call with other noise. *Tree*: three functions that call
each other ten times, the last one has 100 operations; again each call passes other noise, so that 100,000 operations
are evaluated. *Network*: layers that share three functions.

)" << writeMarkdownTable(calls, {0, 4})
       << R"(
## What is told apart

- Calls, by the noise of their operands and by the integers that decide in the callee; not in a
  recursion that does not end in some known case, nor where that takes more than some four
  million operations. A loop whose trip count is an argument has that of each call; for one
  that passes an unknown integer it runs any number of times, and the others keep their noise.
  Not so where a bound is the induction variable of another one whose trip count is unknown
  for some call (a triangle), or an integer that a loop of blocks carries: then it is for all
  calls.
- Iterations of loops of known trip count: what they do may repeat (`i mod 4 == 0`), begin or end
  anywhere (`i < 3`, the last one), or follow from integers that the loop carries; all else for
  up to 16,384 iterations.
- Elements of tensors at constant indices, through slices and `tensor.concat`, but not through
  calls, nor from one iteration of a loop to the next: there a tensor has the noise of its
  noisiest element.
- Elements of buffers at constants, at indices that are the same, and in views whose bounds are
  constants and have nothing in common. Of buffers that `arith.select` selects, each may be the
  one; buffers that loops exchange are unknown.
- A function that is passed on and called there, by the call that passes it; what the functions
  that may be called state (`noisy.bound`) is joined. Where none is a constant, all that may be
  called are.

## After an edit

An edit in straight code, whose noise flows into no call and to no caller, is followed by itself.
After any other one the functions that calls connect with the edited one are analysed again, all
of them. That takes as long as the lines above say: reading the operations and making the facts
are nearly all of it, evaluating functions for what is passed to them is little.
)";
  file.close();
  if (!file)
    std::cerr << "noisy-bench: cannot write docs/analysis.md\n";
  return bool(file);
}

bool mlir::noisy::bench::benchAnalysis(const BenchOptions &options) {
  DialectRegistry registry;
  registerAllDialects(registry);
  Rows programs = measurePrograms(registry);
  printTable(programs);
  Rows calls = measureCalls(registry);
  printTable(calls);
  return !programs.empty() && !calls.empty() &&
         (!options.writesDocs || writeDocs(programs, calls));
}
