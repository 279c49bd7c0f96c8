//===- Budgets.cpp - The optimizer under other noise models ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/optimizer/Budgets.h"
#include "bench/measure/Plot.h"
#include "bench/measure/Timing.h"
#include "bench/optimizer/Greedy.h"
#include "bench/programs/Families.h"
#include "dialect/AllDialects.h"
#include "dialect/NoisyOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::bench;
using Clock = std::chrono::steady_clock;

//===----------------------------------------------------------------------===//
// Subjects
//===----------------------------------------------------------------------===//

const std::vector<Budget> &mlir::noisy::bench::getBudgets() {
  // In levels, one for a fresh value: of 1 to 10, nine products fit.
  static const std::vector<Budget> budgets = {
      {"12/26", "initial=12,max=26"},   {"12/40", "initial=12,max=40"},
      {"12/60", "initial=12,max=60"},   {"12/100", "initial=12,max=100"},
      {"12/200", "initial=12,max=200"}, {"20/400", "initial=20,max=400"},
      {"levels 1/6", "levels=5"},       {"levels 1/10", "levels=9"},
      {"levels 1/14", "levels=13"}};
  return budgets;
}

static Program makeFrom(llvm::StringRef family, unsigned operations) {
  for (const Family &each : getFamilies())
    if (family == each.name)
      return each.make(operations);
  return {};
}

namespace {
/// A program of a family, and the budget with which it is drawn.
struct Choice {
  const char *family;
  unsigned operations;
  const char *budget;
};
} // namespace

