//===- PlainControl.cpp - Control flow of plain programs ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/PlainControl.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::noisy;
using dataflow::CFGEdge;
using dataflow::Executable;
using dataflow::PredecessorState;

/// The functions with bodies below `root`, in the order of the text. In a plain
/// program there are no regions in functions.
static SmallVector<FunctionOpInterface> findFunctions(Operation *root) {
  SmallVector<FunctionOpInterface> functions;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!function)
      return WalkResult::advance();
    if (!function.isExternal())
      functions.push_back(function);
    return WalkResult::skip();
  });
  return functions;
}

/// True if callers out of sight may name a function.
static bool isVisible(FunctionOpInterface function, Operation *root) {
  auto symbol = dyn_cast<SymbolOpInterface>(function.getOperation());
  return function != root && (!symbol || symbol.isPublic() ||
                              // A module around the root may use what is in it.
                              (symbol.isNested() && root->getBlock()));
}

std::optional<PlainControl> PlainControl::find(Operation *root,
                                               const FunctionUses &uses,
                                               SymbolTableCollection &symbols) {
  if (!uses.isPlain())
    return std::nullopt;
  PlainControl result;
  SmallVector<FunctionOpInterface> functions = findFunctions(root);
  for (FunctionOpInterface function : functions)
    result.callsOf[function].areAllKnown = !isVisible(function, root);
  // The callees of each function, and the number of calls that lead to one.
  llvm::DenseMap<Operation *, SmallVector<Operation *>> calleesOf;
  llvm::DenseMap<Operation *, unsigned> waitsFor;
  for (CallOpInterface call : uses.getCalls()) {
    Origins &returns = result.returnsOf[call];
    Operation *callee = call.resolveCallableInTable(&symbols);
    auto callable = dyn_cast_or_null<FunctionOpInterface>(callee);
    auto known = result.callsOf.find(callee);
    if (!callable || known == result.callsOf.end()) {
      returns.areAllKnown = false;
      continue;
    }
    known->second.known.push_back(call);
    calleesOf[call->getParentOp()].push_back(callee);
    ++waitsFor[callee];
    Block &body = callable.front();
    if (!body.empty() && body.back().hasTrait<OpTrait::ReturnLike>())
      returns.known.push_back(&body.back());
    else
      returns.areAllKnown = false;
  }
  // From those that nothing calls, to those whose callers are all done: a
  // circle is never done.
  SmallVector<Operation *> ready;
  for (FunctionOpInterface function : functions)
    if (!waitsFor.contains(function)) {
      result.callsOf[function].areAllKnown = false;
      ready.push_back(function);
    }
  size_t done = 0;
  for (; !ready.empty(); ++done)
    for (Operation *callee : calleesOf.lookup(ready.pop_back_val()))
      if (--waitsFor[callee] == 0)
        ready.push_back(callee);
  if (done != functions.size())
    return std::nullopt;
  return result;
}

const PlainControl::Origins *PlainControl::getCalls(Operation *function) const {
  auto entry = callsOf.find(function);
  return entry == callsOf.end() ? nullptr : &entry->second;
}

const PlainControl::Origins *PlainControl::getReturns(Operation *call) const {
  auto entry = returnsOf.find(call);
  return entry == returnsOf.end() ? nullptr : &entry->second;
}

PlainControlAnalysis::PlainControlAnalysis(DataFlowSolver &solver,
                                           const PlainControl &control)
    : DataFlowAnalysis(solver), control(control) {
  registerAnchorKind<CFGEdge>();
}

void PlainControlAnalysis::set(Operation *op,
                               const PlainControl::Origins &origins) {
  auto *state = getOrCreate<PredecessorState>(getProgramPointAfter(op));
  ChangeResult change = ChangeResult::NoChange;
  for (Operation *origin : origins.known)
    change |= state->join(origin);
  if (!origins.areAllKnown)
    change |= state->setHasUnknownPredecessors();
  propagateIfChanged(state, change);
}

LogicalResult PlainControlAnalysis::initialize(Operation *top) {
  top->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        auto *live = getOrCreate<Executable>(getProgramPointBefore(&block));
        propagateIfChanged(live, live->setToLive());
      }
    return isa<FunctionOpInterface>(op) ? WalkResult::skip()
                                        : WalkResult::advance();
  });
  for (const auto &[function, calls] : control.callsOf)
    set(function, calls);
  for (const auto &[call, returns] : control.returnsOf)
    set(call, returns);
  return success();
}
