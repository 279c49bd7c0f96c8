//===- DocumentSymbols.h - What a document defines --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NAVIGATION_DOCUMENTSYMBOLS_H
#define NOISY_SERVER_FEATURES_NAVIGATION_DOCUMENTSYMBOLS_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// What kind of thing a symbol is, as LLVM's server tells them apart.
enum class SymbolClass {
  Function,
  /// Any other operation with a name.
  Named,
  /// Something without a name that holds symbols: a module, a chunk.
  Scope
};

/// A symbol of a document.
struct SymbolEntry {
  static constexpr size_t None = ~size_t(0);

  /// Without the @; "<builtin.module>" for what has none.
  std::string Name;
  SymbolClass Class = SymbolClass::Named;
  /// All of its operation, from its name on.
  ByteRange Where;
  /// The name of its operation, inside of `Where`.
  ByteRange Head;
  /// The symbol around it: an index into the same list, which comes before.
  size_t Parent = None;

  friend bool operator==(const SymbolEntry &, const SymbolEntry &) = default;
};

/// All symbols in the order of the text, and the symbol tables without names
/// around them. Where there are several chunks, each is an entry too
/// ("<file-split-0>"). What does not parse is there by its last good state, or
/// by its letters.
std::vector<SymbolEntry> findDocumentSymbols(const Snapshot &State);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_DOCUMENTSYMBOLS_H
