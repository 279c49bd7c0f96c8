//===- OperationDocs.h - What ODS says of operations ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_HOVER_OPERATIONDOCS_H
#define NOISY_SERVER_FEATURES_HOVER_OPERATIONDOCS_H

#include "server/protocol/Lsp.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace mlir::noisy::lsp {

/// What the definition of an operation says of it. The texts live as long as
/// the program; they are Markdown, and to be trusted.
struct OperationDoc {
  /// The full name: "arith.addi".
  llvm::StringRef Name;
  /// A line; may be empty.
  llvm::StringRef Summary;
  /// Many lines; where the definition has none, its operands, attributes and
  /// results as a list.
  llvm::StringRef Description;

  /// Both, a long description cut short; it ends with a line break.
  std::string render(MarkupKind Kind) const;
};

/// What is known of an operation, by its full name: of all that are defined in
/// the .td files of MLIR and in ours. Logarithmic.
std::optional<OperationDoc> findOperationDoc(llvm::StringRef Name);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_HOVER_OPERATIONDOCS_H
