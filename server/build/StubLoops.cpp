//===- StubLoops.cpp - Loops that turn by broken operations ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/StubLoops.h"
#include "dialect/NoiseCarriers.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "server/parse/Stubs.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// The most definitions that are looked at for a loop.
static constexpr size_t MaxDefinitions = 100;

bool mlir::noisy::lsp::turnsByStub(Operation *Op) {
  if (!isa<LoopLikeOpInterface>(Op))
    return false;
  llvm::SetVector<Operation *> Definers;
  auto addDefiners = [&](ValueRange Values) {
    for (Value V : Values)
      if (Operation *Definer = V.getDefiningOp(); Definer && !carriesNoise(V))
        Definers.insert(Definer);
  };
  addDefiners(Op->getOperands());
  if (auto Loop = dyn_cast<scf::WhileOp>(Op))
    if (Loop.getBefore().hasOneBlock() && !Loop.getBeforeBody()->empty())
      addDefiners(Loop.getBeforeBody()->back().getOperands());
  for (size_t I = 0; I < std::min(Definers.size(), MaxDefinitions); ++I) {
    if (isStub(Definers[I]))
      return true;
    addDefiners(Definers[I]->getOperands());
  }
  return false;
}
