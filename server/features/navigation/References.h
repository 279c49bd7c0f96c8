//===- References.h - Where what is named is used ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NAVIGATION_REFERENCES_H
#define NOISY_SERVER_FEATURES_NAVIGATION_REFERENCES_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// The places that name what the name at `Offset` stands for, in the order of
/// the text; `%r#0` and `%r#1` are the same name, as for LLVM's server. At the
/// name of an operation they are those of its results. Empty where there is no
/// name. `IncludeDeclaration`: with the place that defines it.
std::vector<ByteRange> findReferences(const Snapshot &State, size_t Offset,
                                      bool IncludeDeclaration);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_REFERENCES_H
