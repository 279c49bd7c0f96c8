//===- NoiseGraph.h - How noise flows through a function --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NOISE_NOISEGRAPH_H
#define NOISY_SERVER_FEATURES_NOISE_NOISEGRAPH_H

#include "server/features/noise/FunctionFlow.h"
#include "server/features/noise/NoiseLevel.h"
#include <limits>

namespace mlir::noisy::lsp {

/// An encrypted value, or an operation that is no value's (FlowNode).
struct NoiseNode {
  enum class Kind {
    Value,
    /// Of a function, a block or a loop.
    Argument,
    /// What `noisy.reduce_noise` gives.
    Reduction,
    /// An operation without encrypted results: it decrypts, returns, stores.
    /// What only passes values on, such as `scf.yield`, is none; its operands
    /// flow to where they arrive.
    Sink,
    /// An operation of several operands and results of which it is not known
    /// what flows where: all into all.
    Call
  };
  Kind Of = Kind::Value;
  /// The name, with a number from the second of that name on. The same in other
  /// versions of a text where nothing of that name was added before; unique in
  /// its graph.
  std::string Key;
  /// "%r#1", "<unnamed>"; of a sink or a call its operation.
  std::string Name;
  /// The operation, "noisy.mul"; empty for arguments.
  std::string Operation;
  /// Where the name stands, or the place for it.
  ByteRange Where;
  /// Of a sink or a call that of the worst that it takes. Over for the
  /// operation that breaks a contract; where that is no node, for its results.
  NoiseLevel Level = NoiseLevel::Unknown;
  /// In a few characters; empty for sinks and calls, and for what is never
  /// executed.
  std::string Label;
  /// In bits; nothing where there is no number.
  std::optional<uint32_t> Noise;
  /// Nothing where nothing is known, and for sinks and calls.
  std::optional<uint32_t> Limit;
  std::string Equation;
  /// What it rests on, and the contracts that it breaks.
  std::vector<std::string> Remarks;
  /// As NoiseInfo has it.
  bool IsSpoiled = false;
  bool IsAssumed = false;
  /// A fix inserts it.
  bool IsInserted = false;

  friend bool operator==(const NoiseNode &, const NoiseNode &) = default;
};

/// The flow of encrypted values through one function.
struct NoiseGraph {
  /// "@f", or "<unnamed>".
  std::string Name;
  /// The function, and its name.
  ByteRange Where, NameWhere;
  /// As its lens has it (CodeLenses).
  std::string Summary;
  /// The worst in it.
  NoiseLevel Level = NoiseLevel::Safe;
  /// It is, or rests on, what was known before the text broke.
  bool IsStale = false;
  /// In the order of the text.
  std::vector<NoiseNode> Nodes;
  /// By what they lead to, none twice.
  std::vector<FlowEdge> Edges;
  /// How many nodes there are; more than in `Nodes` where some were left out.
  size_t TotalNodes = 0;
};

/// For as many nodes as there are.
inline constexpr size_t AllNodes = std::numeric_limits<size_t>::max();

/// The graph of the innermost function around `Offset`; nothing where there is
/// none. Of more than `MaxNodes` nodes it has those nearest to the offset,
/// counted in edges, and then the first of the text. Linear in the section that
/// the function is in.
std::optional<NoiseGraph> getNoiseGraph(const Snapshot &State, size_t Offset,
                                        uint32_t NearLimit,
                                        size_t MaxNodes = AllNodes);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NOISE_NOISEGRAPH_H
