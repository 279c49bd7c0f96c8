//===- FlowTargets.h - Where control flow takes values ----------*- C++ -*-===//
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

/// Whether all ends of the regions of `branch` tell where control goes. Of one
/// that does not (that of `scf.forall`), dead code analysis says nothing at
/// all, as if control never came out.
bool hasKnownRegionEnds(RegionBranchOpInterface branch);

/// The operation at the end of a region without successors: what it passes on
/// goes to other regions, or back to where a function was called.
bool isRegionEnd(Operation *op);

/// Whether it is known what `end`, at the end of the body of `callable`, gives
/// to the callers: its operands are the results, or it never gets there.
bool isKnownReturn(Operation *end, CallableOpInterface callable);

/// Calls `target` for each value that is computed from `operand` directly:
///   - arguments of blocks and of regions, and results of operations with
///     regions, that control flow passes it on to;
///   - arguments of the regions of its operation that control flow does not
///     give, such as induction variables, unless it is passed on;
///   - the argument of the function that its operation calls;
///   - the results of an operation that does none of that.
/// What a function returns is not followed to the calls.
void forEachTarget(OpOperand &operand, SymbolTableCollection &symbols,
                   llvm::function_ref<void(Value)> target);

/// What `predecessor` (`branch`, or the end of one of its regions) passes on to
/// each of `targets`, which are the arguments of the region, or the results,
/// that `successor` stands for; null for those that are not told to get
/// anything, such as induction variables. `inputs` are those that are.
SmallVector<Value> getPassedValues(RegionBranchOpInterface branch,
                                   Operation *predecessor,
                                   RegionSuccessor successor, ValueRange inputs,
                                   ArrayRef<Value> targets);

/// The region of the function that `call` calls, if it is known and has one.
Region *getCalledRegion(CallOpInterface call, SymbolTableCollection &symbols);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_FLOW_FLOWTARGETS_H
