//===- RunAliases.h - Aliases for operations parsed alone -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PATCH_RUNALIASES_H
#define NOISY_SERVER_PATCH_RUNALIASES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <optional>
#include <string>

namespace mlir::noisy::lsp {

/// The definitions of aliases before a function and after it, as they stand in
/// its surroundings: each begins a line, and none is defined twice.
struct AliasLists {
  llvm::StringRef Before, After;
};

/// The text before and after operations that defines the aliases they use.
struct RunAliases {
  std::string Before, After;
};

/// Finds the definitions of these aliases, with their # or !, and of those that
/// these use. Names that are not defined are left out. Takes a search through
/// both lists for each name.
RunAliases findRunAliases(const llvm::StringSet<> &Names,
                          const AliasLists &Around);

/// The names that may stand for something else with the new definitions: those
/// of definitions that came, went, changed, or changed sides, and of those that
/// use these. Nothing if they are many, or the others have another order.
std::optional<llvm::StringSet<>> findChangedAliases(const AliasLists &Old,
                                                    const AliasLists &New);

/// True if a text has one of these names, which is no part of a longer one.
bool namesAlias(llvm::StringRef Text, const llvm::StringSet<> &Names);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PATCH_RUNALIASES_H
