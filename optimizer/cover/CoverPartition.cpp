//===- CoverPartition.cpp - Columns in groups of neighbours ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverPartition.h"

#include "optimizer/cover/CoverIncidence.h"

#include <cmath>
#include <numeric>

using namespace mlir::noisy;

/// In a row of more columns only neighbours in their order count as a pair.
static constexpr size_t MostPaired = 6;
/// Rounds of merging for each size of groups, and of moving columns.
static constexpr int MergeRounds = 4;
static constexpr int MoveRounds = 10;
/// Two neighbours belong together even if no price says so yet.
static constexpr double LeastWeight = 1e-3;

namespace {

class Partition {
public:
  Partition(const CoverProblem &Problem, const std::vector<double> &Weights,
            uint32_t MostColumns)
      : Columns(Problem), Rows(Problem), Weights(Weights),
        MostColumns(std::max(MostColumns, 1u)), GroupOf(Problem.columns()),
        Size(Problem.columns(), 1) {
    std::iota(GroupOf.begin(), GroupOf.end(), 0);
  }

  /// Groups that are merged, or else pieces of equal length: the numbering of a
  /// program puts neighbours close together.
  void merge();
  void cut();
  /// Moves single columns to where they have more in common.
  void improve();

  /// The weight of the rows across groups.
  double weightAcross() const;
  std::vector<std::vector<uint32_t>> groups() const;

private:
  /// Two groups, the lower number first, and how much they have in common.
  struct Pair {
    uint32_t First, Second;
    double Weight;
  };

  double weight(uint32_t Row) const { return Weights[Row] + LeastWeight; }
  void findPairs();
  void addUp();
  bool mergePairs(uint32_t Most);
  bool move(uint32_t Column);

  const ColumnsOfRows Columns;
  const RowsOfColumns Rows;
  const std::vector<double> &Weights;
  const uint32_t MostColumns;
  /// The group of each column, and of each group the number of its columns.
  std::vector<uint32_t> GroupOf, Size;
  std::vector<Pair> Pairs;
  /// For each group what a column has in common with it, while that is moved.
  std::vector<double> Common;
};

} // namespace

void Partition::findPairs() {
  for (uint32_t Row = 0; Row != Columns.size(); ++Row) {
    auto Members = Columns[Row];
    const bool IsLong = Members.size() > MostPaired;
    for (size_t I = 0; I != Members.size(); ++I)
      for (size_t J = I + 1;
           J != (IsLong ? std::min(I + 2, Members.size()) : Members.size());
           ++J)
        Pairs.push_back(
            {std::min(Members[I], Members[J]), std::max(Members[I], Members[J]),
             weight(Row) / static_cast<double>(Members.size() - 1)});
  }
  addUp();
}

/// Joins equal pairs.
void Partition::addUp() {
  std::sort(Pairs.begin(), Pairs.end(), [](const Pair &A, const Pair &B) {
    return A.First != B.First ? A.First < B.First : A.Second < B.Second;
  });
  size_t Kept = 0;
  for (const Pair &P : Pairs) {
    if (Kept && Pairs[Kept - 1].First == P.First &&
        Pairs[Kept - 1].Second == P.Second)
      Pairs[Kept - 1].Weight += P.Weight;
    else
      Pairs[Kept++] = P;
  }
  Pairs.resize(Kept);
}

/// Merges pairs of groups that have much in common, each at most once, up to a
/// size; false if there are none.
bool Partition::mergePairs(uint32_t Most) {
  std::vector<std::pair<double, uint32_t>> Order;
  for (uint32_t Index = 0; Index != Pairs.size(); ++Index) {
    const Pair &P = Pairs[Index];
    if (Size[P.First] + Size[P.Second] <= Most)
      Order.push_back(
          {-P.Weight /
               std::sqrt(static_cast<double>(Size[P.First]) * Size[P.Second]),
           Index});
  }
  std::sort(Order.begin(), Order.end());
  std::vector<uint32_t> NewGroup(GroupOf.size());
  std::iota(NewGroup.begin(), NewGroup.end(), 0);
  std::vector<char> IsTaken(GroupOf.size());
  for (auto [Key, Index] : Order) {
    auto [First, Second, Weight] = Pairs[Index];
    if (IsTaken[First] || IsTaken[Second])
      continue;
    IsTaken[First] = IsTaken[Second] = 1;
    NewGroup[Second] = First;
    Size[First] += Size[Second];
    Size[Second] = 0;
  }
  if (Order.empty())
    return false;
  for (uint32_t &Group : GroupOf)
    Group = NewGroup[Group];
  for (Pair &P : Pairs) {
    uint32_t First = NewGroup[P.First], Second = NewGroup[P.Second];
    P.First = std::min(First, Second);
    P.Second = std::max(First, Second);
  }
  std::erase_if(Pairs, [](const Pair &P) { return P.First == P.Second; });
  addUp();
  return true;
}

