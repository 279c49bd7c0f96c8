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

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_SYMBOLITEMS_H
