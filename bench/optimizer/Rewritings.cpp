//===- Rewritings.cpp - What rewriting saves ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/optimizer/Rewritings.h"
#include "bench/measure/Timing.h"
#include "bench/programs/ArithmeticPrograms.h"
#include "bench/programs/RandomPrograms.h"
#include "bench/programs/RewrittenPrograms.h"
#include "bench/programs/StructuredPrograms.h"
#include "dialect/AllDialects.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include <cstdio>
#include <iostream>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::bench;
using Clock = std::chrono::steady_clock;

std::vector<RewritingSubject>
mlir::noisy::bench::getRewritingSubjects(const std::vector<Program> &circuits) {
  std::vector<RewritingSubject> result = {
      {makeSum(16), 0},
      {makeSum(128), 0},
      {makeInnerProduct(16), 4},
      {makeInnerProduct(64), 16},
      {makeCommonFactor(16), 1},
      {makeCommonFactor(32), 1},
      {makePower(16), 3},
      {makePower(64), 5},
      {makeProduct(16), 14},
      {makeHorner(15), 6},
      {makeHorner(25), 8},
      {makeHorner(63), 14},
      {makeHorner(250), 30},
      {makeHorner(250), 3, /*functions=*/true},
      {makeEncryptedHorner(15), 8},
      {makeEncryptedHorner(63), 32},
      {makeMatrixProducts(4), 16},
      {makeMatrixProducts(5), 75},
      {makeMatrixProducts(6), 108},
      {makeMatrixProducts(8), 320},
      {makeFourier(8, Twiddles::Encoded), 1},
      {makeFourier(64, Twiddles::Encoded), 1},
      {makeFourier(64, Twiddles::Plain), 1},
      {makeRandomTree(200, 1), std::nullopt},
      {makeRandom(200, 1), std::nullopt},
      {makeRandomWide(200, 1), std::nullopt},
      {makeSumLoop(64), 8},
      {makeSumLoop(127), 8},
      {makeDotLoop(256), 64},
      {makeHornerLoops(25, 8), std::nullopt},
      {makeMatrixVector(64), 1024},
      {makeFilterLoop(), 256},
  };
  for (const Program &circuit : circuits)
    result.push_back({circuit, std::nullopt});
  return result;
}

static std::string format(const char *form, double value) {
  char text[32];
  std::snprintf(text, sizeof(text), form, value);
  return text;
}

static double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::optional<RewritingMeasurement>
mlir::noisy::bench::measureRewriting(const RewritingSubject &subject,
                                     double timeLimit) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  auto module = parseSourceString<ModuleOp>(subject.program.text, &context);
  if (!module) {
    std::cerr << "noisy-bench: " << subject.program.name << " does not parse\n";
    return std::nullopt;
  }
  RewritingMeasurement result;
  result.program =
      subject.program.name + (subject.functions ? ", as a function" : "");
  result.most = subject.most;
  OptimizerOptions options;
  options.timeLimit =
      std::chrono::milliseconds(static_cast<int64_t>(1000 * timeLimit));
  Clock::time_point start = Clock::now();
  (void)optimizeReductions(*module, options);
  result.insertionSeconds = secondsSince(start);
  RewriteChoiceOptions allowed;
  allowed.functions = subject.functions;
  start = Clock::now();
  RewriteChoice choice = chooseRewriting(*module, options, allowed);
  result.seconds = secondsSince(start);
  const OptimizerResult &best =
      choice.isRewritten() ? choice.result : choice.insertion;
  result.insertion = choice.insertionCost;
  result.cost = choice.isRewritten() ? choice.cost : choice.insertionCost;
  result.isLegal = best.isLegal();
  result.isProven = best.status == OptimizerStatus::Optimal;
  return result;
}

Verdict mlir::noisy::bench::judge(const RewritingMeasurement &measurement,
                                  std::string &reason) {
  if (!measurement.isLegal) {
    reason = "no solution";
    return Verdict::Missed;
  }
  if (measurement.cost > measurement.insertion) {
    reason = "dearer than inserting alone";
    return Verdict::Missed;
  }
  if (measurement.most && measurement.cost.reductions > *measurement.most) {
    reason = "more than " + std::to_string(*measurement.most);
    return Verdict::Missed;
  }
  return Verdict::Met;
}

std::vector<std::vector<std::string>> mlir::noisy::bench::makeRewritingTable(
    const std::vector<RewritingMeasurement> &measurements) {
  std::vector<std::vector<std::string>> rows = {
      {"program", "inserted alone", "rewritten first", "at most", "products",
       "rewritten", "alone, s", "both, s", "target"}};
  for (const RewritingMeasurement &each : measurements) {
    std::string reason;
    Verdict verdict = judge(each, reason);
    rows.push_back({each.program, std::to_string(each.insertion.reductions),
                    std::to_string(each.cost.reductions) +
                        (each.isProven ? "" : " (not proven)"),
                    each.most ? std::to_string(*each.most) : "",
                    std::to_string(each.insertion.products),
                    std::to_string(each.cost.products),
                    format("%.2f", each.insertionSeconds),
                    format("%.2f", each.seconds),
                    writeVerdict(verdict, reason)});
  }
  return rows;
}

std::string mlir::noisy::bench::writeRewritings(
    const std::vector<RewritingMeasurement> &measurements, double timeLimit) {
  return "\n## Rewriting first\n\n"
         "The cost of the reductions of the optimizer alone, and with "
         "`rewrite=true`: where one stands in a loop it\ncounts as often as "
         "that has turns. *At most*: what was reached by hand, so the target; "
         "never more than inserting\nalone. *Products* are those that are "
         "executed, before and after. Inserting alone has " +
         format("%.0f", timeLimit) +
         " s, all ways to\nrewrite have as long again.\n\n" +
         writeMarkdownTable(makeRewritingTable(measurements), {0, 8});
}