/// Moves a column to the group in which the most weight of its rows lies then,
/// if there is room; false if it stays.
bool Partition::move(uint32_t Column) {
  const uint32_t Own = GroupOf[Column];
  std::vector<uint32_t> Groups;
  for (uint32_t Row : Rows[Column]) {
    uint32_t Group = UINT32_MAX;
    bool IsAcross = false;
    for (uint32_t Other : Columns[Row]) {
      if (Other == Column)
        continue;
      IsAcross |= Group != UINT32_MAX && Group != GroupOf[Other];
      Group = GroupOf[Other];
    }
    if (IsAcross || Group == UINT32_MAX)
      continue;
    if (Common[Group] == 0)
      Groups.push_back(Group);
    Common[Group] += weight(Row);
  }
  uint32_t Best = Own;
  for (uint32_t Group : Groups)
    if (Common[Group] > Common[Best] * (1 + 1e-9) && Size[Group] < MostColumns)
      Best = Group;
  for (uint32_t Group : Groups)
    Common[Group] = 0;
  if (Best == Own)
    return false;
  --Size[Own];
  ++Size[Best];
  GroupOf[Column] = Best;
  return true;
}

void Partition::merge() {
  findPairs();
  for (uint32_t Most = 2; !Pairs.empty(); Most *= 2) {
    Most = std::min(Most, MostColumns);
    for (int Round = 0; Round != MergeRounds && mergePairs(Most); ++Round)
      ;
    if (Most == MostColumns)
      break;
  }
}

void Partition::cut() {
  for (uint32_t Column = 0; Column != GroupOf.size(); ++Column) {
    GroupOf[Column] = Column / MostColumns;
    Size[Column] = 0;
  }
  for (uint32_t Group : GroupOf)
    ++Size[Group];
}

void Partition::improve() {
  Common.assign(GroupOf.size(), 0);
  bool HasMoved = true;
  for (int Round = 0; HasMoved && Round != MoveRounds; ++Round) {
    HasMoved = false;
    for (uint32_t Column = 0; Column != GroupOf.size(); ++Column)
      HasMoved |= move(Column);
  }
}

double Partition::weightAcross() const {
  double Sum = 0;
  for (uint32_t Row = 0; Row != Columns.size(); ++Row)
    if (std::any_of(Columns[Row].begin(), Columns[Row].end(), [&](uint32_t C) {
          return GroupOf[C] != GroupOf[Columns[Row].front()];
        }))
      Sum += weight(Row);
  return Sum;
}

std::vector<std::vector<uint32_t>> Partition::groups() const {
  std::vector<std::vector<uint32_t>> Result(GroupOf.size());
  for (uint32_t Column = 0; Column != GroupOf.size(); ++Column)
    Result[GroupOf[Column]].push_back(Column);
  std::erase_if(Result, [](const auto &Group) { return Group.empty(); });
  return Result;
}

std::vector<std::vector<uint32_t>>
mlir::noisy::partitionColumns(const CoverProblem &Problem,
                              const std::vector<double> &Weights,
                              uint32_t MostColumns) {
  Partition Merged(Problem, Weights, MostColumns);
  Merged.merge();
  Merged.improve();
  Partition Pieces(Problem, Weights, MostColumns);
  Pieces.cut();
  Pieces.improve();
  return (Merged.weightAcross() <= Pieces.weightAcross() ? Merged : Pieces)
      .groups();
}
