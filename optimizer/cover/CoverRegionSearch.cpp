//===- CoverRegionSearch.cpp - Better covers region by region ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/cover/CoverRegionSearch.h"

#include "optimizer/cover/CoverExact.h"
#include "optimizer/cover/CoverNeighbourhood.h"

#include <random>

using namespace mlir::noisy;

std::vector<uint32_t>
mlir::noisy::searchRegions(const CoverProblem &Problem,
                           std::vector<uint32_t> Cover,
                           const RegionSearchOptions &Options) {
  if (Problem.columns() == 0)
    return Cover;
  const RowsOfColumns Rows(Problem);
  std::mt19937 Random(Options.Seed);
  int64_t Cost = coverCost(Problem, Cover);
  uint32_t Size = Options.RegionColumns;
  uint32_t SolvedCount = 0, TooHard = 0;
  for (uint32_t Region = 0; Region != Options.Regions && Cost > Options.Goal;
       ++Region) {
    if (Options.Stop && Options.Stop())
      break;
    CoverNeighbourhood Neighbourhood =
        neighbourhood(Problem, Rows, Cover, Random() % Problem.columns(), Size);
    std::optional<ExactCover> Best =
        solveExactly(Neighbourhood.Problem, Options.RegionSteps, Options.Stop);
    // A low rate of failures means that regions are about as large as possible.
    if (!Best) {
      if (++TooHard % 3 == 0)
        Size = std::max(Size * 19 / 20, 8u);
      continue;
    }
    if (++SolvedCount % 4 == 0 && Size < Problem.columns())
      Size += 1 + Size / 100;
    if (!Best->TieSettled &&
        coverCost(Neighbourhood.Problem, Best->ChosenColumns) ==
            coverCost(Neighbourhood.Problem, Neighbourhood.Start))
      continue;
    Cover = Neighbourhood.replace(Cover, Best->ChosenColumns);
    int64_t NewCost = coverCost(Problem, Cover);
    if (NewCost < Cost && Options.Better)
      Options.Better(Cover, NewCost);
    Cost = NewCost;
  }
  return Cover;
}
