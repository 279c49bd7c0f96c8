//===- References.cpp - References to a name ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/References.h"
#include "server/features/navigation/Occurrences.h"

using namespace mlir::noisy::lsp;

std::vector<ByteRange>
mlir::noisy::lsp::findReferences(const Snapshot &State, size_t Offset,
                                 bool IncludeDeclaration) {
  std::vector<ByteRange> Result;
  Snapshot::TokenPlace Name = State.tokenAt(Offset);
  if (!Name)
    return Result;
  bool IsValue = Name.Token->TargetKind == Section::Kind::Value ||
                 Name.Token->TargetKind == Section::Kind::Operation;
  for (Occurrence &Place : findOccurrences(State, Name, ResultGroups::Whole)) {
    if (Place.IsDefinition && !IncludeDeclaration)
      continue;
    // Only the name of `%r#1`, without the number.
    size_t Number = State.text()
                        .bytes()
                        .slice(Place.Range.Begin, Place.Range.End)
                        .find('#', 1);
    if (Number != llvm::StringRef::npos && IsValue)
      Place.Range.End = Place.Range.Begin + Number;
    Result.push_back(Place.Range);
  }
  return Result;
}
