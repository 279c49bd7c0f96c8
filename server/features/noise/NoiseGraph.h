//===- NoiseGraph.h - The graph of noise in a function ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NOISE_NOISEGRAPH_H
#define NOISY_SERVER_FEATURES_NOISE_NOISEGRAPH_H

#include "server/features/noise/FunctionFlow.h"
#include "server/features/noise/GraphPart.h"
#include "server/features/noise/NoiseLevel.h"

namespace mlir::noisy::lsp {

/// An encrypted value, or an operation that stands for no value (FlowNode).
struct NoiseNode : NoiseReasons {
  enum class Kind {
    Value,
    /// An argument of a function, a block or a loop.
    Argument,
    /// The result of `noisy.reduce_noise`.
    Reduction,
    /// An operation without encrypted results: it decrypts, returns or stores.
    /// An operation that only passes values on, such as `scf.yield`, is no
    /// sink; its operands flow to their destinations.
    Sink,
    /// An operation with several operands and results whose flow is unknown:
    /// every operand flows into every result.
    Call,
    /// Several nodes that are drawn as one, with the noise of the heaviest.
    Bundle
  };
  Kind Role = Kind::Value;
  /// The name, with a number from its second occurrence on. Unique in its
  /// graph, and stable across versions of a text unless the same name is added
  /// before it.
  std::string Key;
  /// The displayed name: "%r#1", "<unnamed>"; for sinks and calls the
  /// operation.
  std::string Name;
  /// The operation, "noisy.mul", "call @relu"; empty for arguments.
  std::string Operation;
  /// The range of the name, or the place for it.
  ByteRange Range;
  /// The level; for a sink or a call that of its worst operand. Over for an
  /// operation that breaks a contract; if that is no node, for its results.
  NoiseLevel Level = NoiseLevel::Unknown;
  /// The noise in a few characters; empty for sinks, calls and code that is
  /// never executed.
  std::string Label;
  /// The noise; nothing where there is no number.
  std::optional<uint32_t> Noise;
  /// The limit; nothing where it is unknown, and for sinks and calls.
  std::optional<uint32_t> Limit;
  /// The units in a bit, of both.
  uint32_t Unit = 1;
  /// The node is inserted by a fix.
  bool IsInserted = false;
  /// The node is on the heaviest path to the focus.
  bool IsOnPath = false;
  /// The number of nodes in a bundle, and the key of the heaviest of them.
  size_t Count = 0;
  std::string Heaviest = {};

  friend bool operator==(const NoiseNode &, const NoiseNode &) = default;
};

/// The flow of encrypted values through one function.
struct NoiseGraph {
  /// "@f", or "<unnamed>".
  std::string Name;
  /// The ranges of the function and of its name.
  ByteRange Range, NameRange;
  /// The text of its lens (CodeLenses).
  std::string Summary;
  /// The worst level in the function.
  NoiseLevel Level = NoiseLevel::Safe;
  /// The facts are, or rest on, those from before the text broke.
  bool IsStale = false;
  /// The nodes in the order of the text.
  std::vector<NoiseNode> Nodes;
  /// The edges by their targets, each pair of ends once.
  std::vector<FlowEdge> Edges;
  /// The number of all nodes; larger than `Nodes` if some were left out.
  size_t TotalNodes = 0;
  /// The key of the node in focus; empty in a graph without one.
  std::string Focus = {};
};

/// Returns the graph of the innermost function around `Offset`, or nothing if
/// there is none. If the function has more than `MaxNodes` nodes, the graph has
/// those nearest to the offset, counted in edges, and then the first in the
/// text. With a focus it has the part around that: the node at the offset, or
/// outside of the body the worst. Linear in the section that contains the
/// function.
std::optional<NoiseGraph> getNoiseGraph(const Snapshot &State, size_t Offset,
                                        uint32_t NearLimit,
                                        const GraphPart &DrawnPart = {});

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NOISE_NOISEGRAPH_H
