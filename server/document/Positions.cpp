//===- Positions.cpp - Between a client and a snapshot --------------------===//
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
