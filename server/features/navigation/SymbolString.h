//===- SymbolString.h - Symbols with a string as name -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NAVIGATION_SYMBOLSTRING_H
#define NOISY_SERVER_FEATURES_NAVIGATION_SYMBOLSTRING_H

#include "server/snapshot/Section.h"

namespace mlir::noisy::lsp {

/// Returns the range of a symbol's name that is written as a string, `"f"` in
/// `sym_name = "f"`, with its quotes; nothing if it is written as `@f` or not
/// at all. Linear in the operation.
std::optional<SectionRange> findSymbolString(const Section &Data,
                                             Section::Index Symbol);

/// Returns the symbol whose string contains `Offset` or ends there, or None.
Section::Index symbolStringAt(const Section &Data, size_t Offset);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_SYMBOLSTRING_H
