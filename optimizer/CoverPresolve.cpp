//===- CoverPresolve.cpp - Make a covering problem smaller ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/CoverPresolve.h"

#include <map>
#include <numeric>

using namespace mlir::noisy;

using Row = std::vector<uint32_t>;

/// Sorts the columns of \p Rows and keeps the rows that hold no other row,
/// short ones first.
static void keepMinimalRows(std::vector<Row> &Rows, uint32_t Columns) {
  for (Row &R : Rows) {
    std::sort(R.begin(), R.end());
    R.erase(std::unique(R.begin(), R.end()), R.end());
  }
  std::sort(Rows.begin(), Rows.end(), [](const Row &A, const Row &B) {
    return A.size() != B.size() ? A.size() < B.size() : A < B;
  });
  Rows.erase(std::unique(Rows.begin(), Rows.end()), Rows.end());

  // A row inside R is listed at one of R's columns. It is listed where the
  // list is shortest, which keeps the search short; the limit is for inputs
  // that defeat this, where a superset more in the problem does no harm.
  size_t Steps = 100'000'000;
  std::vector<std::vector<uint32_t>> ListedAt(Columns);
  std::vector<uint32_t> Mark(Columns, UINT32_MAX);
  std::vector<Row> Kept;
  for (uint32_t Index = 0; Index != Rows.size(); ++Index) {
    Row &R = Rows[Index];
    for (uint32_t Column : R)
      Mark[Column] = Index;
    auto IsInside = [&](uint32_t Other) {
      Steps -= std::min(Steps, Kept[Other].size());
      return std::all_of(
          Kept[Other].begin(), Kept[Other].end(),
          [&](uint32_t Column) { return Mark[Column] == Index; });
    };
    bool HoldsAnother = std::any_of(R.begin(), R.end(), [&](uint32_t Column) {
      return Steps && std::any_of(ListedAt[Column].begin(),
                                  ListedAt[Column].end(), IsInside);
    });
    if (HoldsAnother)
      continue;
    if (!R.empty()) {
      uint32_t Shortest =
          *std::min_element(R.begin(), R.end(), [&](uint32_t A, uint32_t B) {
            return ListedAt[A].size() < ListedAt[B].size();
          });
      ListedAt[Shortest].push_back(static_cast<uint32_t>(Kept.size()));
    }
    Kept.push_back(std::move(R));
  }
  Rows = std::move(Kept);
}

namespace {

/// Disjoint sets of columns (union by index, path halving).
class ColumnSets {
public:
  explicit ColumnSets(uint32_t Columns) : Parent(Columns) {
    std::iota(Parent.begin(), Parent.end(), 0);
  }

  uint32_t find(uint32_t Column) {
    while (Parent[Column] != Column)
      Column = Parent[Column] = Parent[Parent[Column]];
    return Column;
  }

  void join(uint32_t A, uint32_t B) {
    A = find(A);
    B = find(B);
    Parent[std::max(A, B)] = std::min(A, B);
  }

private:
  std::vector<uint32_t> Parent;
};

} // namespace

/// Splits \p Rows, whose columns are those of \p Problem, into components.
static std::vector<CoverComponent> split(const CoverProblem &Problem,
                                         const std::vector<Row> &Rows) {
  ColumnSets Sets(Problem.columns());
  std::vector<char> Used(Problem.columns());
  for (const Row &R : Rows)
    for (uint32_t Column : R) {
      Used[Column] = 1;
      Sets.join(R.front(), Column);
    }
  if (Problem.Side && !Rows.empty()) // The budget ties all columns together.
    for (const Row &R : Rows)
      Sets.join(Rows.front().front(), R.front());

  std::vector<CoverComponent> Components;
  std::map<uint32_t, uint32_t> ComponentOfRoot;
  std::vector<uint32_t> Local(Problem.columns());
  for (uint32_t Column = 0; Column != Problem.columns(); ++Column) {
    if (!Used[Column])
      continue;
    auto [It, IsNew] = ComponentOfRoot.try_emplace(
        Sets.find(Column), static_cast<uint32_t>(Components.size()));
    if (IsNew)
      Components.emplace_back();
    CoverComponent &Component = Components[It->second];
    Local[Column] = Component.Problem.columns();
    Component.Columns.push_back(Column);
    Component.Problem.Cost.push_back(Problem.Cost[Column]);
  }
  for (const Row &R : Rows) {
    CoverComponent &Component =
        Components[ComponentOfRoot.at(Sets.find(R.front()))];
    Row &NewRow = Component.Problem.Rows.emplace_back();
    for (uint32_t Column : R)
      NewRow.push_back(Local[Column]);
  }
  std::stable_sort(Components.begin(), Components.end(),
                   [](const CoverComponent &A, const CoverComponent &B) {
                     return A.Columns.size() < B.Columns.size();
                   });
  return Components;
}

PresolvedCover mlir::noisy::presolveCover(const CoverProblem &Problem) {
  PresolvedCover Result;
  std::vector<Row> Rows = Problem.Rows;
  keepMinimalRows(Rows, Problem.columns());
  if (!Rows.empty() && Rows.front().empty()) {
    Result.Infeasible = true;
    return Result;
  }

  std::vector<char> IsForced(Problem.columns());
  for (const Row &R : Rows)
    for (uint32_t Column : R)
      if (R.size() == 1 || (!Problem.Side && Problem.Cost[Column] == 0))
        IsForced[Column] = 1;
  for (uint32_t Column = 0; Column != Problem.columns(); ++Column)
    if (IsForced[Column])
      Result.Forced.push_back(Column);
  std::erase_if(Rows, [&](const Row &R) {
    return std::any_of(R.begin(), R.end(),
                       [&](uint32_t Column) { return IsForced[Column]; });
  });

  int64_t Limit = Problem.Side ? Problem.Side->Limit : 0;
  if (Problem.Side)
    for (uint32_t Column : Result.Forced)
      Limit -= Problem.Side->Weight[Column];
  if (Limit < 0) {
    Result.Infeasible = true;
    return Result;
  }

  Result.Components = split(Problem, Rows);
  if (Problem.Side)
    for (CoverComponent &Component : Result.Components) {
      CoverProblem::Budget &Side = Component.Problem.Side.emplace();
      Side.Limit = Limit;
      for (uint32_t Column : Component.Columns)
        Side.Weight.push_back(Problem.Side->Weight[Column]);
    }
  return Result;
}
