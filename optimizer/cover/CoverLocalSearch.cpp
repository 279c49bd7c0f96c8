//===- CoverLocalSearch.cpp - Better covers by local search -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverLocalSearch.h"

#include "optimizer/cover/CoverGreedy.h"
#include "optimizer/cover/CoverIncidence.h"

#include <optional>
#include <utility>

using namespace mlir::noisy;

namespace {

/// A set of numbers below a limit, with random access.
class IndexedSet {
public:
  explicit IndexedSet(uint32_t Limit) : Place(Limit, UINT32_MAX) {}

  size_t size() const { return Members.size(); }
  uint32_t operator[](size_t Index) const { return Members[Index]; }
  const std::vector<uint32_t> &members() const { return Members; }

  void insert(uint32_t Number) {
    Place[Number] = static_cast<uint32_t>(Members.size());
    Members.push_back(Number);
  }
  void erase(uint32_t Number) {
    Members[Place[Number]] = Members.back();
    Place[Members.back()] = Place[Number];
    Members.pop_back();
    Place[Number] = UINT32_MAX;
  }

private:
  std::vector<uint32_t> Members;
  std::vector<uint32_t> Place;
};

/// A binary heap of numbers below a limit, the least by `Before` on top, from
/// which any number can be removed.
class IndexedHeap {
public:
  explicit IndexedHeap(uint32_t Limit) : Place(Limit, UINT32_MAX) {}

  size_t size() const { return Members.size(); }
  uint32_t operator[](size_t Index) const { return Members[Index]; }
  const std::vector<uint32_t> &members() const { return Members; }

  template <typename Fn> void insert(uint32_t Number, Fn IsBefore) {
    Members.push_back(Number);
    Place[Number] = static_cast<uint32_t>(Members.size() - 1);
    rise(Number, IsBefore);
  }
  template <typename Fn> void erase(uint32_t Number, Fn IsBefore) {
    uint32_t Index = std::exchange(Place[Number], UINT32_MAX);
    uint32_t Last = Members.back();
    Members.pop_back();
    if (Last == Number)
      return;
    store(Last, Index);
    update(Last, IsBefore);
  }
  /// Restores the order after the key of \p Number has changed.
  template <typename Fn> void update(uint32_t Number, Fn IsBefore) {
    rise(Number, IsBefore);
    sink(Number, IsBefore);
  }

private:
  void store(uint32_t Number, uint32_t Index) {
    Members[Index] = Number;
    Place[Number] = Index;
  }
  template <typename Fn> void rise(uint32_t Number, Fn IsBefore) {
    uint32_t Index = Place[Number];
    for (; Index != 0 && IsBefore(Number, Members[(Index - 1) / 2]);
         Index = (Index - 1) / 2)
      store(Members[(Index - 1) / 2], Index);
    store(Number, Index);
  }
  template <typename Fn> void sink(uint32_t Number, Fn IsBefore) {
    uint32_t Index = Place[Number];
    while (2 * Index + 1 < Members.size()) {
      uint32_t Child = 2 * Index + 1;
      if (Child + 1 < Members.size() &&
          IsBefore(Members[Child + 1], Members[Child]))
        ++Child;
      if (!IsBefore(Members[Child], Number))
        break;
      store(Members[Child], Index);
      Index = Child;
    }
    store(Number, Index);
  }

  std::vector<uint32_t> Members;
  std::vector<uint32_t> Place;
};

/// The state of a local search.
class LocalSearch {
public:
  LocalSearch(const CoverProblem &Problem, const LocalSearchOptions &Options);

  std::vector<uint32_t> run(std::vector<uint32_t> Start);

private:
  void add(uint32_t Column);
  void remove(uint32_t Column);
  void step();
  void keepIfBetter();
  std::optional<uint32_t> worstChosen() const;
  uint32_t bestOf(uint32_t Row) const;
  void weighOpenRows();

  /// True if \p A has a higher score per cost than \p B, or an equal one and
  /// was left alone longer.
  bool isBetter(uint32_t A, uint32_t B) const {
    // Below 2^62: see weighOpenRows.
    int64_t OfA = Score[A] * Cost[B], OfB = Score[B] * Cost[A];
    return OfA != OfB ? OfA > OfB : LastMove[A] < LastMove[B];
  }
  bool isMissedLess(uint32_t A, uint32_t B) const {
    int64_t OfA = Score[A] * Cost[B], OfB = Score[B] * Cost[A];
    return OfA != OfB ? OfA < OfB : LastMove[A] < LastMove[B];
  }
  auto byLoss() const {
    return [this](uint32_t A, uint32_t B) { return isMissedLess(A, B); };
  }
  /// Changes the score of a chosen column.
  void changeChosen(uint32_t Column, int64_t Delta) {
    Score[Column] += Delta;
    ChosenHeap.update(Column, byLoss());
  }

