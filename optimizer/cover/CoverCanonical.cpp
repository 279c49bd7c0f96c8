//===- CoverCanonical.cpp - Problems independent of numbering ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverCanonical.h"

#include <numeric>

using namespace mlir::noisy;

/// The limit on how often columns that look the same are distinguished by
/// number.
static constexpr int MostSymmetries = 16;
/// The passes over one of many problems: those that are told to be equal only
/// by more count as different.
static constexpr size_t MostPassesOfMany = 64;

/// A permutation of 64-bit numbers without a pattern (the finaliser of
/// MurmurHash3).
static uint64_t mix(uint64_t Number) {
  Number ^= Number >> 33;
  Number *= 0xff51afd7ed558ccd;
  Number ^= Number >> 33;
  Number *= 0xc4ceb9fe1a85ec53;
  return Number ^ Number >> 33;
}

static size_t countDistinct(std::vector<uint64_t> Colours) {
  std::sort(Colours.begin(), Colours.end());
  return static_cast<size_t>(std::unique(Colours.begin(), Colours.end()) -
                             Colours.begin());
}

/// Refines the colours until no more columns are distinguished, or all
/// \p MostPasses are used, which \p Passes counts; returns the number of
/// colours.
static size_t refine(const CoverProblem &Problem,
                     std::vector<uint64_t> &Colours, size_t MostPasses,
                     size_t &Passes) {
  size_t Distinct = countDistinct(Colours);
  while (Distinct != Colours.size() && Passes < MostPasses) {
    ++Passes;
    // Sums, because they do not depend on the order.
    std::vector<uint64_t> Next(Colours.size());
    for (const std::vector<uint32_t> &Row : Problem.Rows) {
      uint64_t Sum = 0;
      for (uint32_t Column : Row)
        Sum += mix(Colours[Column]);
      for (uint32_t Column : Row)
        Next[Column] += mix(Sum + Row.size());
    }
    for (size_t Column = 0; Column != Colours.size(); ++Column)
      Colours[Column] = mix(mix(Colours[Column]) + Next[Column]);
    if (size_t NewDistinct = countDistinct(Colours); NewDistinct != Distinct)
      Distinct = NewDistinct;
    else
      break;
  }
  return Distinct;
}

CanonicalCover mlir::noisy::canonicalCover(const CoverProblem &Problem,
                                           size_t MostPasses) {
  std::vector<uint64_t> Colours;
  for (int64_t Cost : Problem.Cost)
    Colours.push_back(mix(static_cast<uint64_t>(Cost)));
  CanonicalCover Result;
  Result.Columns.resize(Problem.columns());
  std::iota(Result.Columns.begin(), Result.Columns.end(), 0);
  for (int Round = 0;; ++Round) {
    size_t Distinct = refine(Problem, Colours, MostPasses, Result.Passes);
    std::stable_sort(
        Result.Columns.begin(), Result.Columns.end(),
        [&](uint32_t A, uint32_t B) { return Colours[A] < Colours[B]; });
    Result.IsComplete =
        Distinct == Colours.size() || Result.Passes < MostPasses;
    if (Distinct == Colours.size() || Round == MostSymmetries ||
        !Result.IsComplete)
      break;
    auto Match = std::adjacent_find(
        Result.Columns.begin(), Result.Columns.end(),
        [&](uint32_t A, uint32_t B) { return Colours[A] == Colours[B]; });
    Colours[*Match] = mix(Colours[*Match] + 1);
  }

  std::vector<uint32_t> NumberOf(Problem.columns());
  for (uint32_t Number = 0; Number != Problem.columns(); ++Number) {
    NumberOf[Result.Columns[Number]] = Number;
    Result.Problem.Cost.push_back(Problem.Cost[Result.Columns[Number]]);
  }
  for (const std::vector<uint32_t> &Row : Problem.Rows) {
    std::vector<uint32_t> &NewRow = Result.Problem.Rows.emplace_back();
    for (uint32_t Column : Row)
      NewRow.push_back(NumberOf[Column]);
    std::sort(NewRow.begin(), NewRow.end());
  }
  std::sort(Result.Problem.Rows.begin(), Result.Problem.Rows.end());
  return Result;
}

CanonicalCover mlir::noisy::canonicalCoverWithin(const CoverProblem &Problem,
                                                 size_t &EntriesLeft) {
  // Columns are sorted in each pass.
  size_t Entries = 1 + Problem.columns();
  for (const std::vector<uint32_t> &Row : Problem.Rows)
    Entries += Row.size();
  CanonicalCover Result = canonicalCover(
      Problem, std::min(MostPassesOfMany, EntriesLeft / Entries));
  EntriesLeft -= Result.Passes * Entries;
  return Result;
}

uint64_t mlir::noisy::hashOfCover(const CoverProblem &Problem) {
  uint64_t Hash = 0;
  for (int64_t Cost : Problem.Cost)
    Hash = mix(Hash + static_cast<uint64_t>(Cost));
  for (const std::vector<uint32_t> &Row : Problem.Rows) {
    Hash = mix(Hash + Row.size());
    for (uint32_t Column : Row)
      Hash = mix(Hash + Column);
  }
  return Hash;
}
