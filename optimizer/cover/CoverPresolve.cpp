//===- CoverPresolve.cpp - Smaller covering problems ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverPresolve.h"

#include <algorithm>
#include <span>
#include <utility>

using namespace mlir::noisy;

/// Entries that are visited, in about a millisecond, between two checks of
/// whether to stop.
static constexpr size_t StepsBetween = 100'000;

namespace {

/// Applies reductions until none applies. Rows and columns that may have become
/// reducible wait in two lists.
class Reducer {
public:
  Reducer(const CoverProblem &Problem, const std::function<bool()> &Stop);

  void run();

  std::vector<uint32_t> forcedColumns() const;
  std::vector<std::vector<uint32_t>> rows() const;

private:
  enum State : char { Open, Forced, Gone };

  /// A list that only gets shorter, in an array of all: there may be a million
  /// of a few numbers each.
  struct List {
    size_t First = 0;
    uint32_t Count = 0;
  };
  struct Row {
    /// Its columns, sorted. Removed columns leave it.
    List Columns;
    /// A bit for each column: a row with a bit that another lacks is not
    /// contained in it.
    uint64_t Mask = 0;
    bool IsOpen = true;
    bool Waits = false;
  };
  struct Column {
    /// The rows of the column; closed ones are removed on the next visit.
    List Rows;
    /// The number of open rows.
    uint32_t Degree = 0;
    /// The last of the `Replacements` that this column was counted in.
    uint32_t LastReplacement = 0;
    State Is = Open;
    bool Waits = false;
  };

  std::span<const uint32_t> columnsOf(const Row &R) const {
    return {ColumnEntries.data() + R.Columns.First, R.Columns.Count};
  }
  /// Removes the entries of a list for which `IsRemoved` is true.
  template <typename Fn>
  static void eraseIf(List &L, std::vector<uint32_t> &Entries, Fn IsRemoved) {
    auto Begin = Entries.begin() + L.First;
    L.Count = static_cast<uint32_t>(
        std::remove_if(Begin, Begin + L.Count, IsRemoved) - Begin);
  }

  void setMask(Row &R);
  std::span<const uint32_t> openRows(uint32_t Index);

  void removeRow(uint32_t Index);
  void removeColumn(uint32_t Index);
  void force(uint32_t Index);

  void reduceByRow(uint32_t Index);
  void reduceColumn(uint32_t Index);
  bool isPreferred(uint32_t Candidate, uint32_t Index) const;
  std::optional<uint32_t> dominator(uint32_t Index);
  bool isReplaceable(uint32_t Index);

  bool isWithin(size_t Work);

  const CoverProblem &Problem;
  std::vector<Row> Rows;
  std::vector<Column> Columns;
  std::vector<uint32_t> ColumnEntries, RowEntries;
  std::vector<uint32_t> WaitingRows, WaitingColumns;
  std::vector<uint32_t> Candidates;
  /// How often a replacement of one column by several was looked for.
  uint32_t Replacements = 0;
  /// The remaining budget of entries to visit for reductions that are not
  /// forced. It protects against inputs that defeat the shortcuts; some hundred
  /// times the need of AES.
  size_t Steps = 400'000'000;
  /// The remaining steps at which `Stop` is called next.
  size_t NextQuestion = Steps - StepsBetween;
  const std::function<bool()> &Stop;
};

} // namespace

Reducer::Reducer(const CoverProblem &Problem, const std::function<bool()> &Stop)
    : Problem(Problem), Rows(Problem.Rows.size()), Columns(Problem.columns()),
      Stop(Stop) {
  size_t Size = 0;
  for (const std::vector<uint32_t> &Row : Problem.Rows)
    Size += Row.size();
  ColumnEntries.reserve(Size);
  for (uint32_t Index = 0; Index != Rows.size(); ++Index) {
    Row &R = Rows[Index];
    R.Columns.First = ColumnEntries.size();
    ColumnEntries.insert(ColumnEntries.end(), Problem.Rows[Index].begin(),
                         Problem.Rows[Index].end());
    auto Begin = ColumnEntries.begin() + R.Columns.First;
    std::sort(Begin, ColumnEntries.end());
    ColumnEntries.erase(std::unique(Begin, ColumnEntries.end()),
                        ColumnEntries.end());
    R.Columns.Count =
        static_cast<uint32_t>(ColumnEntries.size() - R.Columns.First);
    setMask(R);
    for (uint32_t Column : columnsOf(R))
      ++Columns[Column].Degree;
  }
  size_t First = 0;
  for (Column &C : Columns) {
    C.Rows.First = First;
    First += C.Degree;
  }
  RowEntries.resize(First);
  for (uint32_t Index = 0; Index != Rows.size(); ++Index)
    for (uint32_t Column : columnsOf(Rows[Index])) {
      List &L = Columns[Column].Rows;
      RowEntries[L.First + L.Count++] = Index;
    }
}

