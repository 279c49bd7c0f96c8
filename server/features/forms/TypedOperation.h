//===- TypedOperation.h - The operation at a cursor -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FORMS_TYPEDOPERATION_H
#define NOISY_SERVER_FEATURES_FORMS_TYPEDOPERATION_H

#include "server/features/forms/OperationForm.h"
#include "server/syntax/Lexer.h"
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// The operation that is being typed at the end of a text: a guess by letters
/// alone. Tokens and names are parts of the text.
struct TypedOperation {
  /// An operation around it.
  struct Parent {
    /// The full name; empty if it is not known.
    std::string Name;
    /// Its text up to the region that is open.
    llvm::StringRef Header;
  };
  /// The outermost first.
  std::vector<Parent> Parents;

  /// Nothing of it is typed, or only its results: its name comes next.
  bool IsAtName = true;
  /// `%x =` is there.
  bool HasResults = false;
  /// The results that have a name: 3 of `%x:2, %y =`.
  unsigned ResultCount = 0;
  /// The text is between names of results and the `=`.
  bool IsInResults = false;
  /// In the label of a block.
  bool IsInLabel = false;
  /// The name as it is written; in generic form with quotes.
  llvm::StringRef WrittenName;
  /// The full name; empty if it is not known.
  std::string Name;
  /// What follows the name.
  std::vector<MlirToken> Operands;

  llvm::StringRef parentName() const {
    return Parents.empty() ? llvm::StringRef("builtin.module")
                           : llvm::StringRef(Parents.back().Name);
  }
  bool isGeneric() const { return WrittenName.starts_with("\""); }
};

/// Finds the operation at the end of `Text`. Linear.
TypedOperation findTypedOperation(llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FORMS_TYPEDOPERATION_H
