//===- TypeExplanation.h - What a builtin type is, in words -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_HOVER_TYPEEXPLANATION_H
#define NOISY_SERVER_FEATURES_HOVER_TYPEEXPLANATION_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::noisy::lsp {

/// Says in plain words what a builtin type is, by its letters: the number of
/// its elements, its size in bytes, and where in memory each element is. One
/// sentence or several; empty for other types, and for what does not look like
/// one.
std::string explainType(llvm::StringRef Type);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_HOVER_TYPEEXPLANATION_H