/// True if \p Work more entries may be visited.
bool Reducer::isWithin(size_t Work) {
  Steps -= std::min(Steps, Work);
  if (Steps <= NextQuestion && Steps != 0 && Stop) {
    NextQuestion = Steps - std::min(Steps, StepsBetween);
    if (Stop())
      Steps = 0;
  }
  return Steps != 0;
}

void Reducer::setMask(Row &R) {
  R.Mask = 0;
  for (uint32_t Column : columnsOf(R))
    R.Mask |= uint64_t(1) << (Column * 0x9E3779B97F4A7C15u >> 58);
}

std::span<const uint32_t> Reducer::openRows(uint32_t Index) {
  Column &C = Columns[Index];
  if (C.Rows.Count != C.Degree)
    eraseIf(C.Rows, RowEntries,
            [&](uint32_t Row) { return !Rows[Row].IsOpen; });
  return {RowEntries.data() + C.Rows.First, C.Rows.Count};
}

void Reducer::removeRow(uint32_t Index) {
  Rows[Index].IsOpen = false;
  for (uint32_t Column : columnsOf(Rows[Index])) {
    --Columns[Column].Degree;
    // A column that hits fewer rows is more easily replaced.
    if (Columns[Column].Is == Open &&
        !std::exchange(Columns[Column].Waits, true))
      WaitingColumns.push_back(Column);
  }
}

void Reducer::removeColumn(uint32_t Index) {
  Columns[Index].Is = Gone;
  for (uint32_t RowIndex : openRows(Index)) {
    Row &R = Rows[RowIndex];
    eraseIf(R.Columns, ColumnEntries,
            [&](uint32_t Column) { return Column == Index; });
    setMask(R);
    // A shorter row is contained in more others.
    if (!std::exchange(R.Waits, true))
      WaitingRows.push_back(RowIndex);
  }
}

void Reducer::force(uint32_t Index) {
  Columns[Index].Is = Forced;
  for (uint32_t Row : openRows(Index))
    removeRow(Row);
}

/// Forces the only column of this row, or removes the rows that contain it.
void Reducer::reduceByRow(uint32_t Index) {
  const Row &R = Rows[Index];
  std::span<const uint32_t> Mine = columnsOf(R);
  if (Mine.size() == 1)
    return force(Mine.front());

  // Every row that contains this one is among the rows of each of its columns.
  uint32_t Rarest =
      *std::min_element(Mine.begin(), Mine.end(), [&](uint32_t A, uint32_t B) {
        return Columns[A].Degree < Columns[B].Degree;
      });
  if (!isWithin(Columns[Rarest].Degree))
    return;
  for (uint32_t OtherRow : openRows(Rarest)) {
    const Row &O = Rows[OtherRow];
    if (OtherRow == Index || !O.IsOpen || (R.Mask & ~O.Mask) ||
        O.Columns.Count < R.Columns.Count)
      continue;
    if (!isWithin(O.Columns.Count))
      return;
    std::span<const uint32_t> Others = columnsOf(O);
    if (std::includes(Others.begin(), Others.end(), Mine.begin(), Mine.end()))
      removeRow(OtherRow);
  }
}

/// True if replacing \p Index by column \p Candidate makes a cover better, or
/// no worse if any optimum will do.
bool Reducer::isPreferred(uint32_t Candidate, uint32_t Index) const {
  if (Problem.Cost[Candidate] != Problem.Cost[Index])
    return Problem.Cost[Candidate] < Problem.Cost[Index];
  if (Problem.Tie.empty())
    return true;
  if (Problem.Tie[Candidate] != Problem.Tie[Index])
    return Problem.Tie[Candidate] < Problem.Tie[Index];
  return Candidate < Index;
}

/// A column that is preferred to \p Index and is in all of its rows.
std::optional<uint32_t> Reducer::dominator(uint32_t Index) {
  std::span<const uint32_t> ColumnRows = openRows(Index);
  uint32_t Shortest = *std::min_element(
      ColumnRows.begin(), ColumnRows.end(), [&](uint32_t A, uint32_t B) {
        return Rows[A].Columns.Count < Rows[B].Columns.Count;
      });
  Candidates.clear();
  for (uint32_t Candidate : columnsOf(Rows[Shortest]))
    if (Candidate != Index && Columns[Candidate].Degree >= ColumnRows.size() &&
        isPreferred(Candidate, Index))
      Candidates.push_back(Candidate);
  for (uint32_t RowIndex : ColumnRows) {
    if (Candidates.empty())
      return std::nullopt;
    std::span<const uint32_t> RowColumns = columnsOf(Rows[RowIndex]);
    if (!isWithin(RowColumns.size() + Candidates.size()))
      return std::nullopt;
    std::erase_if(Candidates, [&](uint32_t Candidate) {
      return !std::binary_search(RowColumns.begin(), RowColumns.end(),
                                 Candidate);
    });
  }
  if (Candidates.empty())
    return std::nullopt;
  return Candidates.front();
}

