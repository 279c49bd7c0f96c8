//===- TypeHover.h - Hovers of types and attributes -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_HOVER_TYPEHOVER_H
#define NOISY_SERVER_FEATURES_HOVER_TYPEHOVER_H

#include "server/features/hover/Hover.h"

namespace mlir::noisy::lsp {

/// Returns the hover for the type or attribute at the byte `Offset`, by its
/// letters, whether the text parses or not: what it is, and its documentation
/// in ODS. Inside of `<...>` a word without a hover of its own has that of the
/// type or attribute around. Nothing in comments and strings.
std::optional<HoverInfo> getTypeHover(llvm::StringRef Text, size_t Offset);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_HOVER_TYPEHOVER_H
