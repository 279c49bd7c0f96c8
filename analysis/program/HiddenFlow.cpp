//===- HiddenFlow.cpp - Flow of values to unnamed functions ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/program/HiddenFlow.h"
#include "analysis/flow/FlowTargets.h"
#include "analysis/flow/FunctionUses.h"
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

static void addType(SmallVectorImpl<Type> &types, Type type) {
  if (!llvm::is_contained(types, type))
    types.push_back(type);
}

void HiddenValues::add(OperandRange values) {
  for (Value value : values) {
    hasNoise |= carriesNoise(value);
    if (canStateRange(value.getType()))
      addType(numbers, value.getType());
  }
}

void HiddenValues::add(const HiddenValues &other) {
  hasNoise |= other.hasNoise;
  for (Type type : other.numbers)
    addType(numbers, type);
}

bool HiddenValues::intersect(const HiddenValues &other) const {
  return (hasNoise && other.hasNoise) || llvm::any_of(numbers, [&](Type type) {
           return llvm::is_contained(other.numbers, type);
         });
}

static void addStated(FunctionOpInterface function, HiddenValues &statements) {
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    statements.hasNoise |= getArgumentContract(function, i).has_value();
    if (getStatedRange(function, i))
      addType(statements.numbers, type);
  }
}

static size_t hashTypes(TypeRange types) {
  return llvm::hash_combine_range(types);
}

HiddenFlow HiddenFlow::compute(Operation *root) {
  HiddenFlow flow;
  llvm::DenseSet<SymbolRefAttr> knownNames;
  root->walk([&](Operation *op) {
    if (auto function = dyn_cast<FunctionOpInterface>(op)) {
      flow.functions.push_back(hashTypes(function.getArgumentTypes()));
      addStated(function, flow.statements);
      flow.declares |= !hasBody(op);
    }
    flow.setsModel |= NoiseModel::isStatedBy(op);
    SymbolRefAttr callee = FunctionUses::getCalleeName(op);
    auto call = dyn_cast<CallOpInterface>(op);
    flow.launches |= callee && !call;
    if (call && !callee)
      flow.valueCalls.push_back(hashTypes(call.getArgOperands().getTypes()));
    FunctionUses::forEachOtherName(op, [&](NamedAttribute, SymbolRefAttr name) {
      if (knownNames.insert(name).second)
        flow.names.push_back(name);
    });

    if (callee)
      flow.callArguments.add(op->getOperands());
    // The effect of such an operation on its operands is unknown.
    Operation *parent = isRegionEnd(op) ? op->getParentOp() : nullptr;
    if (!op->isRegistered() || (parent && !parent->isRegistered()))
      flow.exits.add(op->getOperands());
    else if (!flow.exits.hasNoise &&
             llvm::any_of(op->getOperands(), carriesNoise))
      flow.exits.hasNoise = getNoiseExit(op) == NoiseExit::OutOfSight;
  });
  return flow;
}

void HiddenFlow::add(const HiddenFlow &other) {
  launches |= other.launches;
  statements.add(other.statements);
  declares |= other.declares;
  setsModel |= other.setsModel;
  exits.add(other.exits);
  callArguments.add(other.callArguments);
  llvm::append_range(names, other.names);
  llvm::append_range(functions, other.functions);
  llvm::append_range(valueCalls, other.valueCalls);
}
