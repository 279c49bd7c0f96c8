//===- Positions.cpp - Client positions and snapshot bytes ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/Positions.h"

using namespace mlir::noisy::lsp;

std::optional<size_t> Positions::toSnapshot(size_t Asked) const {
  std::optional<size_t> InNow = From.SinceAsked.toTarget(Asked);
  return InNow ? From.Moved.toSource(*InNow) : std::nullopt;
}

size_t Positions::toSnapshot(size_t Asked, const Text &AskedText,
                             Nearest Else) const {
  bool IsDown = Else == Nearest::Before;
  size_t End = IsDown ? 0 : AskedText.size();
  for (size_t Step = 1;; Step *= 2) {
    if (std::optional<size_t> Found = toSnapshot(Asked))
      return *Found;
    if (Asked == End)
      return IsDown ? 0 : state().text().size();
    Asked =
        IsDown ? Asked - std::min(Asked, Step) : std::min(End, Asked + Step);
  }
}

std::optional<Range> Positions::toClient(ByteRange Where) const {
  std::optional<ByteRange> InNow = From.Moved.toTarget(Where);
  if (!InNow)
    return std::nullopt;
  return From.Now.rangeAt(InNow->Begin, InNow->End, Encoding);
}

Range Positions::toClientClamped(ByteRange Where) const {
  ByteRange InNow = toNowClamped(Where);
  return From.Now.rangeAt(InNow.Begin, InNow.End, Encoding);
}
