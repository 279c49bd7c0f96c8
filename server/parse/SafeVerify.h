//===- SafeVerify.h - MLIR's verifiers on broken IR ----------- -*- C++ -*-===//
//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_SAFEVERIFY_H
#define NOISY_SERVER_PARSE_SAFEVERIFY_H

#include "mlir/IR/Operation.h"
#include <optional>

namespace mlir::noisy::lsp {

/// Verifies an operation and all that is in it; nothing if a verifier crashed.
/// That one reads what it expects of other operations, which may be stubs
/// (Recovery): `omp.target` takes each of its mapped values for the result of
/// an `omp.map.info`. Verifiers change no IR, so this can still be used.
std::optional<bool> verifySafely(Operation *Root);

/// The operation in `Root`, or `Root` itself, whose verifier crashes; null if
/// none does when each is called for itself.
Operation *findCrashingVerifier(Operation *Root);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_SAFEVERIFY_H