/// True if the cheapest other columns of the rows of \p Index, one for each
/// row, cost less than it does, or as much if any optimum will do.
bool Reducer::isReplaceable(uint32_t Index) {
  int64_t Cost = Problem.Cost[Index];
  int64_t Tie = Problem.Tie.empty() ? 0 : Problem.Tie[Index];
  ++Replacements;
  for (uint32_t RowIndex : openRows(Index)) {
    std::span<const uint32_t> RowColumns = columnsOf(Rows[RowIndex]);
    if (!isWithin(RowColumns.size()))
      return false;
    std::optional<uint32_t> Cheapest;
    for (uint32_t Candidate : RowColumns)
      if (Candidate != Index &&
          (!Cheapest || isPreferred(Candidate, *Cheapest)))
        Cheapest = Candidate;
    if (std::exchange(Columns[*Cheapest].LastReplacement, Replacements) ==
        Replacements)
      continue;
    Cost -= Problem.Cost[*Cheapest];
    if (Cost < 0)
      return false;
    if (!Problem.Tie.empty())
      Tie -= Problem.Tie[*Cheapest];
  }
  return Cost > 0 || Problem.Tie.empty() || Tie > 0;
}

/// Removes this column if no optimum needs it. Its rows have at least two
/// columns.
void Reducer::reduceColumn(uint32_t Index) {
  if (Columns[Index].Degree == 0) {
    Columns[Index].Is = Gone;
    return;
  }
  if (!Steps)
    return;
  if (std::optional<uint32_t> Dominator = dominator(Index)) {
    // If either could go, the lower one stays.
    bool AreAlike = Columns[*Dominator].Degree == Columns[Index].Degree &&
                    Problem.Cost[*Dominator] == Problem.Cost[Index] &&
                    Problem.Tie.empty();
    if (!AreAlike || *Dominator < Index)
      return removeColumn(Index);
    removeColumn(*Dominator);
    Columns[Index].Waits = true;
    WaitingColumns.push_back(Index);
    return;
  }
  if (isReplaceable(Index))
    removeColumn(Index);
}

void Reducer::run() {
  if (Problem.Tie.empty())
    for (uint32_t Index = 0; Index != Columns.size(); ++Index)
      if (Problem.Cost[Index] == 0 && Columns[Index].Degree)
        force(Index);

  for (uint32_t Index = 0; Index != Rows.size(); ++Index)
    if (Rows[Index].IsOpen) {
      Rows[Index].Waits = true;
      WaitingRows.push_back(Index);
    }
  WaitingColumns.clear();
  for (uint32_t Index = 0; Index != Columns.size(); ++Index)
    if (Columns[Index].Is == Open) {
      Columns[Index].Waits = true;
      WaitingColumns.push_back(Index);
    }

  // Rows before columns: columns are compared by their rows, and no row may
  // have a single column by then.
  std::vector<uint32_t> Batch;
  while (!WaitingRows.empty() || !WaitingColumns.empty()) {
    while (!WaitingRows.empty()) {
      Batch.clear();
      std::swap(Batch, WaitingRows);
      // Short rows remove the most.
      std::stable_sort(Batch.begin(), Batch.end(), [&](uint32_t A, uint32_t B) {
        return Rows[A].Columns.Count < Rows[B].Columns.Count;
      });
      for (uint32_t Index : Batch) {
        Rows[Index].Waits = false;
        if (Rows[Index].IsOpen)
          reduceByRow(Index);
      }
    }
    Batch.clear();
    std::swap(Batch, WaitingColumns);
    std::sort(Batch.begin(), Batch.end());
    for (uint32_t Index : Batch) {
      Columns[Index].Waits = false;
      if (Columns[Index].Is != Open)
        continue;
      bool MeetsForced = false;
      for (uint32_t Row : openRows(Index))
        MeetsForced |= Rows[Row].Columns.Count == 1;
      if (!MeetsForced)
        reduceColumn(Index);
    }
  }
}

std::vector<uint32_t> Reducer::forcedColumns() const {
  std::vector<uint32_t> Result;
  for (uint32_t Index = 0; Index != Columns.size(); ++Index)
    if (Columns[Index].Is == Forced)
      Result.push_back(Index);
  return Result;
}

std::vector<std::vector<uint32_t>> Reducer::rows() const {
  std::vector<std::vector<uint32_t>> Result;
  for (const Row &R : Rows)
    if (R.IsOpen)
      Result.emplace_back(columnsOf(R).begin(), columnsOf(R).end());
  return Result;
}

PresolvedCover mlir::noisy::presolveCover(const CoverProblem &Problem,
                                          const std::function<bool()> &Stop) {
  PresolvedCover Result;
  if (std::any_of(Problem.Rows.begin(), Problem.Rows.end(),
                  [](const auto &Row) { return Row.empty(); })) {
    Result.Infeasible = true;
    return Result;
  }
  Reducer ProblemReducer(Problem, Stop);
  ProblemReducer.run();
  Result.ForcedColumns = ProblemReducer.forcedColumns();

  CoverProblem Rest;
  Rest.Cost = Problem.Cost;
  Rest.Rows = ProblemReducer.rows();
  Rest.Tie = Problem.Tie;
  Result.Components = splitCover(Rest);
  return Result;
}
