//===- SymbolItems.h - Symbols in a list of completions ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_SYMBOLITEMS_H
#define NOISY_SERVER_FEATURES_COMPLETION_SYMBOLITEMS_H

#include "server/features/completion/Completion.h"
#include "server/features/completion/CompletionPlace.h"
#include "server/features/completion/CompletionScope.h"

namespace mlir::noisy::lsp {

/// Adds the symbols that the operation at a place can refer to. Calls are
/// written with their arguments and types if nothing follows on the line.
void addSymbols(llvm::ArrayRef<NearbySymbol> Symbols,
                const CompletionPlace &Place, bool IsLineEnd,
                std::vector<Completions::Item> &Items);

/// The types of the symbol that the operation at a place refers to, if it is
/// one of `Symbols`.
std::optional<SymbolTypes> findSymbolTypes(llvm::ArrayRef<NearbySymbol> Symbols,
                                           const CompletionPlace &Place);

// Where a block or a function is being defined, what others call it already is
// most likely meant, and the names of those that there are cannot be.

/// True if the name of a symbol that is written at a place is that of a new
/// one: behind `func.func private`. `Written` is the text of the operation up
/// to there.
bool definesSymbol(const CompletionPlace &Place, llvm::StringRef Written);

/// Adds the functions that `Text` calls and does not define, with their types:
/// `@f(%arg0: i32) -> i32 {`. At `func.func`, where `IsLineEnd` says that
/// nothing follows; else only their names.
void addUndefinedFunctions(llvm::StringRef Text, const CompletionPlace &Place,
                           bool IsLineEnd,
                           std::vector<Completions::Item> &Items);

/// Adds the labels of the blocks to which a function branches and that it does
/// not have: `^bb1(%arg0: i32):`. `Before` and `Behind` are its texts around
/// the cursor.
void addUndefinedBlocks(llvm::StringRef Before, llvm::StringRef Behind,
                        bool IsLineEnd, std::vector<Completions::Item> &Items);

/// Ranks the blocks that a branch can lead to: those after the cursor, those
/// that are not there yet, and those before it, each group from near to far;
/// the block of the branch itself comes last. `Before` and `Behind` as above.
void rankBlocks(llvm::StringRef Before, llvm::StringRef Behind,
                std::vector<Completions::Item> &Items);

/// Lets the blocks among the items be written with what a branch has to pass to
/// them: `^bb1(%value : i32)`. `Before` and `Behind` as above.
void addPassedValues(llvm::StringRef Before, llvm::StringRef Behind,
                     std::vector<Completions::Item> &Items);

/// The type of what a branch passes for the argument that is being written, if
/// `Label`, the line up to the cursor, ends before its type: `^bb1(%a: i32,
/// %b:`. Empty if none passes one. `Before` and `Behind` as above.
std::string findPassedType(llvm::StringRef Label, llvm::StringRef Before,
                           llvm::StringRef Behind);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_SYMBOLITEMS_H
