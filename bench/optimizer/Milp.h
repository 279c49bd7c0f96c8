//===- Milp.h - Mixed integer programs for CBC ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Models other than the optimizer's, measured and compared with it on the same
// CBC. The product does not use this.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_OPTIMIZER_MILP_H
#define NOISY_BENCH_OPTIMIZER_MILP_H

#include <chrono>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace mlir::noisy::bench {

/// minimise the sum of the columns' costs, with each row's sum of terms and
/// each column within its bounds, infinity meaning none.
struct Milp {
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  struct Column {
    double lower, upper, cost;
    bool isInteger;
  };
  struct Term {
    unsigned column;
    double factor;
  };
  struct Row {
    double lower, upper;
    /// The terms of the row. A column may occur twice, and then counts twice.
    std::vector<Term> terms;
  };

  std::vector<Column> columns;
  std::vector<Row> rows;

  unsigned addColumn(Column column) {
    columns.push_back(column);
    return columns.size() - 1;
  }
  unsigned addBinary(double cost) { return addColumn({0, 1, cost, true}); }
  void addRow(double lower, double upper, std::vector<Term> terms) {
    rows.push_back({lower, upper, std::move(terms)});
  }
};

/// The text in which `noisy-milp` reads a problem, from `milp SECONDS COLUMNS
/// ROWS` to `end`.
std::string encodeMilp(const Milp &milp, std::chrono::milliseconds timeLimit);

struct MilpRequest {
  Milp milp;
  double seconds = 0;
};
/// Decodes the text of `encodeMilp`; nullopt for anything else.
std::optional<MilpRequest> decodeMilp(const std::string &text);

enum class MilpStatus {
  Optimal,    ///< According to CBC.
  Feasible,   ///< Time ran out, and there is a solution.
  Infeasible, ///< According to CBC.
  Stopped,    ///< Time ran out before a solution was found.
  Failed,     ///< The program is missing, or CBC crashed.
};

struct MilpResult {
  MilpStatus status = MilpStatus::Failed;
  double objective = 0;
  /// The values of the columns, if there is a solution.
  std::vector<double> values;
  std::string message;
};

/// Runs `noisy-milp`, which is in the folder of this executable, with at most
/// `timeLimit` for CBC. If CBC does not end then, it is killed, and its
/// findings are lost.
MilpResult solveMilp(const Milp &milp, std::chrono::milliseconds timeLimit);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_OPTIMIZER_MILP_H
