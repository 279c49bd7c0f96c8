//===- LargeTypes.h - Types that are too large to print ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_LARGETYPES_H
#define NOISY_SERVER_FEATURES_COMPLETION_LARGETYPES_H

#include <string>

namespace mlir::noisy::lsp {

/// Replaces the type in each type alias that is too large to print
/// (PrintedText.h) by one that prints as `!elided.type`: MLIR prints the types
/// of all values that can be completed and cannot be stopped.
void elideLargeTypes(std::string &Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_LARGETYPES_H
