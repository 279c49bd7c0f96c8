//===- ElementsLiteral.h - The elements of a constant -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_TRIALS_ELEMENTSLITERAL_H
#define NOISY_SERVER_FEATURES_TRIALS_ELEMENTSLITERAL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace mlir::noisy::lsp {

/// The elements of a tensor or a vector: `dense<[[1, 2], [3, 4]]>`.
struct ElementsLiteral {
  /// Finds the literal whose type comes next in a text. Linear.
  static std::optional<ElementsLiteral> findBefore(llvm::StringRef Text);

  /// The literal with the type.
  std::string withType(llvm::StringRef Type) const;

  /// All of it, as it is written.
  llvm::StringRef Text;
  /// The sizes that the lists in it show, each with its x: `2x2x`; empty for
  /// one element that stands for all.
  std::string Sizes;
  /// The types that its elements most likely have, as they are written, the
  /// likeliest first; none if that is not known.
  llvm::ArrayRef<llvm::StringRef> ElementTypes;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_TRIALS_ELEMENTSLITERAL_H
