//===- SafeVerify.cpp - MLIR's verifiers on broken IR ---------------------===//
//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/SafeVerify.h"
#include "mlir/IR/Verifier.h"
#include "server/threads/Thread.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

std::optional<bool> mlir::noisy::lsp::verifySafely(Operation *Root) {
  LostHandlers Lost(Root->getContext()->getDiagEngine());
  std::optional<bool> Result =
      survive([&] { return succeeded(mlir::verify(Root)); });
  if (!Result)
    Lost.remove();
  return Result;
}

Operation *mlir::noisy::lsp::findCrashingVerifier(Operation *Root) {
  ScopedDiagnosticHandler Silence(Root->getContext(),
                                  [](Diagnostic &) { return success(); });
  LostHandlers Lost(Root->getContext()->getDiagEngine());
  Operation *Current = nullptr;
  bool HasSurvived = survive([&] {
    Root->walk<WalkOrder::PreOrder>([&](Operation *Op) {
      Current = Op;
      (void)Op->getName().verifyInvariants(Op);
    });
    Root->walk([&](Operation *Op) {
      Current = Op;
      if (Op->getNumRegions() > 0)
        (void)Op->getName().verifyRegionInvariants(Op);
    });
  });
  if (HasSurvived)
    return nullptr;
  Lost.remove();
  return Current;
}