static constexpr Choice kChoices[] = {
    {"random, near operands", 300, "levels 1/6"},
    {"random, layers", 1'500, "12/26"},
    {"bitonic sort", 6'240, "12/40"},
    {"Keccak-f", 4'000, "12/60"},
    {"array multiplier", 4'814, "12/100"},
    {"random, any operands", 1'500, "levels 1/10"}};

std::vector<BudgetSubject>
mlir::noisy::bench::getBudgetSubjects(const std::vector<Program> &programs,
                                      bool all) {
  std::vector<BudgetSubject> subjects;
  for (const Choice &choice : kChoices)
    for (const Budget &budget : getBudgets()) {
      bool isDrawn = llvm::StringRef(choice.budget) == budget.name;
      if (all || isDrawn)
        subjects.push_back(
            {makeFrom(choice.family, choice.operations), budget, isDrawn});
    }
  for (const Program &program : programs)
    for (const Budget &budget : getBudgets())
      if (all)
        subjects.push_back({program, budget});
  return subjects;
}

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

static double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::optional<int64_t> BudgetMeasurement::costAfter(double seconds) const {
  std::optional<int64_t> cost;
  for (const Moment &moment : progress)
    if (moment.seconds <= seconds && moment.cost >= 0)
      cost = moment.cost;
  return cost;
}

std::optional<BudgetMeasurement>
mlir::noisy::bench::measureBudget(const BudgetSubject &subject,
                                  double timeLimit) {
  DialectRegistry registry;
  registerAllDialects(registry);
  std::string error;
  registerDefaultModel(registry,
                       *NoiseModel::parse(subject.budget.model, error));
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  auto module = parseSourceString<ModuleOp>(subject.program.text, &context);
  if (!module) {
    std::cerr << "noisy-bench: " << subject.program.name << " does not parse\n";
    return std::nullopt;
  }
  BudgetMeasurement measurement;
  measurement.program = subject.program.name;
  measurement.budget = subject.budget.name;
  measurement.isDrawn = subject.isDrawn;
  module->walk([&](NoiseOpInterface op) {
    measurement.operations += !isa<EncodeOp>(op.getOperation());
  });
  if (std::optional<StraightLine> program = StraightLine::read(*module))
    if (std::optional<std::vector<bool>> placement = placeGreedily(*program)) {
      std::vector<Reduction> reductions = program->getReductions(*placement);
      if (confirmReductions(*module, reductions))
        measurement.greedy = reductions.size();
    }
  OptimizerOptions options;
  options.timeLimit =
      std::chrono::milliseconds(static_cast<int64_t>(1000 * timeLimit));
  Clock::time_point start = Clock::now();
  options.progress = [&](int64_t cost, int64_t bound) {
    measurement.progress.push_back({secondsSince(start), cost, bound});
  };
  measurement.result = optimizeReductions(*module, options);
  measurement.seconds = secondsSince(start);
  OptimizerResult &result = measurement.result;
  if (result.isLegal())
    measurement.progress.push_back(
        {measurement.seconds, result.cost, result.lowerBound});
  if (result.isLegal() &&
      !confirmReductions(*module, result.reductions, result.removals)) {
    result.status = OptimizerStatus::Failed;
    result.message = "the analysis does not confirm the placement";
  }
  return measurement;
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

static std::string format(const char *form, double value) {
  char text[32];
  std::snprintf(text, sizeof(text), form, value);
  return text;
}

static std::string writeGap(const OptimizerResult &result) {
  if (!result.isLegal())
    return "none";
  if (result.status == OptimizerStatus::Optimal)
    return "proven";
  if (result.lowerBound <= 0)
    return "no bound";
  return format("%.1f", 100.0 * double(result.cost - result.lowerBound) /
                            double(result.lowerBound)) +
         " %";
}

std::vector<std::vector<std::string>> mlir::noisy::bench::makeBudgetTable(
    const std::vector<BudgetMeasurement> &measurements) {
  std::vector<std::vector<std::string>> rows = {
      {"program", "operations", "model", "greed", "after 1 s", "after 3 s",
       "inserted", "at least", "gap", "all, s"}};
  for (const BudgetMeasurement &each : measurements) {
    auto after = [&](double seconds) {
      std::optional<int64_t> cost = each.costAfter(seconds);
      return cost ? std::to_string(*cost) : "";
    };
    bool isLegal = each.result.isLegal();
    rows.push_back({each.program, std::to_string(each.operations), each.budget,
                    each.greedy ? std::to_string(*each.greedy) : "", after(1),
                    after(3), isLegal ? std::to_string(each.result.cost) : "",
                    isLegal ? std::to_string(each.result.lowerBound) : "",
                    writeGap(each.result),
                    format(each.seconds < 1 ? "%.2f" : "%.1f", each.seconds)});
  }
  return rows;
}

std::string mlir::noisy::bench::writeBudgets(
    const std::vector<BudgetMeasurement> &measurements, double timeLimit,
    const std::string &figure) {
  return "\n## Other budgets\n\nThe same with other noise models, " +
         format("%.0f", timeLimit) +
         R"( s each. 12/40 stands for `initial = 12, max = 40`, and levels
1/10 for `levels = 9`. The more products fit between two reductions, the more ways there are to pass a limit: rows are
long then, and bounds weak.

![Answer and bound over time]()" +
         figure + ")\n\n" +
         writeMarkdownTable(makeBudgetTable(measurements), {0, 2, 8});
}

//===----------------------------------------------------------------------===//
// Figure
//===----------------------------------------------------------------------===//

/// The first time that is drawn, in seconds: the axis is logarithmic.
static constexpr double kFirst = 0.01;

std::string mlir::noisy::bench::drawProgress(
    const std::vector<BudgetMeasurement> &measurements) {
  std::vector<PlotPanel> panels;
  for (const BudgetMeasurement &each : measurements) {
    if (!each.isDrawn)
      continue;
    PlotPanel panel{each.program + ", " + each.budget, {}, /*isSmall=*/true};
    PlotSeries answers{"answer", {}, false, /*isLine=*/true},
        bounds{"bound", {}, false, /*isLine=*/true};
    auto add = [](PlotSeries &series, double seconds, int64_t value) {
      // The last one of each moment; a step stays until the next.
      seconds = std::max(seconds, kFirst);
      if (!series.points.empty() && series.points.back().y == double(value))
        return;
      if (!series.points.empty())
        series.points.push_back({seconds, series.points.back().y, ""});
      series.points.push_back(
          {seconds, double(value),
           format("%.2f", seconds) + " s: " + std::to_string(value)});
    };
    for (const BudgetMeasurement::Moment &moment : each.progress) {
      if (moment.cost >= 0)
        add(answers, moment.seconds, moment.cost);
      if (moment.bound > 0)
        add(bounds, moment.seconds, moment.bound);
    }
    for (PlotSeries *series : {&answers, &bounds})
      if (!series->points.empty())
        series->points.push_back(
            {std::max(each.seconds, kFirst), series->points.back().y, ""});
    panel.series = {std::move(answers), std::move(bounds)};
    panels.push_back(std::move(panel));
  }
  return drawPlot("Answer and bound over time", "seconds", panels);
}
