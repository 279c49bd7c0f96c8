//===- CoverElimination.cpp - Solve narrow covering problems ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverElimination.h"

#include <bit>
#include <optional>
#include <set>
#include <utility>

using namespace mlir::noisy;

/// The largest width: a table has at most two to the power of this entries.
static constexpr uint32_t MostWidth = 24;
/// More than any sum of costs; the sum of two does not overflow.
static constexpr int64_t Impossible = int64_t(1) << 61;

namespace {

/// The open columns, and which of them meet: they have a row in common, or both
/// met a column that was decided. Lists are sorted and stay short, or the order
/// ends.
class OpenColumns {
public:
  OpenColumns(const CoverProblem &Problem, CoverElimination::Rule OrderRule);

  /// The next column to decide; nullopt if there is none, or if each meets too
  /// many.
  std::optional<uint32_t> next() const;
  /// Removes a column and returns the columns that it met.
  std::vector<uint32_t> decide(uint32_t Column);
  /// The open columns, and how many others each meets.
  std::vector<std::pair<uint32_t, uint32_t>> degrees() const;

private:
  struct Key {
    uint32_t Urgency, Column;
    auto operator<=>(const Key &) const = default;
  };

  bool isWide(uint32_t Column) const {
    return Meets[Column].size() > MostWidth;
  }
  uint32_t urgency(uint32_t Column) const;

  CoverElimination::Rule OrderRule;
  std::vector<std::vector<uint32_t>> Meets;
  std::vector<uint32_t> Urgency;
  /// The queue by urgency, then number.
  std::set<Key> Queue;
  std::vector<uint32_t> MergedSet;
};

} // namespace

OpenColumns::OpenColumns(const CoverProblem &Problem,
                         CoverElimination::Rule OrderRule)
    : OrderRule(OrderRule), Meets(Problem.columns()),
      Urgency(Problem.columns()) {
  for (const std::vector<uint32_t> &Row : Problem.Rows)
    for (uint32_t Column : Row)
      Meets[Column].insert(Meets[Column].end(), Row.begin(), Row.end());
  std::vector<uint32_t> UsedColumns;
  for (uint32_t Column = 0; Column != Problem.columns(); ++Column) {
    std::vector<uint32_t> &Neighbours = Meets[Column];
    if (Neighbours.empty())
      continue;
    std::sort(Neighbours.begin(), Neighbours.end());
    Neighbours.erase(std::unique(Neighbours.begin(), Neighbours.end()),
                     Neighbours.end());
    std::erase(Neighbours, Column);
    UsedColumns.push_back(Column);
  }
  for (uint32_t Column : UsedColumns) {
    Urgency[Column] = urgency(Column);
    Queue.insert({Urgency[Column], Column});
  }
}

uint32_t OpenColumns::urgency(uint32_t Column) const {
  const std::vector<uint32_t> &Neighbours = Meets[Column];
  uint32_t Size = static_cast<uint32_t>(Neighbours.size());
  if (OrderRule == CoverElimination::LeastDegree)
    return Size;
  // Columns that are too wide come last, the least wide of them first.
  if (isWide(Column))
    return MostWidth * MostWidth + Size;
  uint32_t Fill = 0;
  for (size_t A = 0; A != Neighbours.size(); ++A) {
    const std::vector<uint32_t> &Met = Meets[Neighbours[A]];
    for (size_t B = 0; B != A; ++B)
      Fill += !std::binary_search(Met.begin(), Met.end(), Neighbours[B]);
  }
  return Fill;
}

std::optional<uint32_t> OpenColumns::next() const {
  if (Queue.empty() || isWide(Queue.begin()->Column))
    return std::nullopt;
  return Queue.begin()->Column;
}

