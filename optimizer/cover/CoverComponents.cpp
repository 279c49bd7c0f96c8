//===- CoverComponents.cpp - Independent parts of a problem -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverComponents.h"

#include <numeric>
#include <unordered_map>

using namespace mlir::noisy;

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

/// The components in the order of their lowest columns.
static std::vector<CoverComponent> connectedParts(const CoverProblem &Problem) {
  ColumnSets Sets(Problem.columns());
  std::vector<char> IsUsed(Problem.columns());
  for (const std::vector<uint32_t> &Row : Problem.Rows) {
    for (uint32_t Column : Row) {
      IsUsed[Column] = 1;
      Sets.join(Row.front(), Column);
    }
  }

  std::vector<CoverComponent> Components;
  std::vector<uint32_t> ComponentOf(Problem.columns());
  std::vector<uint32_t> Local(Problem.columns());
  for (uint32_t Column = 0; Column != Problem.columns(); ++Column) {
    if (!IsUsed[Column])
      continue;
    // The root is the lowest column of its set, so it comes first.
    uint32_t Root = Sets.find(Column);
    if (Root == Column) {
      ComponentOf[Column] = static_cast<uint32_t>(Components.size());
      Components.emplace_back();
    }
    ComponentOf[Column] = ComponentOf[Root];
    CoverComponent &Component = Components[ComponentOf[Column]];
    Local[Column] = Component.Problem.columns();
    Component.Columns.push_back(Column);
    Component.Problem.Cost.push_back(Problem.Cost[Column]);
    if (!Problem.Tie.empty())
      Component.Problem.Tie.push_back(Problem.Tie[Column]);
  }
  for (const std::vector<uint32_t> &Row : Problem.Rows) {
    CoverComponent &Component = Components[ComponentOf[Row.front()]];
    std::vector<uint32_t> &NewRow = Component.Problem.Rows.emplace_back();
    NewRow.reserve(Row.size());
    for (uint32_t Column : Row)
      NewRow.push_back(Local[Column]);
    std::sort(NewRow.begin(), NewRow.end());
    NewRow.erase(std::unique(NewRow.begin(), NewRow.end()), NewRow.end());
  }
  for (CoverComponent &Component : Components)
    std::sort(Component.Problem.Rows.begin(), Component.Problem.Rows.end());
  return Components;
}

/// The amount by which the ties of \p Problem can be shifted down without
/// changing its optima: the least tie if all optima have equally many columns,
/// else 0.
static int64_t freeShift(const CoverProblem &Problem) {
  if (Problem.Tie.empty() || Problem.Cost.front() == 0)
    return 0;
  bool CostsAreEqual =
      std::all_of(Problem.Cost.begin(), Problem.Cost.end(),
                  [&](int64_t Cost) { return Cost == Problem.Cost.front(); });
  return CostsAreEqual
             ? *std::min_element(Problem.Tie.begin(), Problem.Tie.end())
             : 0;
}

static uint64_t hashOf(const CoverProblem &Problem) {
  uint64_t Hash = 14695981039346656037u;
  auto Add = [&](uint64_t Number) {
    Hash = (Hash ^ Number) * 1099511628211u;
    Hash ^= Hash >> 29;
  };
  for (const std::vector<uint32_t> &Row : Problem.Rows) {
    Add(Row.size());
    for (uint32_t Column : Row)
      Add(Column);
  }
  for (int64_t Cost : Problem.Cost)
    Add(static_cast<uint64_t>(Cost));
  int64_t Shift = freeShift(Problem);
  for (int64_t Tie : Problem.Tie)
    Add(static_cast<uint64_t>(Tie - Shift));
  return Hash;
}

static bool areEqual(const CoverProblem &A, const CoverProblem &B) {
  if (A.Cost != B.Cost || A.Rows != B.Rows || A.Tie.size() != B.Tie.size())
    return false;
  int64_t Shift = freeShift(A) - freeShift(B);
  return std::equal(
      A.Tie.begin(), A.Tie.end(), B.Tie.begin(),
      [&](int64_t TieA, int64_t TieB) { return TieA - TieB == Shift; });
}

std::vector<CoverComponent>
mlir::noisy::splitCover(const CoverProblem &Problem) {
  std::vector<CoverComponent> Components = connectedParts(Problem);
  std::stable_sort(Components.begin(), Components.end(),
                   [](const CoverComponent &A, const CoverComponent &B) {
                     return A.Columns.size() < B.Columns.size();
                   });

  // Different problems with one hash share the list of that hash.
  std::unordered_map<uint64_t, std::vector<uint32_t>> WithHash;
  for (uint32_t Index = 0; Index != Components.size(); ++Index) {
    const CoverProblem &Part = Components[Index].Problem;
    std::vector<uint32_t> &Candidates = WithHash[hashOf(Part)];
    auto Match = std::find_if(
        Candidates.begin(), Candidates.end(), [&](uint32_t Candidate) {
          return areEqual(Components[Candidate].Problem, Part);
        });
    if (Match != Candidates.end())
      Components[Index].EqualTo = *Match;
    else
      Candidates.push_back(Index);
  }
  return Components;
}
