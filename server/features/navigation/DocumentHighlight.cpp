//===- DocumentHighlight.cpp - Other occurrences of a name ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/DocumentHighlight.h"

using namespace mlir::noisy::lsp;

std::vector<Occurrence> mlir::noisy::lsp::findHighlights(const Snapshot &State,
                                                         size_t Offset) {
  Snapshot::TokenPlace Name = State.tokenAt(Offset);
  if (!Name || Name.Token->TargetKind == Section::Kind::Operation)
    return {};
  return findOccurrences(State, Name, ResultGroups::Single);
}
