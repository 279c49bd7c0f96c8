//===- StubRecovery.h - Stubs for operations that do not parse --*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_RECOVERY_STUBRECOVERY_H
#define NOISY_SERVER_RECOVERY_STUBRECOVERY_H

#include "server/recovery/Recovery.h"

namespace mlir::noisy::lsp {

/// Parses a text with stubs for its broken operations, and with braces at the
/// end for those that are open there: `recover` without its repairs.
std::optional<Recovery> recoverByStubs(MLIRContext &Context,
                                       KnownPatterns *Patterns,
                                       const BrokenText &Broken,
                                       const std::string &FileName,
                                       llvm::function_ref<bool()> ShouldStop);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_RECOVERY_STUBRECOVERY_H
