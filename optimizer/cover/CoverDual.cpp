//===- CoverDual.cpp - Proofs from prices of rows ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverDual.h"

#include <numeric>
#include <utility>

using namespace mlir::noisy;

CoverDual::CoverDual(const CoverProblem &Problem,
                     const std::vector<int64_t> &Prices, int64_t Scale)
    : Scale(Scale) {
  int64_t Unit = 0;
  for (int64_t Cost : Problem.Cost) {
    ReducedCosts.push_back(static_cast<Wide>(Cost) * Scale);
    Unit = std::gcd(Unit, Cost);
  }
  std::vector<uint32_t> LastRow(Problem.columns(), UINT32_MAX);
  for (uint32_t Row = 0; Row != Problem.Rows.size(); ++Row) {
    int64_t Price = std::min(Prices[Row], int64_t(1) << 62);
    // An empty row would prove anything, and is infeasible anyway.
    if (Price <= 0 || Problem.Rows[Row].empty())
      continue;
    Value += Price;
    for (uint32_t Column : Problem.Rows[Row])
      if (std::exchange(LastRow[Column], Row) != Row)
        ReducedCosts[Column] -= Price;
  }
  for (Wide ReducedCost : ReducedCosts)
    Value += std::min<Wide>(ReducedCost, 0);
  if (Value <= 0 || Unit == 0)
    return;
  // The value does not exceed the sum of the costs, so the bound fits.
  Wide Step = static_cast<Wide>(Unit) * Scale;
  Bound = static_cast<int64_t>((Value + Step - 1) / Step) * Unit;
}

double CoverDual::value() const {
  return static_cast<double>(Value) / static_cast<double>(Scale);
}

bool CoverDual::isOut(uint32_t Column, int64_t Cost) const {
  return ReducedCosts[Column] > 0 &&
         Value + ReducedCosts[Column] > static_cast<Wide>(Cost) * Scale;
}

bool CoverDual::isIn(uint32_t Column, int64_t Cost) const {
  return ReducedCosts[Column] < 0 &&
         Value - ReducedCosts[Column] > static_cast<Wide>(Cost) * Scale;
}
