//===- NotCheckedWords.h - Text that an error elsewhere hides ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SNAPSHOT_NOTCHECKEDWORDS_H
#define NOISY_SERVER_SNAPSHOT_NOTCHECKEDWORDS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::noisy::lsp {

/// What an error of other text is told behind, where that keeps this one from
/// being checked.
inline constexpr llvm::StringLiteral NotCheckedWords =
    "not checked, because an alias that it uses or the container around it has "
    "an error: ";

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SNAPSHOT_NOTCHECKEDWORDS_H
