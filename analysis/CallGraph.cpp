//===- CallGraph.cpp - Who calls whom -------------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/CallGraph.h"

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

/// Adds functions that a call names, but does not call.
static void addFunctionsPassed(FunctionSet &found, CallOpInterface call,
                               SymbolTableCollection &symbols) {
  auto callee = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
  for (NamedAttribute attr : call->getAttrs()) {
    if (callee && attr.getValue() == callee) {
      callee = nullptr;
      continue;
    }
    attr.getValue().walk([&](SymbolRefAttr symbol) {
      Operation *function = symbols.lookupNearestSymbolFrom(call, symbol);
      if (isa_and_nonnull<CallableOpInterface>(function))
        found.insert(function);
    });
  }
}

/// Adds functions below `table` whose names are used for more than calls. Dead
/// code analysis looks names up at the top only.
static void addFunctionsNamed(FunctionSet &found, Operation *table,
                              SymbolTableCollection &symbols) {
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(&table->getRegion(0));
  if (!uses) {
    table->walk([&](CallableOpInterface function) { found.insert(function); });
    return;
  }
  for (const SymbolTable::SymbolUse &use : *uses) {
    if (isa<CallOpInterface>(use.getUser()))
      continue;
    Operation *function = symbols.lookupSymbolIn(table, use.getSymbolRef());
    if (isa_and_nonnull<CallableOpInterface>(function))
      found.insert(function);
  }
}

llvm::SetVector<Operation *> mlir::noisy::findUnseenCalls(
    Operation *root, const CallGraph &graph, SymbolTableCollection &symbols,
    llvm::function_ref<bool(Operation *)> seesAllCalls) {
  FunctionSet found, functions, tables;
  for (Operation *op : graph.functions) {
    if (!cast<CallableOpInterface>(op).getCallableRegion())
      continue;
    functions.insert(op);
    Operation *table = op->getParentOp();
    if (op != root && table != root && table->hasTrait<OpTrait::SymbolTable>())
      tables.insert(table);
  }
  for (CallOpInterface call : graph.calls)
    addFunctionsPassed(found, call, symbols);
  for (Operation *table : tables)
    addFunctionsNamed(found, table, symbols);
  llvm::DenseSet<Operation *> called, reached;
  for (const auto &[caller, callees] : graph.callees)
    for (Operation *callee : callees)
      if (callee != caller)
        called.insert(callee);

  auto reach = [&](Operation *from) {
    SmallVector<Operation *> worklist = {from};
    while (!worklist.empty()) {
      Operation *function = worklist.pop_back_val();
      if (reached.insert(function).second)
        llvm::append_range(worklist, graph.callees.lookup(function));
    }
  };
  reach(nullptr); // what stands outside of functions
  for (Operation *function : functions)
    if (found.contains(function) || !seesAllCalls(function))
      reach(function);
  for (Operation *function : functions)
    if (!called.contains(function) && !reached.contains(function)) {
      found.insert(function);
      reach(function);
    }
  // What remains call each other in a circle.
  for (Operation *function : functions)
    if (!reached.contains(function)) {
      found.insert(function);
      reach(function);
    }
  return found;
}
