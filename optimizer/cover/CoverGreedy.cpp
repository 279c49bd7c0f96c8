//===- CoverGreedy.cpp - Quick covers and quick bounds ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverGreedy.h"

#include "optimizer/cover/CoverIncidence.h"

#include <numeric>
#include <queue>
#include <utility>

using namespace mlir::noisy;

namespace {

/// A column and its cost per newly hit row when it was last evaluated.
struct Candidate {
  double Price;
  uint32_t Column;

  bool operator<(const Candidate &Rhs) const {
    // The queue's top is its greatest: the cheapest, then the lowest.
    return Price != Rhs.Price ? Price > Rhs.Price : Column > Rhs.Column;
  }
};

} // namespace

std::vector<uint32_t>
mlir::noisy::greedyCover(const CoverProblem &Problem,
                         const std::vector<uint32_t> &Partial) {
  RowsOfColumns Rows(Problem);
  std::vector<char> Hit(Problem.Rows.size());
  std::vector<char> IsTaken(Problem.columns());
  std::vector<uint32_t> ChosenColumns;
  auto Take = [&](uint32_t Column) {
    if (IsTaken[Column])
      return;
    IsTaken[Column] = 1;
    ChosenColumns.push_back(Column);
    for (uint32_t Row : Rows[Column])
      Hit[Row] = 1;
  };
  auto Price = [&](uint32_t Column) {
    int64_t Open = 0;
    for (uint32_t Row : Rows[Column])
      Open += !Hit[Row];
    return Open ? static_cast<double>(Problem.Cost[Column]) / Open : -1;
  };

  for (uint32_t Column : Partial)
    Take(Column);

  std::priority_queue<Candidate> Queue;
  for (uint32_t Column = 0; Column != Problem.columns(); ++Column)
    if (double CurrentPrice = Price(Column); CurrentPrice >= 0)
      Queue.push({CurrentPrice, Column});
  while (!Queue.empty()) {
    Candidate Top = Queue.top();
    Queue.pop();
    // Prices only rise, so a candidate whose price still holds is the best.
    double CurrentPrice = Price(Top.Column);
    if (CurrentPrice < 0)
      continue;
    if (CurrentPrice > Top.Price)
      Queue.push({CurrentPrice, Top.Column});
    else
      Take(Top.Column);
  }
  std::sort(ChosenColumns.begin(), ChosenColumns.end());
  return ChosenColumns;
}

void mlir::noisy::removeRedundant(const CoverProblem &Problem,
                                  std::vector<uint32_t> &ChosenColumns) {
  RowsOfColumns Rows(Problem);
  std::vector<uint32_t> Hits(Problem.Rows.size());
  for (uint32_t Column : ChosenColumns)
    for (uint32_t Row : Rows[Column])
      ++Hits[Row];

  std::sort(ChosenColumns.begin(), ChosenColumns.end(),
            [&](uint32_t A, uint32_t B) {
              return Problem.Cost[A] != Problem.Cost[B]
                         ? Problem.Cost[A] > Problem.Cost[B]
                         : A > B;
            });
  std::erase_if(ChosenColumns, [&](uint32_t Column) {
    bool IsNeeded = false;
    for (uint32_t Row : Rows[Column])
      IsNeeded |= Hits[Row] == 1;
    if (!IsNeeded)
      for (uint32_t Row : Rows[Column])
        --Hits[Row];
    return !IsNeeded;
  });
  std::sort(ChosenColumns.begin(), ChosenColumns.end());
}

int64_t mlir::noisy::dualAscentBound(const CoverProblem &Problem) {
  // Short rows first: they leave more for rows that have fewer columns to pay
  // from.
  std::vector<uint32_t> Order(Problem.Rows.size());
  std::iota(Order.begin(), Order.end(), 0);
  std::stable_sort(Order.begin(), Order.end(), [&](uint32_t A, uint32_t B) {
    return Problem.Rows[A].size() < Problem.Rows[B].size();
  });

  std::vector<int64_t> RemainingCosts = Problem.Cost;
  std::vector<uint32_t> LastRow(Problem.columns(), UINT32_MAX);
  int64_t Bound = 0;
  for (uint32_t Index : Order) {
    const std::vector<uint32_t> &Row = Problem.Rows[Index];
    if (Row.empty())
      continue;
    int64_t Pays = RemainingCosts[Row.front()];
    for (uint32_t Column : Row)
      Pays = std::min(Pays, RemainingCosts[Column]);
    for (uint32_t Column : Row)
      if (std::exchange(LastRow[Column], Index) != Index)
        RemainingCosts[Column] -= Pays;
    Bound += Pays;
  }
  return Bound;
}
