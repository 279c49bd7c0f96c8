//===- TypeWords.h - What types MLIR asks for, in words ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_ANNOTATIONS_TYPEWORDS_H
#define NOISY_SERVER_FEATURES_ANNOTATIONS_TYPEWORDS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::noisy::lsp {

/// The types that a constraint of MLIR admits, as users write them: `i1` for
/// "1-bit signless integer". What is not known stays as it is, so a text may
/// also have other words around it.
std::string nameTypes(llvm::StringRef Constraint);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_ANNOTATIONS_TYPEWORDS_H
