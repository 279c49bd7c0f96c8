//===- OperationItems.h - Operations in a list of completions ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_OPERATIONITEMS_H
#define NOISY_SERVER_FEATURES_COMPLETION_OPERATIONITEMS_H

#include "server/features/completion/Completion.h"
#include "server/features/completion/CompletionPlace.h"

namespace mlir::noisy::lsp {

/// The place where the name of an operation is typed.
struct NamePlace {
  const CompletionPlace &Place;
  /// The text before the cursor, without the name.
  llvm::StringRef Before;
  /// The typed part of the name, with its dialect.
  llvm::StringRef Input;
  /// Operations are written as a whole, and with the name of their dialect.
  bool HasSnippets = true;
  /// Nothing follows on the line of the cursor, so that a whole operation can
  /// be written.
  bool IsLineEnd = true;
  /// The text near the cursor, without the typed name.
  struct {
    llvm::StringRef Before, Behind;
  } Around;
};

/// Replaces the operations and dialects that MLIR offers, whose labels lack
/// the dialect in `Input`, by those that can stand at the place, as they are
/// written; and adds operations of other dialects whose names match the input.
/// `Dialects` are all that there are.
void writeOperationItems(const NamePlace &Name,
                         llvm::ArrayRef<llvm::StringRef> Dialects,
                         Completions &Result);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_OPERATIONITEMS_H
