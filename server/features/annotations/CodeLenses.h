//===- CodeLenses.h - The noise of each function ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_ANNOTATIONS_CODELENSES_H
#define NOISY_SERVER_FEATURES_ANNOTATIONS_CODELENSES_H

#include "server/features/noise/NoiseLevel.h"

namespace mlir::noisy::lsp {

/// A lens above a function.
struct FunctionLens {
  /// The name of the function's operation, `func.func`, on one line.
  ByteRange Range;
  /// The text of the lens: "noise: at most 24/26, 2 bits left", "overflow:
  /// 48/26 at %p2".
  std::string Title;
  /// The title of the fix by reductions; empty if these can fix nothing in the
  /// function.
  std::string Fix = {};
  /// What makes the title doubtful (describeDoubt); mostly empty.
  std::string Doubt = {};

  friend bool operator==(const FunctionLens &, const FunctionLens &) = default;
};

/// Returns a lens for each function with noise, in the order of the text.
/// `Unfinished`: the bytes of the text that the user is filling in.
std::vector<FunctionLens> findLenses(const Snapshot &State, uint32_t NearLimit,
                                     llvm::ArrayRef<ByteRange> Unfinished = {});

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_ANNOTATIONS_CODELENSES_H
