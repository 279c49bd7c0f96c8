//===- ValueCycles.h - Cycles in the flow of values -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_FLOW_VALUECYCLES_H
#define NOISY_ANALYSIS_FLOW_VALUECYCLES_H

#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace mlir::noisy {

/// The strongly connected components of the flow of values: from the operands
/// of an operation to its results, and along all control flow, dead or live, to
/// arguments of blocks and results of regions, to the arguments of functions
/// and back to the results of calls. A value that is computed from another one
/// but is not in its component never flows back to it.
///
/// Belongs to one thread. The IR must not change meanwhile.
class ValueCycles {
public:
  /// Takes time linear in the size of the IR at and below `root`.
  ValueCycles(Operation *root, SymbolTableCollection &symbols);

  /// True if the flow from `source` to `target`, which is computed from it,
  /// leads back to `source`.
  bool isBackAndForth(Value source, Value target) const;

  /// The number of a value's component.
  unsigned getComponent(Value value) const;

  /// The values of a component.
  ArrayRef<Value> getMembers(unsigned component) const;

  /// Collects the values outside the component of `value` that flow into it
  /// directly.
  void getEntries(Value value, SmallVectorImpl<Value> &entries) const;

private:
  unsigned getNode(Value value);
  unsigned makeNode(Value value);
  template <typename Sources, typename Targets>
  void connect(Sources sourceValues, Targets targetValues);
  void connectOperation(Operation *op, Operation *root,
                        SymbolTableCollection &symbols);
  void findComponents();

  llvm::DenseMap<Value, unsigned> nodes;
  /// The value of each node; null for nodes that stand for an operation.
  std::vector<Value> values;
  std::vector<std::pair<unsigned, unsigned>> edges;
  /// The sources of the edges into node n are those from index `firstEdge[n]`
  /// on.
  std::vector<unsigned> firstEdge, sources;
  std::vector<unsigned> components;
  /// The nodes of component c begin at index `firstMember[c]` of `members`.
  std::vector<unsigned> firstMember;
  std::vector<Value> members;
  unsigned numComponents = 0;
};

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_FLOW_VALUECYCLES_H
