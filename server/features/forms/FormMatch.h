//===- FormMatch.h - Typed text in an assembly format -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FORMS_FORMMATCH_H
#define NOISY_SERVER_FEATURES_FORMS_FORMMATCH_H

#include "server/features/forms/OperationForm.h"
#include "server/syntax/Lexer.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::noisy::lsp {

/// The place that typed text has reached in an assembly format.
struct FormMatch {
  static constexpr size_t None = ~size_t(0);

  /// The part that comes next, or that the text ends in; the number of parts
  /// if all are there; None if the text does not follow the format.
  size_t Part = None;
  /// For an operand of which there can be many: the number of those before.
  unsigned Index = 0;
  /// Some of the part is there, such as `memref<` of a type: that text.
  bool IsBegun = false;
  llvm::StringRef Begun;
  /// The text ends in a dictionary of attributes.
  bool IsInDictionary = false;
  /// A keyword may come next that begins an optional group.
  llvm::SmallVector<llvm::StringRef> OptionalWords;
  /// The names of the operands that are there, by their names in the format.
  struct Operand {
    llvm::StringRef Name;
    llvm::SmallVector<llvm::StringRef, 2> Values;
  };
  std::vector<Operand> Operands;
  /// The symbol that is referred to; with its @.
  llvm::StringRef Symbol;

  /// The values of an operand; none if it is not there.
  llvm::ArrayRef<llvm::StringRef> valuesOf(llvm::StringRef Name) const;
};

/// Matches the tokens after the name of an operation. `HasResults`: `%x =`
/// precedes it.
FormMatch matchForm(const OperationForm &Form, llvm::ArrayRef<MlirToken> Tokens,
                    bool HasResults);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FORMS_FORMMATCH_H
