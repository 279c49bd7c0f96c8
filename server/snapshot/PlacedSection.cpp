//===- PlacedSection.cpp - A section in a text ----------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/PlacedSection.h"

using namespace mlir::noisy::lsp;

std::optional<ByteRange> PlacedSection::toText(ByteRange InSection) const {
  if (!Offsets)
    return InSection.shift(Range.Begin);
  std::optional<ByteRange> CurrentRange = Offsets->toTarget(InSection);
  if (CurrentRange)
    return CurrentRange->shift(Range.Begin);
  return std::nullopt;
}

ByteRange PlacedSection::toTextClamped(ByteRange InSection) const {
  ByteRange CurrentRange =
      Offsets ? Offsets->toTargetClamped(InSection) : InSection;
  return CurrentRange.shift(Range.Begin);
}

std::optional<size_t> PlacedSection::toSection(size_t InText) const {
  // The end is included: a cursor may be there.
  if (InText < Range.Begin || InText > Range.End)
    return std::nullopt;
  size_t Offset = InText - Range.Begin;
  if (!Offsets)
    return Offset;
  if (std::optional<size_t> SourceOffset = Offsets->toSource(Offset))
    return SourceOffset;
  // The offset follows the rest of a name.
  std::optional<ByteRange> LastByte =
      Offset > 0 ? Offsets->toSource(ByteRange{Offset - 1, Offset})
                 : std::nullopt;
  if (LastByte)
    return LastByte->End;
  return std::nullopt;
}
