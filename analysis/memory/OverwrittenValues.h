//===- OverwrittenValues.h - Values that change in place --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_MEMORY_OVERWRITTENVALUES_H
#define NOISY_ANALYSIS_MEMORY_OVERWRITTENVALUES_H

#include "analysis/memory/UnknownReason.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Value.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace mlir::noisy {

/// In some dialects an encrypted value is a handle of an object, and operations
/// overwrite objects in place (`mayOverwrite`). This says which values of a
/// program may be handles of an object that changes while something can still
/// see it: their noise is not that of their definition.
///
/// Overwriting is harmless where an object has one handle, and that is used no
/// more: the value is defined in the same block by an operation that makes a
/// new object by its rule, and all its other uses come before, in operations
/// that keep no handle, by their rules. Any other overwriting changes all
/// values that may have come from the same object, whichever way control flows:
/// they are told apart by sets that are joined (Steensgaard's analysis). All
/// that comes into a function from elsewhere, or leaves it while it runs, is
/// one set, and that of the functions that it calls: what others overwrite
/// before and after is no matter of its values. A function that is not in sight
/// may overwrite what it is passed, if that may be an object by its type
/// (`mayBeObject`), and may call any function.
///
/// Empty, and found in one walk, where nothing overwrites anything. Does not
/// change; any thread.
class OverwrittenValues {
public:
  /// Looks at all below `root`.
  explicit OverwrittenValues(Operation *root);

  /// An operand that is overwritten, and may be the same object as `value`;
  /// null if none is.
  OpOperand *find(Value value) const;

private:
  unsigned add(Value value);
  unsigned addSet();
  unsigned findSet(unsigned number) const;
  void join(unsigned lhs, unsigned rhs);
  void joinAll(ValueRange values, unsigned set);

  unsigned getOutside(Operation *op);
  void addCall(CallOpInterface call, Operation *callee);
  void addFlow(Operation *op, SymbolTableCollection &symbols);
  void addOverwriting(Operation *op, SymbolTableCollection &symbols);

  /// What functions have in common that call what is not in sight, and what is
  /// in no function.
  static constexpr unsigned kOutside = 0;
  /// The numbers of sets: of values, and for each function, of what is out of
  /// sight in it, and of what it returns.
  struct FunctionSets {
    unsigned outside = kOutside, returned = kOutside;
  };
  llvm::DenseMap<Value, unsigned> numbers;
  llvm::DenseMap<Operation *, FunctionSets> functions;
  /// True if an operation may call any function.
  bool callsAny = false;
  /// The parent of each number in its set, perhaps itself.
  std::vector<unsigned> parents;
  /// For the root of each set.
  std::vector<OpOperand *> overwriting;
};

/// True if a reason is one of these: code that is not followed may write what
/// is no memory, or overwrites objects in memory.
bool isOverwritten(const UnknownReason &reason);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_MEMORY_OVERWRITTENVALUES_H