  uint64_t random(uint64_t Limit) {
    State ^= State << 13;
    State ^= State >> 7;
    State ^= State << 17;
    return State % Limit;
  }

  const CoverProblem &Problem;
  const LocalSearchOptions &Options;
  const ColumnsOfRows Columns;
  const RowsOfColumns Rows;

  /// The costs, for ratios only: rounded so that products are exact.
  std::vector<int64_t> Cost;
  std::vector<int64_t> Weight;
  /// The number of chosen columns in each row, and the sum of their indices,
  /// which identifies a single one.
  std::vector<uint32_t> Hits, HitSum;
  /// The score of each column: the weight of the rows that it hits alone, if it
  /// is chosen; otherwise of the rows that it would hit.
  std::vector<int64_t> Score;
  std::vector<uint64_t> LastMove;
  /// True for a column if something near it has changed since it was removed; a
  /// removed column is not put back before that.
  std::vector<char> MayReturn;
  /// The chosen columns, the least useful one on top.
  IndexedHeap ChosenHeap;
  IndexedSet Open;
  int64_t ChosenCost = 0;
  uint32_t LastAdded = UINT32_MAX;

  std::vector<uint32_t> Best;
  int64_t BestCost = 0;
  uint64_t CurrentStep = 1;
  uint64_t State;
};

} // namespace

LocalSearch::LocalSearch(const CoverProblem &Problem,
                         const LocalSearchOptions &Options)
    : Problem(Problem), Options(Options), Columns(Problem), Rows(Problem),
      Weight(Problem.Rows.size(), 1), Hits(Problem.Rows.size()),
      HitSum(Problem.Rows.size()), Score(Problem.columns()),
      LastMove(Problem.columns()), MayReturn(Problem.columns(), 1),
      ChosenHeap(Problem.columns()),
      Open(static_cast<uint32_t>(Problem.Rows.size())),
      State(Options.Seed * 0x9E3779B97F4A7C15u | 1) {
  int64_t Dearest = 1;
  for (int64_t C : Problem.Cost)
    Dearest = std::max(Dearest, C);
  int64_t Unit = (Dearest >> 20) + 1;
  for (int64_t C : Problem.Cost)
    Cost.push_back(std::max<int64_t>(C / Unit, 1));
  for (uint32_t Row = 0; Row != Problem.Rows.size(); ++Row) {
    Open.insert(Row);
    for (uint32_t Column : Columns[Row])
      ++Score[Column];
  }
}

void LocalSearch::add(uint32_t Column) {
  ChosenCost += Problem.Cost[Column];
  LastMove[Column] = CurrentStep;
  int64_t Alone = 0;
  for (uint32_t Row : Rows[Column]) {
    uint32_t OldHits = Hits[Row]++;
    if (OldHits == 0) {
      Open.erase(Row);
      Alone += Weight[Row];
      for (uint32_t OtherColumn : Columns[Row]) {
        Score[OtherColumn] -= Weight[Row];
        MayReturn[OtherColumn] = 1;
      }
    } else {
      if (OldHits == 1)
        changeChosen(HitSum[Row], -Weight[Row]);
      for (uint32_t OtherColumn : Columns[Row])
        MayReturn[OtherColumn] = 1;
    }
    HitSum[Row] += Column;
  }
  Score[Column] = Alone;
  ChosenHeap.insert(Column, byLoss());
}

void LocalSearch::remove(uint32_t Column) {
  ChosenHeap.erase(Column, byLoss());
  ChosenCost -= Problem.Cost[Column];
  LastMove[Column] = CurrentStep;
  int64_t Gain = 0;
  for (uint32_t Row : Rows[Column]) {
    uint32_t NewHits = --Hits[Row];
    HitSum[Row] -= Column;
    if (NewHits == 0) {
      Open.insert(Row);
      Gain += Weight[Row];
      for (uint32_t OtherColumn : Columns[Row]) {
        Score[OtherColumn] += Weight[Row];
        MayReturn[OtherColumn] = 1;
      }
    } else {
      if (NewHits == 1)
        changeChosen(HitSum[Row], Weight[Row]);
      for (uint32_t OtherColumn : Columns[Row])
        MayReturn[OtherColumn] = 1;
    }
  }
  Score[Column] = Gain;
  MayReturn[Column] = 0;
}

