//===- noisy-milp.cpp - CBC for the benchmarks ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Solves the mixed integer program on its stdin, as written by `encodeMilp`, in
// the same way as the `cbc` command, and prints the answer. See
// bench/optimizer/Milp.h.
//
//===----------------------------------------------------------------------===//

#include "bench/optimizer/Milp.h"
#include "optimizer/worker/WorkerSearch.h"
#include "optimizer/worker/WorkerStreams.h"
#include "system/ParentWatch.h"
#include <CoinPackedMatrix.hpp>
#include <OsiClpSolverInterface.hpp>
#include <cmath>
#include <sys/resource.h>
#include <unistd.h>

using namespace mlir::noisy;
using namespace mlir::noisy::bench;

static double toCoin(double bound) {
  if (bound == Milp::infinity)
    return COIN_DBL_MAX;
  return bound == -Milp::infinity ? -COIN_DBL_MAX : bound;
}

static void load(OsiClpSolverInterface &solver, const Milp &milp) {
  CoinPackedMatrix matrix(/*colordered=*/false, 0, 0);
  matrix.setDimensions(0, milp.columns.size());
  std::vector<double> lower, upper, cost, rowLower, rowUpper;
  for (const Milp::Column &column : milp.columns) {
    lower.push_back(toCoin(column.lower));
    upper.push_back(toCoin(column.upper));
    cost.push_back(column.cost);
  }
  std::vector<CoinBigIndex> starts = {0};
  std::vector<int> indices;
  std::vector<double> factors;
  std::vector<int> placeOf(milp.columns.size(), -1);
  for (const Milp::Row &row : milp.rows) {
    size_t begin = indices.size();
    for (const Milp::Term &term : row.terms) {
      int &place = placeOf[term.column];
      if (place >= int(begin)) {
        factors[place] += term.factor;
        continue;
      }
      place = indices.size();
      indices.push_back(term.column);
      factors.push_back(term.factor);
    }
    starts.push_back(indices.size());
    rowLower.push_back(toCoin(row.lower));
    rowUpper.push_back(toCoin(row.upper));
  }
  matrix.appendRows(milp.rows.size(), starts.data(), indices.data(),
                    factors.data());
  solver.messageHandler()->setLogLevel(0);
  solver.loadProblem(matrix, lower.data(), upper.data(), cost.data(),
                     rowLower.data(), rowUpper.data());
  for (size_t i = 0; i < milp.columns.size(); ++i)
    if (milp.columns[i].isInteger)
      solver.setInteger(i);
}

/// True if CBC's solution is valid: CBC has been seen to give invalid ones.
static bool holds(const Milp &milp, const double *values) {
  auto isWithin = [](double lower, double value, double upper) {
    constexpr double tolerance = 1e-4;
    return lower - tolerance <= value && value <= upper + tolerance;
  };
  for (size_t i = 0; i < milp.columns.size(); ++i) {
    const Milp::Column &column = milp.columns[i];
    double whole = std::round(values[i]);
    if (!isWithin(column.lower, values[i], column.upper) ||
        (column.isInteger && !isWithin(whole, values[i], whole)))
      return false;
  }
  for (const Milp::Row &row : milp.rows) {
    double sum = 0;
    for (const Milp::Term &term : row.terms)
      sum += term.factor * values[term.column];
    if (!isWithin(row.lower, sum, row.upper))
      return false;
  }
  return true;
}

static std::string solve(const MilpRequest &request) {
  OsiClpSolverInterface solver;
  load(solver, request.milp);
  solver.getModelPtr()->setMaximumWallSeconds(request.seconds);
  auto start = std::chrono::steady_clock::now();
  solver.initialSolve();
  if (solver.isProvenPrimalInfeasible())
    return "infeasible\n";
  std::chrono::duration<double> elapsedTime =
      std::chrono::steady_clock::now() - start;
  double secondsLeft = request.seconds - elapsedTime.count();
  if (secondsLeft <= 0)
    return "stopped\n";

  CbcSearch search(solver);
  CbcSearch::End end = search.run(secondsLeft);
  const double *values = search.Model.bestSolution();
  if (!values)
    return end == CbcSearch::End::Infeasible ? "infeasible\n" : "stopped\n";
  if (!holds(request.milp, values))
    return "stopped\n";
  char number[40];
  std::snprintf(number, sizeof(number), " %.17g\n", search.Model.getObjValue());
  std::string answer =
      (end == CbcSearch::End::Proven ? "optimal" : "feasible") +
      std::string(number);
  for (size_t i = 0; i < request.milp.columns.size(); ++i) {
    std::snprintf(number, sizeof(number), "%.9g\n", values[i]);
    answer += number;
  }
  return answer + "end\n";
}

int main() {
  WorkerStreams streams;
  if (!streams.takeStandard())
    return EXIT_FAILURE;
  endWithParent(streams.Input);
  rlimit noCore = {0, 0};
  ::setrlimit(RLIMIT_CORE, &noCore);

  // Reads up to the end in the text, because the pipe stays open.
  std::string text;
  char buffer[1 << 16];
  while (!text.ends_with("\nend\n")) {
    ssize_t size = ::read(streams.Input, buffer, sizeof(buffer));
    if (size <= 0)
      break;
    text.append(buffer, size);
  }
  std::optional<MilpRequest> request = decodeMilp(text);
  std::string answer =
      request ? solve(*request) : "failed this is not a problem\n";
  streams.write(answer);
  // Skip destructors: nothing is worth a crash now.
  ::_exit(request ? EXIT_SUCCESS : EXIT_FAILURE);
}
