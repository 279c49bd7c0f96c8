//===- ArgumentItems.h - Arguments that are being defined -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_ARGUMENTITEMS_H
#define NOISY_SERVER_FEATURES_COMPLETION_ARGUMENTITEMS_H

#include "server/features/completion/Completion.h"
#include "server/features/completion/CompletionPlace.h"

namespace mlir::noisy::lsp {

/// The place of an argument that gets a name of its own.
struct NewArgument {
  /// It is one of a function, not of a block.
  bool IsOfFunction = false;
  /// A name that no argument before it has: `%arg1`.
  std::string FreeName;
};

/// The argument whose name comes next: in the label of a block, `^bb1(` and
/// `^bb1(%x: i32,`, or of a function, `func.func @f(`. The arguments of a
/// declaration, which is private, can be types alone. `Line` is the line up to
/// the place.
std::optional<NewArgument> findNewArgument(const CompletionPlace &Place,
                                           llvm::StringRef Line);

/// Adds arguments with the types that are likely: `%arg0: i32`. `Before` and
/// `Behind` are the texts around the place.
void addArguments(const NewArgument &Argument, llvm::StringRef Before,
                  llvm::StringRef Behind,
                  std::vector<Completions::Item> &Items);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_ARGUMENTITEMS_H
