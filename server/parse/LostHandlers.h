//===- LostHandlers.h - Handlers that a crash leaves ---------- -*- C++ -*-===//
//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_LOSTHANDLERS_H
#define NOISY_SERVER_PARSE_LOSTHANDLERS_H

#include "mlir/IR/Diagnostics.h"

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
        Engine.registerHandler([](Diagnostic &) { return failure(); });
    Engine.eraseHandler(Result);
    return Result;
  }

  DiagnosticEngine &Engine;
  const DiagnosticEngine::HandlerID Before;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_LOSTHANDLERS_H
