//===- VisibleTokens.cpp - The names in a part of a text ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/VisibleTokens.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

/// The elements of `All`, which is in the order of the text, that touch
/// `Visible`. `Where` returns the range of an element.
template <typename T, typename Fn>
static llvm::ArrayRef<T> touching(llvm::ArrayRef<T> All, ByteRange Visible,
                                  Fn Where) {
  auto First = llvm::partition_point(
      All, [&](const T &Each) { return Where(Each).End < Visible.Begin; });
  auto Last = std::partition_point(First, All.end(), [&](const T &Each) {
    return Where(Each).Begin <= Visible.End;
  });
  return {First, Last};
}

llvm::ArrayRef<Snapshot::Part> mlir::noisy::lsp::partsIn(const Snapshot &State,
                                                         ByteRange Visible) {
  return touching(State.parts(), Visible,
                  [](const Snapshot::Part &Each) { return Each.Where; });
}

llvm::ArrayRef<Section::Token>
mlir::noisy::lsp::tokensIn(const Snapshot::Placed &Section, ByteRange Visible) {
  // Edits move names, but never past one another.
  return touching(Section.Data->tokens(), Visible,
                  [&](const Section::Token &Each) {
                    return Section.toTextClamped(Each.Where);
                  });
}
