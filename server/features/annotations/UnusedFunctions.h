//===- UnusedFunctions.h - Functions that nothing uses ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_ANNOTATIONS_UNUSEDFUNCTIONS_H
#define NOISY_SERVER_FEATURES_ANNOTATIONS_UNUSEDFUNCTIONS_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// Returns a hint for each private function whose name nothing in its chunk
/// uses, in whatever symbol table; broken text uses all names in it. In the
/// order of the text; the ranges are those of the text. Linear in the number of
/// symbols and their uses if there are private functions.
std::vector<Problem> findUnusedFunctions(const Snapshot &State);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_ANNOTATIONS_UNUSEDFUNCTIONS_H
