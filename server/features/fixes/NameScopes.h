//===- NameScopes.h - Names for new values -------------------- -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_NAMESCOPES_H
#define NOISY_SERVER_FEATURES_FIXES_NAMESCOPES_H

#include "server/unit/Chunk.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::noisy::lsp {

/// Finds names for new values in the text of a chunk. A name is free if it
/// occurs nowhere in the operation around its place that is isolated from the
/// names outside, such as the function. Names have their `%`.
class NameScopes {
public:
  explicit NameScopes(const Chunk &Program) : Program(Program) {}

  /// Takes `Base`, with a number appended if that is taken, for a value in
  /// `Place`.
  std::string take(const std::string &Base, Block *Place);
  /// Takes the number that follows the largest one, "%15".
  std::string takeNumber(Block *Place);

private:
  struct Scope {
    llvm::StringSet<> Names;
    uint64_t NextNumber = 0;
  };
  Scope &scopeOf(Block *Place);

  const Chunk &Program;
  llvm::DenseMap<Operation *, Scope> Scopes;
};

/// True if a name is a number, as MLIR prints them: "%15".
bool isNumberName(llvm::StringRef Name);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_NAMESCOPES_H
