//===- FlowTargets.h - The targets of control flow for values ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_FLOW_FLOWTARGETS_H
#define NOISY_ANALYSIS_FLOW_FLOWTARGETS_H

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::noisy {

/// True if all ends of the regions of `branch` declare where control goes. If
/// one does not (that of `scf.forall`), dead code analysis computes nothing for
/// the operation, as if control never left it.
bool hasKnownRegionEnds(RegionBranchOpInterface branch);

/// True for the operation at the end of a region without successors: its
/// operands go to other regions, or back to the callers of the function.
bool isRegionEnd(Operation *op);

/// True if it is known what `end`, at the end of the body of `callable`,
/// returns to the callers: its operands are the results, or control never
/// reaches it.
bool isKnownReturn(Operation *end, CallableOpInterface callable);

/// Calls `target` for each value that is computed from `operand` directly:
///   - arguments of blocks and of regions, and results of operations with
///     regions, that control flow passes it on to;
///   - arguments of the regions of its operation that control flow does not
///     set, such as induction variables, unless it is passed on;
///   - the argument of the function that its operation calls;
///   - the results of an operation that does none of that.
/// The values that a function returns are not followed to the calls.
void forEachTarget(OpOperand &operand, SymbolTableCollection &symbols,
                   llvm::function_ref<void(Value)> target);

/// The values that `predecessor` (`branch`, or the end of one of its regions)
/// passes to each of `targets`, which are the arguments of the region, or the
/// results, that `successor` stands for; null for targets that no value is
/// declared to reach, such as induction variables. `inputs` are the targets
/// that get one.
SmallVector<Value> getPassedValues(RegionBranchOpInterface branch,
                                   Operation *predecessor,
                                   RegionSuccessor successor, ValueRange inputs,
                                   ArrayRef<Value> targets);

/// The region of the function that `call` calls; null if the function is
/// unknown or has no body.
Region *getCalledRegion(CallOpInterface call, SymbolTableCollection &symbols);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_FLOW_FLOWTARGETS_H
