//===- WorkspaceSymbols.h - Symbols by a part of their name -----*- C++ -*-===//
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

/// A symbol that was searched for.
struct WorkspaceSymbol {
  /// Which of the snapshots it is in.
  size_t Document = 0;
  SymbolEntry Symbol;
  /// The name of the nearest symbol around it; may be empty.
  std::string Container;
};

/// How well `Pattern` fits `Name`; nothing when it does not. It fits when its
/// letters are in `Name` in that order, small or capital. Letters that follow
/// one another, that begin a word (`ab_cd`, `abCd`) or the name, and names
/// that have little else are worth more.
std::optional<int> matchName(llvm::StringRef Pattern, llvm::StringRef Name);

/// The symbols of all snapshots that fit `Query`, the best first, at most
/// `Limit`. In `@a::b`, the last part is that of the symbol, the others are
/// those of symbols around it, from the outside in. An empty query fits
/// everything.
std::vector<WorkspaceSymbol>
findWorkspaceSymbols(llvm::ArrayRef<const Snapshot *> States,
                     llvm::StringRef Query, size_t Limit);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_WORKSPACESYMBOLS_H
