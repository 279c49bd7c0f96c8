//===- SymbolString.h - Symbols whose name is a string ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NAVIGATION_SYMBOLSTRING_H
#define NOISY_SERVER_FEATURES_NAVIGATION_SYMBOLSTRING_H

#include "server/snapshot/Section.h"

namespace mlir::noisy::lsp {

/// Where the name of a symbol stands that is written as a string, `"f"` of
/// `sym_name = "f"`, with its quotes; nothing when it stands as `@f`, or is not
/// written there. Linear in the operation.
std::optional<SectionRange> findSymbolString(const Section &Data,
                                             Section::Index Symbol);

/// The symbol whose string is at `Offset` or ends there, or None.
Section::Index symbolStringAt(const Section &Data, size_t Offset);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_SYMBOLSTRING_H
