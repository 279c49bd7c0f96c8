//===- EarlyUse.h - Values that are used before they are defined -*- C++ -*-==//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_ANNOTATIONS_EARLYUSE_H
#define NOISY_SERVER_FEATURES_ANNOTATIONS_EARLYUSE_H

#include "server/snapshot/Problem.h"
#include "server/text/Text.h"

namespace mlir::noisy::lsp {

/// Puts the error about an operand that its definition does not dominate at
/// the name of the value, and says the name in place of a number. MLIR has it
/// at the operation, with the definition as a note. `Contents` is the text that
/// the problem's range is in. Leaves all other problems as they are, and those
/// whose names are not in the lines of the operation and of the definition.
void settleEarlyUse(Problem &Issue, const Text &Contents);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_ANNOTATIONS_EARLYUSE_H
