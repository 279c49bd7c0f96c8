//===- CommonOperations.h - The operations written most ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FORMS_COMMONOPERATIONS_H
#define NOISY_SERVER_FEATURES_FORMS_COMMONOPERATIONS_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace mlir::noisy::lsp {

/// The place of an operation in a list of those that people write by hand most,
/// those of each dialect in their order; nothing for all others. It decides
/// what is offered first where the file does not show what is used.
std::optional<unsigned> findCommonRank(llvm::StringRef Operation);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FORMS_COMMONOPERATIONS_H
