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
    size_t End = Part.Range.End;
    if (Part.Kind == PieceKind::Header) {
      Container &Inner = Result[I];
      Inner.Exists = true;
      Inner.Whole = {Part.Range.Begin, std::max(Inner.Whole.End, End)};
      Inner.Body = {End, std::max(Inner.Body.End, End)};
      End = Inner.Whole.End;
    }
    if (Part.Container == Piece::None)
      continue;
    Container &Outer = Result[Part.Container];
    Outer.Whole.End = std::max(Outer.Whole.End, End);
    Outer.Body.End =
        std::max(Outer.Body.End,
                 Part.Kind == PieceKind::Footer ? Part.Range.Begin : End);
  }
  return Result;
}
