//===- OperationText.h - Formats for readers --------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FORMS_OPERATIONTEXT_H
#define NOISY_SERVER_FEATURES_FORMS_OPERATIONTEXT_H

#include "server/features/forms/OperationForm.h"
#include "server/text/ByteRange.h"
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// The format as users read it: `arith.addi %lhs, %rhs : type(%result)`.
struct FormText {
  std::string Text;
  /// The range of each part; empty for those that are not shown.
  std::vector<ByteRange> Parts;
};
FormText printForm(const OperationForm &Form);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FORMS_OPERATIONTEXT_H
