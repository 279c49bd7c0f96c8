//===- DialectMembers.h - The types and attributes of dialects --*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_COMPLETION_DIALECTMEMBERS_H
#define NOISY_SERVER_FEATURES_COMPLETION_DIALECTMEMBERS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace mlir::noisy::lsp {

/// The names of the types (`Sigil` is !) or attributes (#) of a dialect of MLIR
/// or noisy, without the dialect: `ptr` of `!llvm.ptr`. They live as long as
/// the program.
std::vector<llvm::StringRef> findDialectMembers(char Sigil,
                                                llvm::StringRef Dialect);

/// What stands in the angle brackets of a type or an attribute; nothing if that
/// is not known.
struct MemberContents {
  /// The words that it can be.
  llvm::SmallVector<llvm::StringRef> Words;
  /// Or its parameters, each with a value after a `=`.
  llvm::SmallVector<llvm::StringRef> Parameters;
};

/// Finds the contents of a type or an attribute, by its name with sigil and
/// dialect.
MemberContents findMemberContents(llvm::StringRef Name);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_COMPLETION_DIALECTMEMBERS_H
