//===- FunctionFlow.h - What flows where in a function ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NOISE_FUNCTIONFLOW_H
#define NOISY_SERVER_FEATURES_NOISE_FUNCTIONFLOW_H

#include "server/snapshot/Snapshot.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::noisy::lsp {

/// An encrypted value of a function, or an operation.
struct FlowNode {
  enum class Kind {
    Value,
    /// An operation that takes encrypted values and gives none.
    Sink,
    /// An operation that takes several and gives several, of which it is not
    /// known what flows where: all into it, and it into all.
    Call
  };
  /// A value, or the operation.
  Section::Index What = Section::None;
  Kind Of = Kind::Value;
  /// Null where nothing is known, and of an operation.
  const NoiseInfo *Known = nullptr;
  /// Where its name stands in the section's text, or that of what it belongs
  /// to.
  SectionRange Where = {};
  /// The place in that text at which it is there: of a result behind the
  /// regions of its operation.
  uint32_t Done = 0;
};

/// The first flows into the second; indices of nodes.
struct FlowEdge {
  uint32_t From = 0;
  uint32_t To = 0;
  /// It leads back in the text, as from a turn of a loop to the next. Without
  /// such edges a graph has no circles.
  bool IsBack = false;

  friend bool operator==(const FlowEdge &, const FlowEdge &) = default;
};

/// The encrypted values of a function and what flows into what, by numbers and
/// without words: as the analysis has it, and where that knows of nothing, such
/// as for calls, by the operands in the text. What only hands its operands on
/// to what is around it (`scf.yield`) is no sink, unless it breaks a contract.
/// Refers to the section and the facts that it is of.
struct FunctionFlow {
  /// Values in the order of the section, then operations.
  std::vector<FlowNode> Nodes;
  /// None twice.
  std::vector<FlowEdge> Edges;
  /// The numbers of the nodes in the order of the text.
  std::vector<uint32_t> Order;
  /// The function's inside, and the node of each value in it, or None.
  Section::Inside Body;
  std::vector<uint32_t> NodeOf;
  /// The contracts that are broken in the text as it is, by the operations that
  /// break them.
  llvm::DenseMap<Section::Index, llvm::SmallVector<const Problem *, 1>> Broken;

  uint32_t nodeOf(Section::Index Value) const {
    return Value >= Body.FirstValue && Value < Body.EndValue
               ? NodeOf[Value - Body.FirstValue]
               : Section::None;
  }
};

/// Linear in the function and in what flows, but for the depth to which it
/// nests; the nodes and edges are linear in the function. To that end, where a
/// function calls itself from many places and returns from many, what returns
/// is not followed into the results of the calls.
FunctionFlow findFlow(OperationRef Function);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NOISE_FUNCTIONFLOW_H
