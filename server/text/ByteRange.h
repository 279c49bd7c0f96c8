//===- ByteRange.h - A range of bytes of a text -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_TEXT_BYTERANGE_H
#define NOISY_SERVER_TEXT_BYTERANGE_H

#include <cstddef>

namespace mlir::noisy::lsp {

/// A range of bytes of a text, from Begin up to, not including, End.
struct ByteRange {
  size_t Begin = 0;
  size_t End = 0;

  size_t size() const { return End - Begin; }
  bool empty() const { return Begin == End; }
  bool contains(size_t Offset) const { return Begin <= Offset && Offset < End; }
  bool contains(const ByteRange &OtherRange) const {
    return Begin <= OtherRange.Begin && OtherRange.End <= End;
  }
  /// True if both have a byte in common, or one is an empty range that touches
  /// the other.
  bool touches(const ByteRange &OtherRange) const {
    return Begin <= OtherRange.End && OtherRange.Begin <= End;
  }
  /// The range of the same bytes in a text in which this one begins at
  /// `Distance`.
  ByteRange shift(size_t Distance) const {
    return {Begin + Distance, End + Distance};
  }

  friend bool operator==(const ByteRange &, const ByteRange &) = default;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_TEXT_BYTERANGE_H
