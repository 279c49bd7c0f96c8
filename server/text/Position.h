//===- Position.h - Positions and ranges in a text --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_TEXT_POSITION_H
#define NOISY_SERVER_TEXT_POSITION_H

#include <compare>
#include <cstdint>

namespace mlir::noisy::lsp {

/// A position in a text, both counts from 0. `Character` is in the units of the
/// negotiated PositionEncoding, which a Position does not know.
struct Position {
  uint32_t Line = 0;
  uint32_t Character = 0;

  friend auto operator<=>(const Position &, const Position &) = default;
};

/// A range from Start up to, not including, End.
struct Range {
  Position Start;
  Position End;

  friend auto operator<=>(const Range &, const Range &) = default;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_TEXT_POSITION_H
