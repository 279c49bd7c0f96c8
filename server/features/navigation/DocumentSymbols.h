//===- DocumentSymbols.h - The symbols of a document ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NAVIGATION_DOCUMENTSYMBOLS_H
#define NOISY_SERVER_FEATURES_NAVIGATION_DOCUMENTSYMBOLS_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// The class of a symbol, as LLVM's server distinguishes them.
enum class SymbolClass {
  Function,
  /// Any other operation with a name.
  Symbol,
  /// A symbol table without a name: a module, a chunk.
  Scope
};

/// A symbol of a document.
struct SymbolEntry {
  static constexpr size_t None = ~size_t(0);

  /// The name without @; "<builtin.module>" for operations without a name.
  std::string Name;
  SymbolClass Class = SymbolClass::Symbol;
  /// The whole operation, from its name on.
  ByteRange Range;
  /// The name of its operation, inside of `Range`.
  ByteRange Head;
  /// The symbol around it: an index of an earlier entry in the same list.
  size_t Parent = None;

  friend bool operator==(const SymbolEntry &, const SymbolEntry &) = default;
};

/// Returns all symbols in the order of the text, and the symbol tables without
/// names around them. If there are several chunks, each is an entry too
/// ("<file-split-0>"). Text that does not parse has the symbols of its last
/// good state, or those found by its letters.
std::vector<SymbolEntry> findDocumentSymbols(const Snapshot &State);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_DOCUMENTSYMBOLS_H
