//===- CoverRepeats.cpp - Parts that are decided alike --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverRepeats.h"

#include "optimizer/cover/CoverCanonical.h"
#include "optimizer/cover/CoverComponents.h"

#include <map>
#include <numeric>
#include <set>

using namespace mlir::noisy;

/// The entries of rows that are looked at, in a second or so.
static constexpr size_t MostEntries = 8'000'000;
/// Reading an entry once costs one part in this many of all else that is done
/// with it.
static constexpr size_t PassPart = 4;
/// A number that stands for a column of S in the rows of a part, apart from the
/// numbers of the part's own columns.
static constexpr uint32_t SharedBit = uint32_t(1) << 31;

struct CoverRepeats::Part {
  /// The columns, and the cost of each without a common factor.
  std::vector<uint32_t> Columns;
  std::vector<int64_t> Costs;
  int64_t Factor = 0;
  /// The rows by positions in `Columns`, and columns of S; all sorted.
  std::vector<std::vector<uint32_t>> Rows;
  /// True if a column of S is in its rows.
  bool IsShared = false;

  /// Parts with equal costs, without their factors, and rows are copies.
  bool operator<(const Part &Other) const {
    return Costs != Other.Costs ? Costs < Other.Costs : Rows < Other.Rows;
  }

  /// What copies have in common in any order of their columns.
  using Shape = std::pair<std::vector<int64_t>, size_t>;
  Shape shape() const {
    std::vector<int64_t> Sorted = Costs;
    std::sort(Sorted.begin(), Sorted.end());
    return {std::move(Sorted), Rows.size()};
  }
  bool reorder(size_t &EntriesLeft);
};

/// What may still be done.
struct CoverRepeats::Effort {
  size_t EntriesLeft = MostEntries;
  const std::function<bool()> &Stop;
  /// Parts of these shapes need too many passes.
  std::set<Part::Shape> Fruitless;
};

/// Brings the columns into an order that depends on costs and rows as far as
/// possible, and on the numbers of the columns no more. False if that takes too
/// many passes: then it depends on the numbers.
bool CoverRepeats::Part::reorder(size_t &EntriesLeft) {
  // Columns of S have a cost that no other has, to stand for themselves.
  CoverProblem Problem{Costs, Rows, {}};
  const auto Own = static_cast<uint32_t>(Columns.size());
  std::map<uint32_t, uint32_t> NumberOfShared;
  for (std::vector<uint32_t> &Row : Problem.Rows)
    for (uint32_t &Column : Row) {
      if (!(Column & SharedBit))
        continue;
      auto [It, IsNew] = NumberOfShared.try_emplace(Column, Problem.columns());
      if (IsNew)
        Problem.Cost.push_back(-1 - static_cast<int64_t>(Column));
      Column = It->second;
    }
  std::vector<uint32_t> NewColumns, NewPositions(Own);
  std::vector<int64_t> NewCosts;
  size_t PassesLeft = EntriesLeft * PassPart;
  const CanonicalCover Canonical = canonicalCoverWithin(Problem, PassesLeft);
  EntriesLeft = PassesLeft / PassPart;
  for (uint32_t Column : Canonical.Columns) {
    if (Column >= Own)
      continue;
    NewPositions[Column] = static_cast<uint32_t>(NewColumns.size());
    NewColumns.push_back(Columns[Column]);
    NewCosts.push_back(Costs[Column]);
  }
  Columns = std::move(NewColumns);
  Costs = std::move(NewCosts);
  for (std::vector<uint32_t> &Row : Rows) {
    for (uint32_t &Column : Row)
      if (!(Column & SharedBit))
        Column = NewPositions[Column];
    std::sort(Row.begin(), Row.end());
  }
  std::sort(Rows.begin(), Rows.end());
  return Canonical.IsComplete;
}

