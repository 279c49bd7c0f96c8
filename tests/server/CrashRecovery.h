//===- CrashRecovery.h - Crashes that tests survive -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_CRASHRECOVERY_H
#define NOISY_TESTS_SERVER_CRASHRECOVERY_H

#include "server/threads/Thread.h"
#include "llvm/Support/CrashRecoveryContext.h"

namespace mlir::noisy::lsp::test {

/// Crash recovery as the server has it, for one test: Catch has signal handlers
/// of its own, which come after these.
struct CrashRecovery {
  CrashRecovery() { enableCrashRecovery(); }
  ~CrashRecovery() { llvm::CrashRecoveryContext::Disable(); }
};

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_CRASHRECOVERY_H
