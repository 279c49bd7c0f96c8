//===- Positions.cpp - Client positions and snapshot bytes ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/Positions.h"

using namespace mlir::noisy::lsp;

std::optional<size_t> Positions::toSnapshot(size_t Offset) const {
  std::optional<size_t> InNow = Source.EditsSinceQuery.toTarget(Offset);
  return InNow ? Source.Offsets.toSource(*InNow) : std::nullopt;
}

size_t Positions::toSnapshot(size_t Offset, const Text &AskedText,
                             Nearest Fallback) const {
  bool IsDown = Fallback == Nearest::Preceding;
  size_t End = IsDown ? 0 : AskedText.size();
  for (size_t Step = 1;; Step *= 2) {
    if (std::optional<size_t> SnapshotOffset = toSnapshot(Offset))
      return *SnapshotOffset;
    if (Offset == End)
      return IsDown ? 0 : state().text().size();
    Offset =
        IsDown ? Offset - std::min(Offset, Step) : std::min(End, Offset + Step);
  }
}

std::optional<Range> Positions::toClient(ByteRange SnapshotRange) const {
  std::optional<ByteRange> InNow = Source.Offsets.toTarget(SnapshotRange);
  if (!InNow)
    return std::nullopt;
  return Source.CurrentText.rangeAt(InNow->Begin, InNow->End, Encoding);
}

Range Positions::toClientClamped(ByteRange SnapshotRange) const {
  ByteRange InNow = toNowClamped(SnapshotRange);
  return Source.CurrentText.rangeAt(InNow.Begin, InNow.End, Encoding);
}
