//===- ScopeReading.h - MLIR reads the text before a cursor -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_SCOPEREADING_H
#define NOISY_SERVER_FEATURES_COMPLETION_SCOPEREADING_H

#include "mlir/IR/DialectRegistry.h"
#include "server/features/completion/CompletionCollector.h"
#include <functional>
#include <string>

namespace mlir::noisy::lsp {

/// Lets MLIR read `Scope`, in a context of its own and with a large stack. Its
/// crashes are survived. Returns what it offers at the end, and the types of
/// `Values`.
CollectedCompletions readScopeOnce(const DialectRegistry &Registry,
                                   llvm::StringRef Scope, const TypedWord &Word,
                                   const llvm::StringSet<> &Values);

/// As readScopeOnce, and again without the lines that do not parse, which are
/// blanked in `Text`; of operations with regions these stay (replaceUnread).
/// `BeginsOperation`: one begins in the line of the cursor, so that an error
/// there may be that of an unfinished one before. False if the end is not
/// reached. `IsStopped` is polled; may be empty.
bool readRepairing(const DialectRegistry &Registry, std::string &Text,
                   const TypedWord &Word, bool BeginsOperation,
                   const llvm::StringSet<> &Values,
                   const std::function<bool()> &IsStopped,
                   CollectedCompletions &Result);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_SCOPEREADING_H
