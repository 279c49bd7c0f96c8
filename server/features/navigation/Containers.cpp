//===- Containers.cpp - The modules of a text -----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/navigation/Containers.h"
#include <algorithm>

using namespace mlir::noisy::lsp;

std::vector<Container> mlir::noisy::lsp::findContainers(const Snapshot &State) {
  llvm::ArrayRef<Snapshot::Part> Parts = State.parts();
  std::vector<Container> Result(Parts.size());
  // Going from the end visits a footer first, and the contents of a container
  // before its header.
  for (size_t I = Parts.size(); I-- != 0;) {
    const Snapshot::Part &Part = Parts[I];
    size_t End = Part.Where.End;
    if (Part.Kind == PieceKind::Header) {
      Container &Own = Result[I];
      Own.Exists = true;
      Own.Whole = {Part.Where.Begin, std::max(Own.Whole.End, End)};
      Own.Body = {End, std::max(Own.Body.End, End)};
      End = Own.Whole.End;
    }
    if (Part.Container == Piece::None)
      continue;
    Container &Around = Result[Part.Container];
    Around.Whole.End = std::max(Around.Whole.End, End);
    Around.Body.End =
        std::max(Around.Body.End,
                 Part.Kind == PieceKind::Footer ? Part.Where.Begin : End);
  }
  return Result;
}
