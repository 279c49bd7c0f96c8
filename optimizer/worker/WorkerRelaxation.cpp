//===- WorkerRelaxation.cpp - The linear relaxation -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/worker/WorkerRelaxation.h"

#include "optimizer/cover/CoverWorkerProtocol.h"

#include <CoinPackedMatrix.hpp>
#include <cmath>

using namespace mlir::noisy;

WorkerRelaxation::WorkerRelaxation(const CoverProblem &Problem, int64_t Unit)
    : Columns(static_cast<int>(Problem.columns())),
      Rows(static_cast<int>(Problem.Rows.size())), Unit(Unit) {
  std::vector<CoinBigIndex> Starts = {0};
  std::vector<int> Indices;
  std::vector<double> Elements;
  for (const std::vector<uint32_t> &Row : Problem.Rows) {
    Indices.insert(Indices.end(), Row.begin(), Row.end());
    Starts.push_back(static_cast<CoinBigIndex>(Indices.size()));
  }
  Elements.assign(Indices.size(), 1);
  for (int64_t Cost : Problem.Cost)
    Objective.push_back(static_cast<double>(Cost / Unit));

  CoinPackedMatrix Matrix(/*colordered=*/false, Columns, Rows,
                          static_cast<CoinBigIndex>(Indices.size()),
                          Elements.data(), Indices.data(), Starts.data(),
                          /*len=*/nullptr);
  std::vector<double> Zeros(Columns), Ones(Columns, 1);
  std::vector<double> RowLower(Rows, 1);
  std::vector<double> RowUpper(Rows, COIN_DBL_MAX);
  Solver.messageHandler()->setLogLevel(0);
  Solver.loadProblem(Matrix, Zeros.data(), Ones.data(), Objective.data(),
                     RowLower.data(), RowUpper.data());
  for (int Column = 0; Column != Columns; ++Column)
    Solver.setInteger(Column);
}

double WorkerRelaxation::dualBound() const {
  const double *RowPrice = Solver.getRowPrice();
  std::vector<double> ReducedCosts = Objective;
  const CoinPackedMatrix &Matrix = *Solver.getMatrixByRow();
  double Bound = 0;
  for (int Row = 0; Row != Rows; ++Row) {
    double Price = std::max(RowPrice[Row], 0.0);
    if (Price == 0)
      continue;
    Bound += Price;
    CoinBigIndex First = Matrix.getVectorStarts()[Row];
    for (int I = 0; I != Matrix.getVectorSize(Row); ++I)
      ReducedCosts[Matrix.getIndices()[First + I]] -=
          Price * Matrix.getElements()[First + I];
  }
  for (double Cost : ReducedCosts)
    Bound += std::min(Cost, 0.0);
  return Bound;
}

std::vector<int64_t> WorkerRelaxation::prices() const {
  // Larger prices are of no use.
  constexpr double Largest = 9e18;
  const double *RowPrice = Solver.getRowPrice();
  double Scale = static_cast<double>(Unit) * CoverPriceScale;
  std::vector<int64_t> Prices(Rows);
  for (int Row = 0; Row != Rows; ++Row) {
    double Price = RowPrice[Row] * Scale;
    if (Price > 0 && Price < Largest)
      Prices[Row] = std::llround(Price);
  }
  return Prices;
}

std::vector<int64_t> WorkerRelaxation::values() const {
  const double *Value = Solver.getColSolution();
  std::vector<int64_t> Values(Columns);
  for (int Column = 0; Column != Columns; ++Column)
    Values[Column] =
        std::llround(std::clamp(Value[Column], 0.0, 1.0) * CoverValueScale);
  return Values;
}

std::vector<uint32_t> mlir::noisy::roundToColumns(const double *Values,
                                                  int Size) {
  std::vector<uint32_t> Columns;
  for (int Column = 0; Column != Size; ++Column)
    if (Values[Column] >= 0.5)
      Columns.push_back(static_cast<uint32_t>(Column));
  return Columns;
}
