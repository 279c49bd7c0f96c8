//===- BrokenParts.cpp - Parts of a text with errors ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/BrokenParts.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

bool mlir::noisy::lsp::isBroken(const Snapshot::Part &P) {
  auto isError = [](const Problem &Issue) {
    return Issue.Severity == Problem::Level::Error &&
           (Issue.Code.empty() || Issue.Source == "mlir");
  };
  if (P.Problems && llvm::any_of(*P.Problems, isError))
    return true;
  return llvm::any_of(P.Sections, [&](const PlacedSection &Section) {
    return Section.isStale() || Section.FactsAreStale ||
           (Section.Facts && llvm::any_of(Section.Facts->Problems, isError));
  });
}
