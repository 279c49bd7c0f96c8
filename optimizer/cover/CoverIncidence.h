//===- CoverIncidence.h - The rows of each column ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A covering problem lists the columns of each row. Algorithms also need the
// reverse direction, and both in arrays that are quick to walk.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_COVER_COVERINCIDENCE_H
#define NOISY_OPTIMIZER_COVER_COVERINCIDENCE_H

#include "optimizer/cover/CoverProblem.h"

#include <numeric>
#include <span>
#include <utility>

namespace mlir::noisy {

/// Lists of numbers in one array; immutable once built.
class CoverLists {
public:
  std::span<const uint32_t> operator[](uint32_t List) const {
    return {Entries.data() + First[List], First[List + 1] - First[List]};
  }
  /// The number of lists.
  uint32_t size() const { return static_cast<uint32_t>(First.size() - 1); }
  /// The sum of the lists' lengths.
  size_t entries() const { return Entries.size(); }

protected:
  std::vector<size_t> First = {0};
  std::vector<uint32_t> Entries;
};

/// The columns of each row in the order of the problem, without repetitions.
class ColumnsOfRows : public CoverLists {
public:
  explicit ColumnsOfRows(const CoverProblem &Problem) {
    std::vector<uint32_t> LastRow(Problem.columns(), UINT32_MAX);
    First.reserve(Problem.Rows.size() + 1);
    for (uint32_t Row = 0; Row != Problem.Rows.size(); ++Row) {
      for (uint32_t Column : Problem.Rows[Row])
        if (std::exchange(LastRow[Column], Row) != Row)
          Entries.push_back(Column);
      First.push_back(Entries.size());
    }
  }
};

/// The rows of each column, ascending. A row that names a column twice counts
/// once.
class RowsOfColumns : public CoverLists {
public:
  explicit RowsOfColumns(const CoverProblem &Problem) {
    First.resize(Problem.columns() + 1);
    forEachEntry(Problem,
                 [&](uint32_t, uint32_t Column) { ++First[Column + 1]; });
    std::partial_sum(First.begin(), First.end(), First.begin());
    Entries.resize(First.back());
    std::vector<size_t> Next(First.begin(), First.end() - 1);
    forEachEntry(Problem, [&](uint32_t Row, uint32_t Column) {
      Entries[Next[Column]++] = Row;
    });
  }

private:
  template <typename Fn>
  static void forEachEntry(const CoverProblem &Problem, Fn Visit) {
    std::vector<uint32_t> LastRow(Problem.columns(), UINT32_MAX);
    for (uint32_t Row = 0; Row != Problem.Rows.size(); ++Row)
      for (uint32_t Column : Problem.Rows[Row])
        if (std::exchange(LastRow[Column], Row) != Row)
          Visit(Row, Column);
  }
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_COVER_COVERINCIDENCE_H
