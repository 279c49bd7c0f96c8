//===- OperationSnippet.h - Operations that are written at once -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FORMS_OPERATIONSNIPPET_H
#define NOISY_SERVER_FEATURES_FORMS_OPERATIONSNIPPET_H

#include "server/features/forms/OperationForm.h"
#include "llvm/ADT/StringSet.h"
#include <string>

namespace mlir::noisy::lsp {

/// A text with tab stops, in the syntax of LSP; plain if it has none.
struct Snippet {
  std::string Text;
  bool HasStops = false;

  friend bool operator==(const Snippet &, const Snippet &) = default;
};

/// Writes an operation by its format, with what is required of it. It begins
/// with `WrittenName`. `HasResults`: its results are named before; otherwise
/// the snippet names a single one `NewName` (without %), if it has any. New
/// values of its regions get none of the names `UsedNames` (without %). What
/// its regions pass on, of which the format says nothing, has `ResultType` at
/// first, if that is not empty.
Snippet writeOperation(const OperationForm &Form, llvm::StringRef WrittenName,
                       bool HasResults, llvm::StringRef NewName,
                       const llvm::StringSet<> &UsedNames = {},
                       llvm::StringRef ResultType = "");

/// Writes the parts of an operation from the one at `Begin` on, for which a
/// space precedes; no groups but those of results. Empty if `Begin` is in
/// another group. The rest is as above.
Snippet writeRestOfOperation(const OperationForm &Form, size_t Begin,
                             bool HasResults,
                             const llvm::StringSet<> &UsedNames,
                             llvm::StringRef ResultType);

/// An example of the types that a part admits: `i32`, `memref<?xi32>`.
llvm::StringRef exampleType(const FormPart &Part);
/// An example of the attributes that a part without cases admits: `0`,
/// `"text"`.
llvm::StringRef exampleAttribute(const FormPart &Part);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FORMS_OPERATIONSNIPPET_H
