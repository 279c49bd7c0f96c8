//===- IdleHints.cpp - Code without effect, as hints ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/IdleHints.h"
#include "server/features/annotations/UnusedFunctions.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

std::vector<Problem> mlir::noisy::lsp::getIdleHints(const Snapshot &State) {
  std::vector<Problem> Result;
  for (const Snapshot::Part &P : State.parts())
    for (const PlacedSection &Section : P.Sections) {
      if (Section.FactsAreStale || !Section.Details)
        continue;
      // What is not finished yet may still use a value.
      bool IsUnfinished =
          !Section.Data->brokenRanges().empty() ||
          (Section.Facts && !Section.Facts->InvalidOperations.empty());
      for (const Problem &Hint : Section.Details->Problems)
        if (Hint.IsUnnecessary &&
            !(IsUnfinished && Hint.Code == "unused-value")) {
          Result.push_back(Hint);
          Result.back().Range = Hint.Range.shift(P.Range.Begin);
        }
    }
  llvm::append_range(Result, findUnusedFunctions(State));
  return Result;
}
