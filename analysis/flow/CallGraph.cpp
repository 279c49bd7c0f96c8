//===- CallGraph.cpp - The calls between functions ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/CallGraph.h"

using namespace mlir;
using namespace mlir::noisy;

using FunctionSet = llvm::SetVector<Operation *>;

CallGraph::CallGraph(Operation *root, SymbolTableCollection &symbols) {
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getNumRegions() && isa<CallableOpInterface>(op))
      functions.insert(op);
    auto call = dyn_cast<CallOpInterface>(op);
    if (!call)
      return;
    calls.push_back(call);
    if (Operation *callee = call.resolveCallableInTable(&symbols))
      callees[op->getParentOfType<CallableOpInterface>()].push_back(callee);
  });
}

llvm::SetVector<Operation *> mlir::noisy::findUnseenCalls(
    const CallGraph &graph, const FunctionUses &uses,
    llvm::function_ref<bool(Operation *)> seesAllCalls) {
  FunctionSet roots(uses.getNamed().begin(), uses.getNamed().end()), functions;
  for (Operation *op : graph.functions)
    if (cast<CallableOpInterface>(op).getCallableRegion())
      functions.insert(op);
  llvm::DenseSet<Operation *> calledFunctions, reachedFunctions;
  for (const auto &[caller, callees] : graph.callees)
    for (Operation *callee : callees)
      if (callee != caller)
        calledFunctions.insert(callee);

  auto reach = [&](Operation *origin) {
    SmallVector<Operation *> worklist = {origin};
    while (!worklist.empty()) {
      Operation *function = worklist.pop_back_val();
      if (reachedFunctions.insert(function).second)
        llvm::append_range(worklist, graph.callees.lookup(function));
    }
  };
  reach(nullptr); // the code outside of functions
  for (Operation *function : functions)
    if (roots.contains(function) || !seesAllCalls(function))
      reach(function);
  for (Operation *function : functions)
    if (!calledFunctions.contains(function) &&
        !reachedFunctions.contains(function)) {
      roots.insert(function);
      reach(function);
    }
  // The remaining functions call each other in cycles.
  for (Operation *function : functions)
    if (!reachedFunctions.contains(function)) {
      roots.insert(function);
      reach(function);
    }
  return roots;
}
