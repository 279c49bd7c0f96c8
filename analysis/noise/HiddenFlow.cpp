//===- HiddenFlow.cpp - What passes values without a name -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/HiddenFlow.h"
#include "analysis/flow/FlowTargets.h"
#include "analysis/flow/FunctionUses.h"
#include "analysis/integers/IntegerTypes.h"
#include "dialect/NoiseCarriers.h"
#include "dialect/NoisyDialect.h"
#include "dialect/NoisyOps.h"
#include "dialect/StatedRange.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Hashing.h"

using namespace mlir;
using namespace mlir::noisy;

bool mlir::noisy::hasBody(Operation *op) {
  auto callable = dyn_cast<CallableOpInterface>(op);
  return callable && callable.getCallableRegion();
}

NoiseExit mlir::noisy::getNoiseExit(Operation *op) {
  auto keepIf = [](bool isKept) {
    return isKept ? NoiseExit::None : NoiseExit::OutOfSight;
  };
  if (isa<UnrealizedConversionCastOp>(op))
    return NoiseExit::OutOfSight;
  if (FunctionUses::getCalleeName(op))
    return NoiseExit::Callee;
  if (isa<CallOpInterface>(op))
    return NoiseExit::OutOfSight;
  Operation *parent = op->getParentOp();
  if (auto callable = dyn_cast_or_null<CallableOpInterface>(parent);
      callable && isRegionEnd(op))
    return isKnownReturn(op, callable) ? NoiseExit::Caller
                                       : NoiseExit::OutOfSight;
  if (isa<RegionBranchTerminatorOpInterface>(op) && isRegionEnd(op))
    return keepIf(isa_and_nonnull<RegionBranchOpInterface>(parent));
  return keepIf(
      isa<NoiseOpInterface, RegionBranchOpInterface, BranchOpInterface>(op) ||
      isa_and_nonnull<NoisyDialect, scf::SCFDialect, tensor::TensorDialect>(
          op->getDialect()) ||
      isMemoryEffectFree(op));
}

static bool statesBound(FunctionOpInterface function) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (getArgumentContract(function, i))
      return true;
  return false;
}

static size_t hashTypes(TypeRange types) {
  return llvm::hash_combine_range(types);
}

HiddenFlow HiddenFlow::compute(Operation *root) {
  HiddenFlow flow;
  llvm::DenseSet<SymbolRefAttr> known;
  root->walk([&](Operation *op) {
    if (auto function = dyn_cast<FunctionOpInterface>(op)) {
      flow.functions.push_back(hashTypes(function.getArgumentTypes()));
      flow.states |= statesBound(function) || statesRange(function);
      flow.declares |= !hasBody(op);
    }
    flow.setsModel |= op->getNumRegions() &&
                      op->getDiscardableAttr(NoisyDialect::kModelAttrName);
    SymbolRefAttr callee = FunctionUses::getCalleeName(op);
    auto call = dyn_cast<CallOpInterface>(op);
    flow.launches |= callee && !call;
    if (call && !callee)
      flow.valueCalls.push_back(hashTypes(call.getArgOperands().getTypes()));
    FunctionUses::forEachOtherName(op, [&](NamedAttribute, SymbolRefAttr name) {
      if (known.insert(name).second)
        flow.names.push_back(name);
    });

    bool hasNoise = llvm::any_of(op->getOperands(), carriesNoise);
    bool hasNumbers = hasAnyRange(op->getOperands());
    if (!hasNoise && !hasNumbers)
      return;
    flow.passes |= bool(callee);
    flow.givesAway |= hasNoise && getNoiseExit(op) == NoiseExit::OutOfSight;
    // Nobody knows what such an operation does with what it gets.
    Operation *parent = isRegionEnd(op) ? op->getParentOp() : nullptr;
    flow.givesAway |=
        !op->isRegistered() || (parent && !parent->isRegistered());
  });
  return flow;
}

void HiddenFlow::add(const HiddenFlow &other) {
  launches |= other.launches;
  states |= other.states;
  declares |= other.declares;
  setsModel |= other.setsModel;
  givesAway |= other.givesAway;
  passes |= other.passes;
  llvm::append_range(names, other.names);
  llvm::append_range(functions, other.functions);
  llvm::append_range(valueCalls, other.valueCalls);
}
