//===- OperationDocs.h - ODS documentation of operations --------*- C++ -*-===//
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

/// The documentation in the definition of an operation. The texts are trusted
/// Markdown and live as long as the program.
struct OperationDoc {
  /// The full name: "arith.addi".
  llvm::StringRef Name;
  /// The summary, one line; may be empty.
  llvm::StringRef Summary;
  /// The description, many lines; if the definition has none, a list of the
  /// operands, attributes and results.
  llvm::StringRef Description;

  /// Prints summary and description, a long description cut; ends with a line
  /// break.
  std::string render(MarkupKind Kind) const;
};

/// Finds the documentation of an operation by its full name: one of MLIR, of
/// noisy, or of the project (OdsCatalog). Logarithmic.
std::optional<OperationDoc> findOperationDoc(llvm::StringRef Name);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_HOVER_OPERATIONDOCS_H
