//===- RunAliases.h - Aliases for operations parsed alone -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PATCH_RUNALIASES_H
#define NOISY_SERVER_PATCH_RUNALIASES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <string>

namespace mlir::noisy::lsp {

/// Definitions of aliases, before and after a text that uses them. Each begins
/// a line.
struct AliasTexts {
  std::string Before, After;
};

/// Finds the definitions of these aliases, with their # or !, and of those that
/// these use, among the ones before and after a function. Names that are not
/// defined there are left out. Takes a search through the text for each name.
AliasTexts findRunAliases(const llvm::StringSet<> &Names,
                          llvm::StringRef Before, llvm::StringRef After);

/// True if operations that do not change mean the same with both lists of
/// definitions, each after the end of the containers. `OldUses` and `NewUses`
/// are the names that the texts use for which the lists were made, sorted. Only
/// for few differences in one place.
bool areAlikeForOthers(std::string Old, llvm::ArrayRef<std::string> OldUses,
                       std::string New, llvm::ArrayRef<std::string> NewUses);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PATCH_RUNALIASES_H
