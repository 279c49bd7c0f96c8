//===- PlacedSection.cpp - A section in a text ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/PlacedSection.h"

using namespace mlir::noisy::lsp;

std::optional<ByteRange> PlacedSection::toText(ByteRange InSection) const {
  if (!Moved)
    return InSection.shifted(Where.Begin);
  std::optional<ByteRange> Now = Moved->toTarget(InSection);
  if (Now)
    return Now->shifted(Where.Begin);
  return std::nullopt;
}

ByteRange PlacedSection::toTextClamped(ByteRange InSection) const {
  ByteRange Now = Moved ? Moved->toTargetClamped(InSection) : InSection;
  return Now.shifted(Where.Begin);
}

std::optional<size_t> PlacedSection::toSection(size_t InText) const {
  // The end is included: a cursor may be there.
  if (InText < Where.Begin || InText > Where.End)
    return std::nullopt;
  size_t Offset = InText - Where.Begin;
  if (!Moved)
    return Offset;
  if (std::optional<size_t> Found = Moved->toSource(Offset))
    return Found;
  // The offset follows the rest of a name.
  std::optional<ByteRange> Before =
      Offset > 0 ? Moved->toSource(ByteRange{Offset - 1, Offset})
                 : std::nullopt;
  if (Before)
    return Before->End;
  return std::nullopt;
}
