//===- FunctionFlow.h - The flow of encrypted values ------------*- C++ -*-===//
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
    /// An operation that takes encrypted values and returns none.
    Sink,
    /// An operation with several operands and results whose flow is unknown:
    /// every operand flows into it, and it flows into every result.
    Call
  };
  /// The value or the operation.
  Section::Index Index = Section::None;
  Kind Role = Kind::Value;
  /// The noise of the value; null for operations and where it is unknown.
  const NoiseInfo *Info = nullptr;
  /// The range of its name in the section's text, or that of its owner.
  SectionRange Range = {};
  /// The offset in that text from which it exists: for a result, the end of its
  /// operation's regions.
  uint32_t DefinitionEnd = 0;
};

/// An edge from the first node to the second; both are indices of nodes.
struct FlowEdge {
  uint32_t Source = 0;
  uint32_t Target = 0;
  /// The edge leads back in the text, as from one iteration of a loop to the
  /// next. A graph without such edges has no cycles.
  bool IsBack = false;
  /// How often the target's operation has the source as an operand: twice in a
  /// square.
  uint32_t Times = 1;

  friend bool operator==(const FlowEdge &, const FlowEdge &) = default;
};

/// The encrypted values of a function and the flow between them, as numbers
/// without text. The flow is that of the analysis; where the analysis knows
/// nothing, such as for calls, it follows the operands in the text. An
/// operation that only hands its operands on to the operation around it
/// (`scf.yield`) is no sink, unless it breaks a contract. Refers to the section
/// and the facts that it was made from.
struct FunctionFlow {
  /// The values in the order of the section, then the operations.
  std::vector<FlowNode> Nodes;
  /// The edges, each pair of ends once.
  std::vector<FlowEdge> Edges;
  /// The numbers of the nodes in the order of the text.
  std::vector<uint32_t> Order;
  /// The contents of the function, and the node of each value in it, or None.
  Section::Subtree Body;
  std::vector<uint32_t> NodeOf;
  /// The broken contracts of the current text, by the operations that break
  /// them.
  llvm::DenseMap<Section::Index, llvm::SmallVector<const Problem *, 1>>
      BrokenContracts;

  uint32_t nodeOf(Section::Index Value) const {
    return Value >= Body.FirstValue && Value < Body.EndValue
               ? NodeOf[Value - Body.FirstValue]
               : Section::None;
  }
};

/// Finds the flow through a function. The time is linear in the function and
/// its flow, except for the nesting depth; the nodes and edges are linear in
/// the function. To keep them so, the values that a recursive function returns
/// are not followed into the results of its calls when there are many calls and
/// returns.
FunctionFlow findFlow(OperationRef Function);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NOISE_FUNCTIONFLOW_H
