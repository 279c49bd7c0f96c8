//===- UndefinedUse.h - Uses of names that nothing defines ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_UNDEFINEDUSE_H
#define NOISY_SERVER_PARSE_UNDEFINEDUSE_H

#include "server/text/ByteRange.h"
#include <optional>
#include <string>

namespace mlir::noisy::lsp {

/// A use of a value that nothing defines. Plain data; offsets are those of the
/// parsed buffer.
struct UndefinedUse {
  /// The number of the value.
  size_t Value = 0;
  /// The name in the text, with its number: `%a#1`.
  ByteRange Name;
  /// The range of the error about it.
  ByteRange Place;
  /// True for the first use of the value, which MLIR reports.
  bool IsFirst = false;
  /// The type of the use.
  std::string UsedType;
  /// The operation whose text, without the operations in it, has the name; and
  /// the beginning of the one around it. Nothing if it is at top level, or if
  /// no operation is known to have the name.
  std::optional<ByteRange> Operation;
  std::optional<size_t> Around;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_UNDEFINEDUSE_H