/// The parts that are left once all columns that cost more than \p MostCost are
/// decided, in the order of their lowest columns.
std::vector<CoverRepeats::Part> CoverRepeats::findParts(int64_t MostCost,
                                                        Effort &Left) const {
  CoverProblem Rest;
  Rest.Cost = Merged.Cost;
  std::vector<uint32_t> RowNumbers;
  for (uint32_t Number = 0; Number != Merged.Rows.size(); ++Number) {
    std::vector<uint32_t> Row;
    for (uint32_t Column : Merged.Rows[Number])
      if (Merged.Cost[Column] <= MostCost)
        Row.push_back(Column);
    if (Row.empty())
      continue;
    Rest.Rows.push_back(std::move(Row));
    RowNumbers.push_back(Number);
  }
  std::vector<Part> Parts;
  std::vector<uint32_t> PartOf(Merged.columns()), PositionOf(Merged.columns());
  for (CoverComponent &Component : splitCover(Rest)) {
    Part &NewPart = Parts.emplace_back();
    for (uint32_t Column : Component.Columns) {
      PartOf[Column] = static_cast<uint32_t>(Parts.size() - 1);
      PositionOf[Column] = static_cast<uint32_t>(NewPart.Columns.size());
      NewPart.Columns.push_back(Column);
      NewPart.Costs.push_back(Merged.Cost[Column]);
      NewPart.Factor = std::gcd(NewPart.Factor, Merged.Cost[Column]);
    }
    NewPart.Factor = std::max<int64_t>(NewPart.Factor, 1);
    for (int64_t &Cost : NewPart.Costs)
      Cost /= NewPart.Factor;
  }
  for (size_t Index = 0; Index != RowNumbers.size(); ++Index) {
    Part &OfRow = Parts[PartOf[Rest.Rows[Index].front()]];
    std::vector<uint32_t> &Row = OfRow.Rows.emplace_back();
    for (uint32_t Column : Merged.Rows[RowNumbers[Index]]) {
      bool IsShared = Merged.Cost[Column] > MostCost;
      OfRow.IsShared |= IsShared;
      Row.push_back(IsShared ? Column | SharedBit : PositionOf[Column]);
    }
    std::sort(Row.begin(), Row.end());
  }
  // The order of the text may be another one in each copy.
  std::set<Part::Shape> TooLong;
  std::map<Part::Shape, unsigned> CountOf;
  for (const Part &Each : Parts)
    ++CountOf[Each.shape()];
  for (Part &Each : Parts) {
    std::sort(Each.Rows.begin(), Each.Rows.end());
    if (!Each.IsShared || (Left.Stop && Left.Stop()))
      continue;
    Part::Shape Shape = Each.shape();
    if (CountOf[Shape] > 1 && !Left.Fruitless.contains(Shape) &&
        !Each.reorder(Left.EntriesLeft))
      TooLong.insert(std::move(Shape));
  }
  Left.Fruitless.merge(TooLong);
  return Parts;
}

/// Merges the copies among the parts that are left once all columns that cost
/// more than \p MostCost are decided; false if there are none.
bool CoverRepeats::merge(int64_t MostCost, Effort &Left) {
  struct Copies {
    Group Columns;
    int64_t Factor = 0;
  };
  std::map<Part, Copies> CopiesOf;
  for (Part &Each : findParts(MostCost, Left)) {
    // Others are components, which are told to be equal elsewhere.
    if (!Each.IsShared)
      continue;
    std::vector<uint32_t> Columns = Each.Columns;
    const int64_t Factor = Each.Factor;
    Copies &OfPart = CopiesOf[std::move(Each)];
    OfPart.Columns.Copies.push_back(std::move(Columns));
    OfPart.Factor += Factor;
  }
  std::vector<char> IsGone(Merged.columns());
  bool HasMerged = false;
  for (auto &[First, OfPart] : CopiesOf) {
    Group &NewGroup = OfPart.Columns;
    if (NewGroup.Copies.size() == 1)
      continue;
    HasMerged = true;
    for (const std::vector<uint32_t> &Copy : NewGroup.Copies)
      for (size_t Position = 0; Position != Copy.size(); ++Position) {
        bool IsFirst = &Copy == &NewGroup.Copies.front();
        IsGone[Copy[Position]] = !IsFirst;
        Merged.Cost[Copy[Position]] =
            IsFirst ? First.Costs[Position] * OfPart.Factor : 0;
      }
    NewGroup.Costs = First.Costs;
    Groups.push_back(std::move(NewGroup));
  }
  if (HasMerged)
    std::erase_if(Merged.Rows, [&](const std::vector<uint32_t> &Row) {
      return std::any_of(Row.begin(), Row.end(),
                         [&](uint32_t Column) { return IsGone[Column]; });
    });
  return HasMerged;
}

