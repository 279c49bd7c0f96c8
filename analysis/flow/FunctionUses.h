//===- FunctionUses.h - Ways into functions ---------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_FLOW_FUNCTIONUSES_H
#define NOISY_ANALYSIS_FLOW_FUNCTIONUSES_H

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::noisy {

/// All ways in which code in sight may pass values to the arguments of
/// functions. Statements on arguments are checked at these, and facts on
/// arguments are computed from these:
///   - calls, launches (`gpu.launch_func`), and calls of a value: of the
///     functions that it may be, if these are known (`CalledValues`), otherwise
///     of each function that takes their operands and whose name is used for
///     more than calls;
///   - holders: operations that have the name or the address of a function and
///     use it in an unknown way. They may call it, or pass it to others that
///     do: the function *escapes*. Its callers may then pass any value of the
///     program.
///
/// A name in an attribute is held by the operation that has it, also by a
/// function or a module. Exceptions are the callee of a call or a launch, and
/// operations without effects that only make the address (`func.constant`).
///
/// An address is followed through control flow, calls and all other uses. An
/// operation that names an ancestor of a function holds the function; a name
/// that cannot be looked up stands for all symbols of that name. What an opaque
/// operation names has a caller out of sight.
///
/// Callers out of sight are not included (`PredecessorState` of MLIR's dead
/// code analysis).
class FunctionUses {
public:
  FunctionUses(Operation *root, SymbolTableCollection &symbols);

  /// True if control flow is plain to see: all regions are modules or functions
  /// of one block, without calls and names of symbols. Then all blocks are
  /// executed, and the callers of all functions are out of sight.
  bool isStraight() const { return isPlain() && calls.empty(); }
  /// The same, but functions may call each other by name.
  bool isPlain() const { return !isBranched; }
  /// All calls, in the order of the text; without launches.
  ArrayRef<CallOpInterface> getCalls() const { return calls; }

  /// The functions whose names are used for more than calls.
  ArrayRef<Operation *> getNamed() const {
    return namedFunctions.getArrayRef();
  }
  bool isNamed(Operation *function) const {
    return namedFunctions.contains(function);
  }

  /// The operations that `op` calls, launches or may call through a value, and
  /// the operands that it passes to each. Empty for other operations.
  SmallVector<Operation *> getCallees(Operation *op) const;
  /// True if all functions are known that `call` may call: it names one, or
  /// calls a value that may be these (`getCallees`).
  bool knowsCallees(CallOpInterface call) const {
    return getCalleeName(call) || calledFunctions.contains(call);
  }
  static OperandRange getPassed(Operation *op);
  /// The symbol that a call or launch names; null for calls of a value.
  static SymbolRefAttr getCalleeName(Operation *op);
  /// Visits all other names in the attributes of `op`.
  static void forEachOtherName(
      Operation *op,
      llvm::function_ref<void(NamedAttribute, SymbolRefAttr)> visit);

  /// The launches of `function`, and the calls of values that may call it.
  SmallVector<Operation *> getIndirectCalls(Operation *function) const;

  /// The holders of a function, and the functions that `op` holds.
  ArrayRef<Operation *> getHolders(Operation *function) const;
  ArrayRef<Operation *> getHeld(Operation *op) const;

  /// The functions that return the address of `function` to their callers.
  ArrayRef<Operation *> getReturners(Operation *function) const;

  /// True if callers out of sight may call `function`: its name is visible
  /// outside, an opaque operation names it, or it escapes.
  bool isCallableOutOfSight(Operation *function) const;

  /// True if a function escapes to a holder of it, rather than only being
  /// converted to a value of another type, which is followed.
  static bool escapesTo(Operation *holder);

private:
  class Addresses;

  void addName(Operation *op, NamedAttribute attribute, SymbolRefAttr symbol);
  void addUse(Operation *function, Operation *op, bool isAddress);
  SmallVector<Operation *> resolve(Operation *op, SymbolRefAttr symbol);
  void hold(Operation *holder, Operation *function);
  void followAddresses();
  void findCalledFunctions();
  bool mayCall(CallOpInterface call, Operation *function) const;

  Operation *root;
  SymbolTableCollection &symbols;
  bool isBranched = false;
  llvm::SetVector<Operation *> namedFunctions;
  SmallVector<CallOpInterface> calls, indirectCalls;
  /// The functions that calls of a value may call, where all are known.
  llvm::DenseMap<Operation *, SmallVector<Operation *, 2>> calledFunctions;
  /// The users of a function's name other than calls.
  llvm::MapVector<Operation *, SmallVector<Operation *, 1>> users, launches;
  llvm::DenseMap<Operation *, SmallVector<Operation *, 1>> holders,
      heldFunctions;
  llvm::DenseMap<Operation *, llvm::SmallSetVector<Operation *, 1>> returners;
  llvm::DenseSet<Operation *> namedByOpaque;
  /// All symbols by name; built on demand.
  llvm::StringMap<SmallVector<Operation *, 1>> byName;
  /// The functions inside a named operation.
  llvm::DenseMap<Operation *, SmallVector<Operation *>> nestedFunctions;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_FLOW_FUNCTIONUSES_H
