//===- TypeExplanation.h - What a builtin type is, in words -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_HOVER_TYPEEXPLANATION_H
#define NOISY_SERVER_FEATURES_HOVER_TYPEEXPLANATION_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::noisy::lsp {

/// The value of an alias, by its name with # or !; empty if there is none.
using AliasReader = llvm::function_ref<std::string(llvm::StringRef)>;

/// Says in plain words what a builtin type is, by its letters: the number of
/// its elements, its size in bytes, and where in memory each element is. One
/// sentence or several; empty for other types, and for what does not look like
/// one. `ValueOf` reads aliases in it, which are left as they are without.
std::string explainType(llvm::StringRef Type, AliasReader ValueOf = {});

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_HOVER_TYPEEXPLANATION_H
