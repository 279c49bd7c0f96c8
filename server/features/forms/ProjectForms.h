//===- ProjectForms.h - Formats of the project's operations -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FORMS_PROJECTFORMS_H
#define NOISY_SERVER_FEATURES_FORMS_PROJECTFORMS_H

#include "server/features/forms/OperationForm.h"
#include "server/ods/OdsDialect.h"

namespace mlir::noisy::lsp {

/// The form of an operation that TableGen defines.
OperationForm makeForm(const OdsOperation &Operation);

/// The form of an operation of the project (OdsCatalog) by its full name.
std::optional<OperationForm> findProjectForm(llvm::StringRef Name);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FORMS_PROJECTFORMS_H
