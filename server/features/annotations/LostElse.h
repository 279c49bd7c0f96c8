//===- LostElse.h - A second region without its else ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_ANNOTATIONS_LOSTELSE_H
#define NOISY_SERVER_FEATURES_ANNOTATIONS_LOSTELSE_H

#include "server/snapshot/Problem.h"
#include "server/text/Text.h"

namespace mlir::noisy::lsp {

/// Explains an error in the second region of an `scf.if` or `affine.if` whose
/// `else` is missing, and moves it to the `{`: MLIR reads a dictionary of
/// attributes there. `Contents` is the text that the problem's range is in.
/// Leaves all other problems as they are, and returns false.
bool settleLostElse(Problem &Issue, const Text &Contents);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_ANNOTATIONS_LOSTELSE_H
