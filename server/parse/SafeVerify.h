//===- SafeVerify.h - MLIR's verifiers on broken IR -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_SAFEVERIFY_H
#define NOISY_SERVER_PARSE_SAFEVERIFY_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace mlir::noisy::lsp {

/// Removes the handlers of errors that are registered meanwhile and belong to
/// frames that a crash has left.
class LostHandlers {
public:
  explicit LostHandlers(DiagnosticEngine &Engine)
      : Engine(Engine), Before(newest()) {}

  void remove() {
    for (DiagnosticEngine::HandlerID ID = newest(); ID > Before; --ID)
      Engine.eraseHandler(ID);
  }

private:
  /// The number of a handler that is registered now. Numbers ascend.
  DiagnosticEngine::HandlerID newest() {
    DiagnosticEngine::HandlerID Result =
        Engine.registerHandler([](mlir::Diagnostic &) { return failure(); });
    Engine.eraseHandler(Result);
    return Result;
  }

  DiagnosticEngine &Engine;
  const DiagnosticEngine::HandlerID Before;
};

/// Verifies an operation and all that is in it; nothing if a verifier crashed.
/// That one reads what it expects of other operations, which may be stubs
/// (Recovery), and of their blocks: `scf.reduce.return` asks for the type of an
/// argument. Verifiers change no IR, so this can still be used.
std::optional<bool> verifySafely(Operation *Root);

/// The operation in `Root`, or `Root` itself, whose verifier crashes; null if
/// none does when each is called for itself.
Operation *findCrashingVerifier(Operation *Root);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_SAFEVERIFY_H
