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

/// Every way in which what is in sight may pass values to the arguments of
/// functions. Whatever is stated of arguments is checked at these, and what is
/// computed of them comes from these:
///   - calls, launches (`gpu.launch_func`), and calls of a value, which may
///     call each function that takes what they pass and whose name is used for
///     more than calls;
///   - holders: operations that have the name or the address of a function in
///     hand, and of which nobody knows what they do with it. They may call it,
///     or leave it to others who do: the function *escapes*. Whoever calls it
///     then may pass anything that the program has.
///
/// A name in an attribute is held by the operation that has it, be it a
/// function or a module. Understood are the callee of a call or a launch, and
/// operations without effects that only make the address (`func.constant`).
///
/// An address is followed through control flow, calls, and whatever else is
/// done with it. Something that names what a function stands in holds the
/// function; a name that cannot be looked up stands for all that are called so.
///
/// Callers out of sight are no part of it (`PredecessorState` of MLIR's dead
/// code analysis).
class FunctionUses {
public:
  FunctionUses(Operation *root, SymbolTableCollection &symbols);

  /// The functions whose names are used for more than calls.
  ArrayRef<Operation *> getNamed() const { return named.getArrayRef(); }
  bool isNamed(Operation *function) const { return named.contains(function); }

  /// The operations that `op` calls, launches or may call by way of a value,
  /// and what it passes to the arguments of each, one by one. Nothing for other
  /// operations.
  SmallVector<Operation *> getCallees(Operation *op) const;
  static OperandRange getPassed(Operation *op);
  /// The name by which it calls or launches; null for calls of a value.
  static SymbolRefAttr getCalleeName(Operation *op);
  /// Visits all other names in the attributes of `op`.
  static void forEachOtherName(
      Operation *op,
      llvm::function_ref<void(NamedAttribute, SymbolRefAttr)> visit);

  /// Launches of `function`, and the calls of values that may call it.
  SmallVector<Operation *> getIndirectCalls(Operation *function) const;

  /// The holders of a function, and the functions that `op` holds.
  ArrayRef<Operation *> getHolders(Operation *function) const;
  ArrayRef<Operation *> getHeld(Operation *op) const;

  /// Whether callers out of sight may call `function`: others see its name, or
  /// it escapes.
  bool isCallableOutOfSight(Operation *function) const;

  /// Whether a function escapes to a holder of it, rather than only becoming a
  /// value of another type, which is followed.
  static bool escapesTo(Operation *holder);

private:
  class Addresses;

  void addName(Operation *op, NamedAttribute attribute, SymbolRefAttr symbol);
  void addUse(Operation *function, Operation *op, bool isAddress);
  SmallVector<Operation *> resolve(Operation *op, SymbolRefAttr symbol);
  void hold(Operation *holder, Operation *function);
  void followAddresses();

  Operation *root;
  SymbolTableCollection &symbols;
  llvm::SetVector<Operation *> named;
  SmallVector<CallOpInterface> calls, indirectCalls;
  /// What names a function and is no call.
  llvm::MapVector<Operation *, SmallVector<Operation *, 1>> users, launches;
  llvm::DenseMap<Operation *, SmallVector<Operation *, 1>> holders, held;
  /// What has a name, by it; made when it is needed.
  llvm::StringMap<SmallVector<Operation *, 1>> byName;
  /// The functions in an operation that is named.
  llvm::DenseMap<Operation *, SmallVector<Operation *>> inside;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_FLOW_FUNCTIONUSES_H
