//===- BrokenLabels.h - Labels that do not parse ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_RECOVERY_BROKENLABELS_H
#define NOISY_SERVER_RECOVERY_BROKENLABELS_H

#include "server/recovery/StubbedText.h"

namespace mlir::noisy::lsp {

/// Puts right what is wrong with a label at an error of an attempt for `Text`:
/// a sign, an argument that MLIR cannot read, a name that another block has, or
/// that it stands in front of the first block of a function. Returns true, and
/// adds the error to `Problems` if it is the first one of the label; false if
/// the label is not to blame, or there is none.
bool repairLabel(StubbedText &Attempt, llvm::StringRef Text,
                 const Problem &Issue, std::vector<Problem> &Problems);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_RECOVERY_BROKENLABELS_H