std::vector<uint32_t> OpenColumns::decide(uint32_t Column) {
  Queue.erase({Urgency[Column], Column});
  std::vector<uint32_t> Scope = std::move(Meets[Column]);
  for (uint32_t Neighbour : Scope) {
    std::vector<uint32_t> &Neighbours = Meets[Neighbour];
    MergedSet.clear();
    std::set_union(Neighbours.begin(), Neighbours.end(), Scope.begin(),
                   Scope.end(), std::back_inserter(MergedSet));
    std::erase_if(MergedSet,
                  [&](uint32_t C) { return C == Column || C == Neighbour; });
    Neighbours.assign(MergedSet.begin(), MergedSet.end());
  }
  // Neighbours of these may have become more urgent as well, but checking all
  // of them takes longer than it saves.
  for (uint32_t Neighbour : Scope)
    if (uint32_t NewUrgency = urgency(Neighbour);
        NewUrgency != Urgency[Neighbour]) {
      Queue.erase({Urgency[Neighbour], Neighbour});
      Urgency[Neighbour] = NewUrgency;
      Queue.insert({NewUrgency, Neighbour});
    }
  return Scope;
}

std::vector<std::pair<uint32_t, uint32_t>> OpenColumns::degrees() const {
  std::vector<std::pair<uint32_t, uint32_t>> Result;
  for (const Key &K : Queue)
    Result.push_back({K.Column, static_cast<uint32_t>(Meets[K.Column].size())});
  return Result;
}

CoverElimination::CoverElimination(const CoverProblem &Problem, Rule OrderRule)
    : Problem(&Problem) {
  OpenColumns Open(Problem, OrderRule);
  while (std::optional<uint32_t> Column = Open.next()) {
    Order.push_back(*Column);
    Scopes.push_back(Open.decide(*Column));
    Steps += uint64_t(1) << Scopes.back().size();
  }
  Core = Open.degrees();
}

uint32_t CoverElimination::bottleneck() const {
  std::vector<uint64_t> Relief(Problem->columns());
  for (uint32_t Index = 0; Index != Order.size(); ++Index) {
    uint64_t Entries = uint64_t(1) << Scopes[Index].size();
    Relief[Order[Index]] += Entries;
    for (uint32_t Column : Scopes[Index])
      Relief[Column] += Entries;
  }
  // The columns at which the order ends outweigh all earlier ones.
  for (auto [Column, Degree] : Core)
    Relief[Column] = (uint64_t(1) << 48) + Degree;
  return static_cast<uint32_t>(std::max_element(Relief.begin(), Relief.end()) -
                               Relief.begin());
}

namespace {

/// The least cost of the decisions so far, for each choice of the columns in
/// `Scope`: bit i of an index stands for column `Scope[i]`.
struct Table {
  std::vector<uint32_t> Scope;
  std::vector<int64_t> Cost;
};

/// Walks a table along with the counting index of another table whose scope
/// contains this one's.
struct Cursor {
  const int64_t *Cost;
  /// The bit of the column that is being decided in this table.
  uint32_t ColumnBit = 0;
  uint32_t Index = 0;
  /// The change of `Index` when bit i of the other index becomes 1 and all
  /// lower bits become 0.
  uint32_t Change[MostWidth + 1] = {};
};

} // namespace

/// A cursor on \p T that follows an index over \p Scope while \p Column is
/// decided.
static Cursor makeCursor(const Table &T, const std::vector<uint32_t> &Scope,
                         uint32_t Column) {
  Cursor Result;
  Result.Cost = T.Cost.data();
  auto BitOf = [&](uint32_t ScopeColumn) {
    auto It = std::lower_bound(T.Scope.begin(), T.Scope.end(), ScopeColumn);
    return It == T.Scope.end() || *It != ScopeColumn
               ? 0
               : uint32_t(1) << (It - T.Scope.begin());
  };
  Result.ColumnBit = BitOf(Column);
  uint32_t LowerBits = 0;
  for (uint32_t Bit = 0; Bit != Scope.size(); ++Bit) {
    LowerBits ^= BitOf(Scope[Bit]);
    Result.Change[Bit] = LowerBits;
  }
  return Result;
}

