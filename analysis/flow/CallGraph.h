//===- CallGraph.h - The calls between functions ----------------*- C++ -*-===//
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

/// The functions below an operation and their calls, dead or live.
struct CallGraph {
  CallGraph(Operation *root, SymbolTableCollection &symbols);

  /// All callables, in the order of the text.
  llvm::SetVector<Operation *> functions;
  SmallVector<CallOpInterface> calls;
  /// The callees of each function, once for each call; those of code outside
  /// functions are at null. Calls of unknown functions are left out.
  llvm::DenseMap<Operation *, SmallVector<Operation *>> callees;
};

/// The functions that must be treated as called from out of sight, though
/// MLIR's dead code analysis reports that it sees all calls (`seesAllCalls`):
///   - a private function that nothing calls: it is being written, or is called
///     from a file out of sight;
///   - the first function of a call cycle that no call enters;
///   - a function whose name is used for more than calls (`FunctionUses`): dead
///     code analysis misses such uses in nested modules, in the operands of
///     calls, and by the name of an operation around the function.
llvm::SetVector<Operation *>
findUnseenCalls(const CallGraph &graph, const FunctionUses &uses,
                llvm::function_ref<bool(Operation *)> seesAllCalls);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_FLOW_CALLGRAPH_H