CoverRepeats::CoverRepeats(const CoverProblem &Problem,
                           const std::function<bool()> &Stop) {
  std::set<int64_t, std::greater<>> Costs;
  size_t Entries = 0;
  for (const std::vector<uint32_t> &Row : Problem.Rows) {
    for (uint32_t Column : Row)
      Costs.insert(Problem.Cost[Column]);
    Entries += Row.size();
    if (Row.empty())
      return; // There is no cover.
  }
  if (Costs.size() < 2 || Problem.columns() >= SharedBit)
    return;
  Merged = Problem;
  Effort Left{.Stop = Stop, .Fruitless = {}};
  // What is merged costs more, and may be in the next S.
  for (bool HasMerged = true; HasMerged;) {
    HasMerged = false;
    Costs.clear();
    for (const std::vector<uint32_t> &Row : Merged.Rows)
      for (uint32_t Column : Row)
        Costs.insert(Merged.Cost[Column]);
    if (Costs.empty())
      break;
    Costs.erase(Costs.begin());
    for (int64_t MostCost : Costs) {
      if (Left.EntriesLeft < Entries || (Stop && Stop()))
        return;
      Left.EntriesLeft -= Entries;
      if ((HasMerged = merge(MostCost, Left)))
        break;
    }
  }
}

std::vector<uint32_t>
CoverRepeats::expand(std::vector<uint32_t> MergedCover) const {
  std::vector<char> IsChosen(Merged.columns());
  for (uint32_t Column : MergedCover)
    IsChosen[Column] = true;
  // A copy may have been the first one of copies before.
  for (auto OfPart = Groups.rbegin(); OfPart != Groups.rend(); ++OfPart) {
    const std::vector<uint32_t> &First = OfPart->Copies.front();
    for (const std::vector<uint32_t> &Copy : OfPart->Copies)
      for (size_t Position = 0; Position != Copy.size(); ++Position)
        IsChosen[Copy[Position]] = IsChosen[First[Position]];
  }
  std::vector<uint32_t> Cover;
  for (uint32_t Column = 0; Column != Merged.columns(); ++Column)
    if (IsChosen[Column])
      Cover.push_back(Column);
  return Cover;
}

std::vector<uint32_t>
    CoverRepeats::restrict(const std::vector<uint32_t> &Cover) const {
  std::vector<char> IsChosen(Merged.columns());
  for (uint32_t Column : Cover)
    IsChosen[Column] = true;
  for (const Group &OfPart : Groups) {
    auto CostOf = [&](const std::vector<uint32_t> &Copy) {
      int64_t Sum = 0;
      for (size_t Position = 0; Position != Copy.size(); ++Position)
        Sum += IsChosen[Copy[Position]] ? OfPart.Costs[Position] : 0;
      return Sum;
    };
    std::vector<char> Best;
    for (uint32_t Column :
         *std::min_element(OfPart.Copies.begin(), OfPart.Copies.end(),
                           [&](const auto &A, const auto &B) {
                             return CostOf(A) < CostOf(B);
                           }))
      Best.push_back(IsChosen[Column]);
    for (const std::vector<uint32_t> &Copy : OfPart.Copies)
      for (size_t Position = 0; Position != Copy.size(); ++Position)
        IsChosen[Copy[Position]] =
            &Copy == &OfPart.Copies.front() && Best[Position];
  }
  std::vector<uint32_t> MergedCover;
  for (uint32_t Column = 0; Column != Merged.columns(); ++Column)
    if (IsChosen[Column])
      MergedCover.push_back(Column);
  return MergedCover;
}