/// The decisions of one column: the columns of `Scope`, and whether it is
/// chosen for each choice of these.
struct CoverElimination::Bucket {
  std::vector<bool> IsChosen;
  /// For each choice of `Scope`, true if the decision makes no difference.
  std::vector<bool> IsFree;
  std::vector<Table> Tables;
  /// The rows that have this column, and otherwise only later ones.
  std::vector<uint32_t> Rows;

  Table decide(const CoverProblem &Problem, uint32_t Column,
               const std::vector<uint32_t> &Scope);
};

Table CoverElimination::Bucket::decide(const CoverProblem &Problem,
                                       uint32_t Column,
                                       const std::vector<uint32_t> &Scope) {
  std::vector<Cursor> Cursors;
  for (const Table &T : Tables)
    Cursors.push_back(makeCursor(T, Scope, Column));
  std::vector<uint32_t> Masks;
  for (uint32_t Row : Rows) {
    uint32_t &Mask = Masks.emplace_back();
    for (uint32_t Neighbour : Problem.Rows[Row])
      if (Neighbour != Column)
        Mask |= uint32_t(1)
                << (std::lower_bound(Scope.begin(), Scope.end(), Neighbour) -
                    Scope.begin());
  }

  size_t Size = size_t(1) << Scope.size();
  Table Result{Scope, std::vector<int64_t>(Size)};
  IsChosen.resize(Size);
  IsFree.resize(Size);
  for (uint32_t Index = 0; Index != Size; ++Index) {
    int64_t CostWith = Problem.Cost[Column], CostWithout = 0;
    for (Cursor &C : Cursors) {
      CostWith = std::min(CostWith + C.Cost[C.Index | C.ColumnBit], Impossible);
      CostWithout = std::min(CostWithout + C.Cost[C.Index], Impossible);
      C.Index ^= C.Change[std::countr_one(Index)];
    }
    for (uint32_t Mask : Masks)
      if (!(Index & Mask))
        CostWithout = Impossible;
    IsChosen[Index] = CostWith < CostWithout;
    IsFree[Index] = CostWith == CostWithout;
    Result.Cost[Index] = std::min(CostWith, CostWithout);
  }
  return Result;
}

CoverElimination::Answer CoverElimination::solve() const {
  std::vector<uint32_t> Place(Problem->columns(), UINT32_MAX);
  for (uint32_t Index = 0; Index != Order.size(); ++Index)
    Place[Order[Index]] = Index;
  auto First = [&](const std::vector<uint32_t> &Columns) {
    uint32_t Result = UINT32_MAX;
    for (uint32_t Column : Columns)
      Result = std::min(Result, Place[Column]);
    return Result;
  };

  std::vector<Bucket> Buckets(Order.size());
  for (uint32_t Row = 0; Row != Problem->Rows.size(); ++Row)
    Buckets[First(Problem->Rows[Row])].Rows.push_back(Row);
  for (uint32_t Index = 0; Index != Order.size(); ++Index) {
    Bucket &B = Buckets[Index];
    Table NewTable = B.decide(*Problem, Order[Index], Scopes[Index]);
    B.Tables.clear();
    if (!NewTable.Scope.empty())
      Buckets[First(NewTable.Scope)].Tables.push_back(std::move(NewTable));
  }

  // The last decision depends on nothing, the one before it on the last, and so
  // on.
  std::vector<char> IsTaken(Problem->columns());
  Answer Result;
  for (uint32_t Index = static_cast<uint32_t>(Order.size()); Index-- != 0;) {
    uint32_t Choice = 0;
    for (uint32_t Bit = 0; Bit != Scopes[Index].size(); ++Bit)
      Choice |= uint32_t(IsTaken[Scopes[Index][Bit]]) << Bit;
    if (Buckets[Index].IsFree[Choice])
      Result.IsUnique = false;
    if (!Buckets[Index].IsChosen[Choice])
      continue;
    IsTaken[Order[Index]] = 1;
    Result.ChosenColumns.push_back(Order[Index]);
  }
  std::sort(Result.ChosenColumns.begin(), Result.ChosenColumns.end());
  return Result;
}
