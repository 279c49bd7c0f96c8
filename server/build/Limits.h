//===- Limits.h - Reduced features for huge documents -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_LIMITS_H
#define NOISY_SERVER_BUILD_LIMITS_H

#include <cstddef>
#include <string>

namespace mlir::noisy::lsp {

/// The amount of work for a document.
enum class Effort {
  Full,
  /// The text is parsed: names, symbols and MLIR's problems are known. Its
  /// noise is unknown, and must not look as if it were fine.
  WithoutNoise,
  /// The text is not even parsed; it can be edited.
  None,
};

/// The sizes above which features are disabled one by one, so that the editor
/// never waits and memory does not run out. Editing itself has no limit.
///
/// A text of 44 bytes a line has 760,000 operations at the first limit, and
/// three million at the second.
struct Limits {
  static constexpr size_t MegaByte = size_t(1) << 20;

  /// The largest documents whose noise is analysed, and the largest that are
  /// built at all, in bytes.
  size_t NoiseBytes = 32 * MegaByte;
  size_t BuiltBytes = 128 * MegaByte;

  Effort effortFor(size_t Bytes) const {
    if (Bytes > BuiltBytes)
      return Effort::None;
    return Bytes > NoiseBytes ? Effort::WithoutNoise : Effort::Full;
  }

  /// The message for users, shown once per document; empty for `Full`.
  std::string explain(Effort MaxEffort) const {
    auto sizeOf = [](size_t Bytes) {
      return std::to_string(Bytes / MegaByte) + " MB";
    };
    switch (MaxEffort) {
    case Effort::Full:
      break;
    case Effort::WithoutNoise:
      return "the noise of documents above " + sizeOf(NoiseBytes) +
             " is not analysed; it is unknown here";
    case Effort::None:
      return "documents above " + sizeOf(BuiltBytes) +
             " are not analysed; there are no results for this one";
    }
    return "";
  }
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_LIMITS_H
