//===- Refusal.h - Reasons not to do something ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_TEXT_REFUSAL_H
#define NOISY_SERVER_TEXT_REFUSAL_H

#include "llvm/Support/Error.h"
#include <string>

namespace mlir::noisy::lsp {

/// Refuses what a user asks for, with the reason: a sentence in the user's
/// words, without capital and full stop. All that can be refused returns an
/// llvm::Error or an llvm::Expected, of which llvm::toString gives the reason.
inline llvm::Error refuse(const std::string &Reason) {
  return llvm::make_error<llvm::StringError>(Reason,
                                             llvm::inconvertibleErrorCode());
}

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_TEXT_REFUSAL_H
