//===- PassedBuffers.cpp - Buffers that functions get ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/memory/PassedBuffers.h"
#include "analysis/flow/CallGraph.h"
#include "analysis/flow/Components.h"
#include "dialect/NoiseModel.h"
#include "dialect/NoisyDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::noisy;

bool mlir::noisy::isNoisyBuffer(Type type) {
  return isa<MemRefType>(type) && isNoisyType(type);
}

/// The functions that can be reached again from their own calls.
static llvm::DenseSet<Operation *> findRecursive(const CallGraph &graph) {
  llvm::DenseMap<Operation *, unsigned> numbers;
  for (auto [i, function] : llvm::enumerate(graph.functions))
    numbers[function] = i;
  Graph calls;
  for (Operation *function : graph.functions) {
    calls.addNode();
    for (Operation *callee : graph.callees.lookup(function))
      if (auto number = numbers.find(callee); number != numbers.end())
        calls.addEdge(number->second);
  }
  llvm::DenseSet<Operation *> recursive;
  visitComponents(calls, [&](ArrayRef<unsigned> component) {
    if (component.size() > 1 ||
        llvm::is_contained(calls.getTargets(component.front()),
                           component.front()))
      for (unsigned i : component)
        recursive.insert(graph.functions[i]);
  });
  return recursive;
}

PassedBuffers::PassedBuffers(Operation *root, const FunctionUses &uses,
                             SymbolTableCollection &symbols) {
  if (llvm::none_of(uses.getCalls(), [](CallOpInterface call) {
        return llvm::any_of(call->getOperandTypes(), isNoisyBuffer);
      }))
    return;
  CallGraph graph(root, symbols);
  auto isPrivate = [&](Operation *function) {
    auto symbol = dyn_cast<SymbolOpInterface>(function);
    return symbol && symbol.isPrivate() && function != root;
  };
  llvm::SetVector<Operation *> unseen = findUnseenCalls(graph, uses, isPrivate);
  llvm::DenseSet<Operation *> excluded = findRecursive(graph);
  for (CallOpInterface call : uses.getCalls())
    for (Operation *callee : uses.getCallees(call)) {
      auto function = dyn_cast<func::FuncOp>(callee);
      // Noise is passed on as it is.
      bool fits = function && !function.isExternal() &&
                  isa<func::CallOp>(call) && isPrivate(function) &&
                  !unseen.contains(function) && !uses.isNamed(function) &&
                  llvm::equal(call.getArgOperands().getTypes(),
                              function.getArgumentTypes()) &&
                  NoiseModel::get(function).unit == NoiseModel::get(call).unit;
      if (!fits) {
        excluded.insert(callee);
        continue;
      }
      callsOf[callee].push_back(call);
      calleeOf[call] = callee;
    }
  for (Operation *function : excluded)
    callsOf.erase(function);
}

BlockArgument PassedBuffers::getArgument(OpOperand &operand) const {
  if (!isNoisyBuffer(operand.get().getType()))
    return nullptr;
  auto callee = calleeOf.find(operand.getOwner());
  if (callee == calleeOf.end() || !callsOf.contains(callee->second))
    return nullptr;
  return cast<func::FuncOp>(callee->second)
      .getArgument(operand.getOperandNumber());
}

ArrayRef<CallOpInterface>
PassedBuffers::getCalls(BlockArgument argument) const {
  if (!isNoisyBuffer(argument.getType()) ||
      !argument.getOwner()->isEntryBlock())
    return {};
  auto calls = callsOf.find(argument.getOwner()->getParentOp());
  return calls == callsOf.end() ? ArrayRef<CallOpInterface>()
                                : ArrayRef<CallOpInterface>(calls->second);
}
