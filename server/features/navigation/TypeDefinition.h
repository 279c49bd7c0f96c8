//===- TypeDefinition.h - Where the type of a value is defined --*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NAVIGATION_TYPEDEFINITION_H
#define NOISY_SERVER_FEATURES_NAVIGATION_TYPEDEFINITION_H

#include "server/features/navigation/Definition.h"

namespace mlir::noisy::lsp {

/// The definition of a value's type.
struct TypeDefinition {
  ByteRange OriginRange;
  /// The type as MLIR prints it, without aliases.
  std::string Type;
  /// The aliases of the type, or, if there is none, those that it is made of.
  std::vector<Definitions::Target> Aliases;
};

/// Returns the definition of the type of the value at `Offset`; nothing if
/// there is no value, or its type is unknown.
std::optional<TypeDefinition> findTypeDefinition(const Snapshot &State,
                                                 size_t Offset);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_TYPEDEFINITION_H
