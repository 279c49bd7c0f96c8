//===- CallGraph.h - Who calls whom -----------------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_FLOW_CALLGRAPH_H
#define NOISY_ANALYSIS_FLOW_CALLGRAPH_H

#include "analysis/flow/FunctionUses.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::noisy {

/// The functions below an operation, and the calls of these, dead or live.
struct CallGraph {
  CallGraph(Operation *root, SymbolTableCollection &symbols);

  /// All that is callable, in the order of the text.
  llvm::SetVector<Operation *> functions;
  SmallVector<CallOpInterface> calls;
  /// What is called from within each of them, once for each call; from outside
  /// of functions stands at null. Calls of what is not known are left out.
  llvm::DenseMap<Operation *, SmallVector<Operation *>> callees;
};

/// The functions that have to be taken for called from out of sight, though
/// MLIR's dead code analysis says that it sees all calls (`seesAllCalls`):
///   - a private function that nothing calls: it is being written, or is called
///     from a file out of sight;
///   - of functions that call each other in a circle into which no call leads,
///     the first;
///   - a function whose name is used for more than calls (`FunctionUses`): dead
///     code analysis misses that in modules within modules, in what a call
///     passes on, and where what is around a function is named.
llvm::SetVector<Operation *>
findUnseenCalls(const CallGraph &graph, const FunctionUses &uses,
                llvm::function_ref<bool(Operation *)> seesAllCalls);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_FLOW_CALLGRAPH_H
