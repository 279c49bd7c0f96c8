//===- CoverNeighbourhood.cpp - Parts of a cover to improve -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverNeighbourhood.h"

#include <iterator>

using namespace mlir::noisy;

static constexpr uint32_t NotInRegion = UINT32_MAX;

/// The columns closest to \p Seed, by distance.
static std::vector<uint32_t> nearest(const CoverProblem &Problem,
                                     const RowsOfColumns &Rows, uint32_t Seed,
                                     uint32_t Size) {
  std::vector<char> IsNear(Problem.columns());
  std::vector<uint32_t> Result = {Seed};
  IsNear[Seed] = 1;
  for (size_t Next = 0; Next != Result.size(); ++Next)
    for (uint32_t Row : Rows[Result[Next]])
      for (uint32_t Column : Problem.Rows[Row]) {
        if (Result.size() >= Size)
          return Result;
        if (!std::exchange(IsNear[Column], 1))
          Result.push_back(Column);
      }
  return Result;
}

CoverNeighbourhood mlir::noisy::neighbourhood(
    const CoverProblem &Problem, const RowsOfColumns &Rows,
    const std::vector<uint32_t> &Cover, uint32_t Seed, uint32_t Size) {
  CoverNeighbourhood Result;
  Result.Columns = nearest(Problem, Rows, Seed, Size);
  std::sort(Result.Columns.begin(), Result.Columns.end());
  std::vector<uint32_t> Local(Problem.columns(), NotInRegion);
  for (uint32_t Column : Result.Columns) {
    Local[Column] = Result.Problem.columns();
    Result.Problem.Cost.push_back(Problem.Cost[Column]);
    if (!Problem.Tie.empty())
      Result.Problem.Tie.push_back(Problem.Tie[Column]);
  }
  std::vector<char> IsKept(Problem.columns());
  for (uint32_t Column : Cover)
    if (Local[Column] == NotInRegion)
      IsKept[Column] = 1;
    else
      Result.Start.push_back(Local[Column]);
  std::sort(Result.Start.begin(), Result.Start.end());

  for (uint32_t Column : Result.Columns)
    for (uint32_t Row : Rows[Column]) {
      const std::vector<uint32_t> &RowColumns = Problem.Rows[Row];
      // Each row is handled at the first of its columns in the region.
      auto IsInside = [&](uint32_t C) { return Local[C] != NotInRegion; };
      if (*std::find_if(RowColumns.begin(), RowColumns.end(), IsInside) !=
              Column ||
          std::any_of(RowColumns.begin(), RowColumns.end(),
                      [&](uint32_t C) { return IsKept[C]; }))
        continue;
      std::vector<uint32_t> &NewRow = Result.Problem.Rows.emplace_back();
      for (uint32_t C : RowColumns)
        if (IsInside(C))
          NewRow.push_back(Local[C]);
    }
  return Result;
}

std::vector<uint32_t>
CoverNeighbourhood::replace(const std::vector<uint32_t> &Whole,
                            const std::vector<uint32_t> &Part) const {
  std::vector<uint32_t> Result;
  std::set_difference(Whole.begin(), Whole.end(), Columns.begin(),
                      Columns.end(), std::back_inserter(Result));
  for (uint32_t Column : Part)
    Result.push_back(Columns[Column]);
  std::sort(Result.begin(), Result.end());
  return Result;
}
