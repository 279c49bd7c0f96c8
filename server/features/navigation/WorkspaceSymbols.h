//===- WorkspaceSymbols.h - Search for symbols by name ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NAVIGATION_WORKSPACESYMBOLS_H
#define NOISY_SERVER_FEATURES_NAVIGATION_WORKSPACESYMBOLS_H

#include "server/features/navigation/DocumentSymbols.h"
#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// A symbol found by a search.
struct WorkspaceSymbol {
  /// The index of its snapshot.
  size_t Document = 0;
  SymbolEntry Symbol;
  /// The name of the innermost symbol around it; may be empty.
  std::string Container;
};

/// Returns a score for how well `Pattern` matches `Name`; nothing if it does
/// not match. It matches if its letters are in `Name` in that order, ignoring
/// case. Consecutive letters, letters at the beginning of a word (`ab_cd`,
/// `abCd`) or of the name, and short names score higher.
std::optional<int> matchName(llvm::StringRef Pattern, llvm::StringRef Name);

/// Returns at most `Limit` symbols of all snapshots that match `Query`, the
/// best first. The last part of `@a::b` matches the symbol, the others match
/// symbols around it, from the outside in. An empty query matches everything.
std::vector<WorkspaceSymbol>
findWorkspaceSymbols(llvm::ArrayRef<const Snapshot *> States,
                     llvm::StringRef Query, size_t Limit);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_WORKSPACESYMBOLS_H
