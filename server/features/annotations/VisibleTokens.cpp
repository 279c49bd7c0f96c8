//===- VisibleTokens.cpp - The names in a part of a text ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/VisibleTokens.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

/// The elements of `Elements`, which is in the order of the text, that touch
/// `Visible`. `RangeOf` returns the range of an element.
template <typename T, typename Fn>
static llvm::ArrayRef<T> findVisible(llvm::ArrayRef<T> Elements,
                                     ByteRange Visible, Fn RangeOf) {
  auto First = llvm::partition_point(Elements, [&](const T &Element) {
    return RangeOf(Element).End < Visible.Begin;
  });
  auto Last =
      std::partition_point(First, Elements.end(), [&](const T &Element) {
        return RangeOf(Element).Begin <= Visible.End;
      });
  return {First, Last};
}

llvm::ArrayRef<Snapshot::Part> mlir::noisy::lsp::partsIn(const Snapshot &State,
                                                         ByteRange Visible) {
  return findVisible(State.parts(), Visible,
                     [](const Snapshot::Part &Part) { return Part.Range; });
}

llvm::ArrayRef<Section::Token>
mlir::noisy::lsp::tokensIn(const PlacedSection &Section, ByteRange Visible) {
  // Edits move names, but never past one another.
  return findVisible(Section.Data->tokens(), Visible,
                     [&](const Section::Token &Token) {
                       return Section.toTextClamped(Token.Range);
                     });
}
