//===- Budgets.h - The optimizer under other noise models -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many multiplications fit between two reductions decides how hard a
// program is. Here programs are measured with budgets from one on, and how fast
// answer and bound come together.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_OPTIMIZER_BUDGETS_H
#define NOISY_BENCH_OPTIMIZER_BUDGETS_H

#include "bench/programs/Program.h"
#include "optimizer/Optimizer.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::noisy::bench {

/// A noise model under a short name, "12/40" or "levels 1/6".
struct Budget {
  const char *name;
  const char *model;
};
const std::vector<Budget> &getBudgets();

/// A program with a budget.
struct BudgetSubject {
  Program program;
  Budget budget;
  /// True if its progress is drawn.
  bool isDrawn = false;
};

/// The programs that are measured. `all`: each of `programs`, beside those of
/// the families, with each budget; otherwise a few.
std::vector<BudgetSubject>
getBudgetSubjects(const std::vector<Program> &programs, bool all);

/// What came of one.
struct BudgetMeasurement {
  /// The best cost, negative for none, and the bound that were known after so
  /// many seconds.
  struct Moment {
    double seconds;
    int64_t cost, bound;
  };

  std::string program, budget;
  unsigned operations = 0;
  bool isDrawn = false;
  OptimizerResult result;
  double seconds = 0;
  std::optional<size_t> greedy;
  std::vector<Moment> progress;

  /// The best cost after so many seconds; nothing before there was one.
  std::optional<int64_t> costAfter(double seconds) const;
};

/// Measures one, with this much time; nothing, and a message on standard error,
/// if it does not parse.
std::optional<BudgetMeasurement> measureBudget(const BudgetSubject &subject,
                                               double timeLimit);

/// The table, head first.
std::vector<std::vector<std::string>>
makeBudgetTable(const std::vector<BudgetMeasurement> &measurements);

/// Answer and bound over time of those that are drawn.
std::string drawProgress(const std::vector<BudgetMeasurement> &measurements);

/// The section of the page with the table and the figure `figure`.
std::string writeBudgets(const std::vector<BudgetMeasurement> &measurements,
                         double timeLimit, const std::string &figure);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_OPTIMIZER_BUDGETS_H
