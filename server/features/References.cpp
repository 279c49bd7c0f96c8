//===- References.cpp - Where what is named is used -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/References.h"
#include "server/features/Occurrences.h"

using namespace mlir::noisy::lsp;

std::vector<ByteRange>
mlir::noisy::lsp::findReferences(const Snapshot &State, size_t Offset,
                                 bool IncludeDeclaration) {
  std::vector<ByteRange> Result;
  Snapshot::Found Name = State.tokenAt(Offset);
  if (!Name)
    return Result;
  for (const Occurrence &Place :
       findOccurrences(State, Name, ResultGroups::Whole))
    if (IncludeDeclaration || !Place.IsDefinition)
      Result.push_back(Place.Where);
  return Result;
}
