//===- NoisyAttributes.h - Errors about attributes of noisy -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_NOISYATTRIBUTES_H
#define NOISY_SERVER_PARSE_NOISYATTRIBUTES_H

#include "server/snapshot/Problem.h"

namespace mlir::noisy::lsp {

/// Moves an error of the noisy dialect about one of its attributes from the
/// name of the operation to that of the attribute, and takes what was meant by
/// an unknown one out of the message. `Text` is what the range is in. Leaves
/// all other problems as they are.
void settleNoisyAttribute(Problem &Issue, llvm::StringRef Text);

/// The attribute of the noisy dialect that was most likely meant by a name of
/// one that it does not have; empty if there is none.
llvm::StringRef findMeantNoisyAttribute(llvm::StringRef Name);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_NOISYATTRIBUTES_H
