//===- References.h - References to a name ----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NAVIGATION_REFERENCES_H
#define NOISY_SERVER_FEATURES_NAVIGATION_REFERENCES_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// Returns the references to the target of the name at `Offset`, in the order
/// of the text; `%r#0` and `%r#1` are the same name, as in LLVM's server. At
/// the name of an operation these are the references to its results. Empty if
/// there is no name. `IncludeDeclaration` adds the definition.
std::vector<ByteRange> findReferences(const Snapshot &State, size_t Offset,
                                      bool IncludeDeclaration);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_REFERENCES_H