/// The least useful chosen column, except for the one that was just added.
std::optional<uint32_t> LocalSearch::worstChosen() const {
  if (ChosenHeap.size() == 0)
    return std::nullopt;
  if (ChosenHeap[0] != LastAdded)
    return ChosenHeap[0];
  if (ChosenHeap.size() == 1)
    return std::nullopt;
  if (ChosenHeap.size() == 2)
    return ChosenHeap[1];
  return isMissedLess(ChosenHeap[2], ChosenHeap[1]) ? ChosenHeap[2]
                                                    : ChosenHeap[1];
}

/// The best column of an open row among those that may be added.
uint32_t LocalSearch::bestOf(uint32_t Row) const {
  std::optional<uint32_t> Result;
  for (uint32_t Column : Columns[Row])
    if (MayReturn[Column] && (!Result || isBetter(Column, *Result)))
      Result = Column;
  // The column removed last may be the only one.
  return Result.value_or(Columns[Row].front());
}

void LocalSearch::weighOpenRows() {
  bool IsLarge = false;
  for (uint32_t Row : Open.members()) {
    IsLarge |= ++Weight[Row] >= int64_t(1) << 24;
    for (uint32_t Column : Columns[Row])
      ++Score[Column];
  }
  if (!IsLarge)
    return;
  // Halve the weights, so that products with costs stay exact.
  std::vector<uint32_t> ChosenColumns = ChosenHeap.members();
  for (uint32_t Column : ChosenColumns)
    ChosenHeap.erase(Column, byLoss());
  std::fill(Score.begin(), Score.end(), 0);
  for (uint32_t Row = 0; Row != Weight.size(); ++Row) {
    Weight[Row] = Weight[Row] / 2 + 1;
    if (Hits[Row] == 0)
      for (uint32_t Column : Columns[Row])
        Score[Column] += Weight[Row];
    else if (Hits[Row] == 1)
      Score[HitSum[Row]] += Weight[Row];
  }
  for (uint32_t Column : ChosenColumns)
    ChosenHeap.insert(Column, byLoss());
}

void LocalSearch::keepIfBetter() {
  // Columns that hit no row alone can go at once.
  while (ChosenHeap.size() != 0 && Score[ChosenHeap[0]] == 0)
    remove(ChosenHeap[0]);
  if (ChosenCost >= BestCost)
    return;
  Best = ChosenHeap.members();
  BestCost = ChosenCost;
  if (Options.Better)
    Options.Better(Best, BestCost);
}

void LocalSearch::step() {
  if (std::optional<uint32_t> Column = worstChosen())
    remove(*Column);
  while (Open.size() != 0) {
    uint32_t Column = bestOf(Open[random(Open.size())]);
    if (ChosenCost + Problem.Cost[Column] >= BestCost)
      break;
    add(Column);
    LastAdded = Column;
    weighOpenRows();
  }
  ++CurrentStep;
}

std::vector<uint32_t> LocalSearch::run(std::vector<uint32_t> Start) {
  for (uint32_t Column : Start)
    add(Column);
  BestCost = INT64_MAX;
  for (uint64_t Step = 0;; ++Step) {
    if (Open.size() == 0) {
      keepIfBetter();
      // From here on only cheaper covers count.
      if (std::optional<uint32_t> Column = worstChosen())
        remove(*Column);
    }
    if (Step == Options.Steps || BestCost <= Options.Goal ||
        (Options.Stop && Step % 1024 == 0 && Options.Stop()))
      break;
    step();
  }
  std::sort(Best.begin(), Best.end());
  return std::move(Best);
}

std::vector<uint32_t>
mlir::noisy::searchCover(const CoverProblem &Problem,
                         std::vector<uint32_t> Start,
                         const LocalSearchOptions &Options) {
  if (!isCover(Problem, Start))
    Start = greedyCover(Problem);
  removeRedundant(Problem, Start);
  return LocalSearch(Problem, Options).run(std::move(Start));
}
