//===- NoiseInstances.h - The flow of noise without loops -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_NOISEINSTANCES_H
#define NOISY_OPTIMIZER_NOISEINSTANCES_H

#include "analysis/noise/NoiseProgram.h"

namespace mlir::noisy {

/// A noise program as one graph, in which every turn of a loop of known trip
/// count, and every call in such a loop, has nodes of its own: the instances
/// of the program's values. What the optimizer asks of noise can be told of
/// this graph alone, of one step each time.
///
/// Loops whose trip count is not known, and recursions, remain as circles. Of
/// loops that turn often the first turns are there; the graph then tells less
/// noise than there is, never more.
class NoiseInstances {
public:
  using Node = unsigned;
  using Slot = NoiseProgram::Slot;
  static constexpr Slot kNoSlot = ~0u;

  enum class Kind : uint8_t {
    /// A bound.
    Constant,
    /// The transfer function of an operation.
    Transfer,
    /// The join of the inputs and of a bound.
    Join,
    /// The formula of a parallel reduction, on its initial value and on what
    /// its turns pass on.
    Reduction
  };

  struct Options {
    /// How many turns of each loop are told apart at most.
    uint64_t turns = UINT64_MAX;
    /// How many nodes there may be.
    size_t nodes = size_t(1) << 20;
    /// Existing reductions pass noise on where they can be removed.
    bool dissolveReductions = false;
  };

  /// Whether the value is an existing reduction that could be removed. Those
  /// that combine the values of a parallel loop stay.
  static bool isDissolvable(const NoiseProgram &program, Slot slot);

  /// `program` must outlive this.
  NoiseInstances(const NoiseProgram &program, const Options &options);

  const NoiseProgram &getProgram() const { return program; }
  unsigned size() const { return nodes.size(); }
  /// Whether all turns of all loops are there.
  bool isComplete() const { return complete; }
  /// Whether there are fewer turns than were asked for, for want of nodes.
  bool isCut() const { return cut; }

  /// The value of which this is an instance; `kNoSlot` for what is only there
  /// to join others.
  Slot getSlot(Node node) const { return nodes[node].slot; }
  Kind getKind(Node node) const { return nodes[node].kind; }
  ArrayRef<Node> getInputs(Node node) const {
    return ArrayRef<Node>(inputs).slice(nodes[node].firstInput,
                                        nodes[node].numInputs);
  }
  /// The bound of a constant; what a join has besides its inputs.
  NoiseBound getBound(Node node) const { return nodes[node].bound; }
  /// The value whose reduction changes the formula of a parallel reduction.
  Slot getCombination(Node node) const;
  /// Whether the value really has this noise. Calls in loops are run on their
  /// operands, but what counts for the values of a function is the join over
  /// all its calls.
  bool counts(Node node) const { return nodes[node].counts; }
  /// The instances of a value that count.
  ArrayRef<Node> getInstances(Slot slot) const {
    return ArrayRef<Node>(instances).slice(
        firstInstance[slot], firstInstance[slot + 1] - firstInstance[slot]);
  }

  /// The bound of a node when its inputs, in their order, have these; where a
  /// parallel reduction reduces every combination, `isReset`.
  NoiseBound evaluate(Node node, ArrayRef<NoiseBound> bounds,
                      bool isReset = false) const;

  /// All nodes, each after its inputs; those on circles with each other stand
  /// together, in `getCycles` as [first, second).
  ArrayRef<Node> getOrder() const { return order; }
  ArrayRef<std::pair<unsigned, unsigned>> getCycles() const { return cycles; }

private:
  class Builder;

  struct Instance {
    Slot slot = kNoSlot;
    Kind kind = Kind::Join;
    bool counts = true;
    unsigned firstInput = 0, numInputs = 0;
    NoiseBound bound;
    const NoiseProgram::Unit *unit = nullptr;
  };

  const NoiseProgram &program;
  std::vector<Instance> nodes;
  std::vector<Node> inputs;
  std::vector<Node> instances;
  std::vector<unsigned> firstInstance;
  std::vector<Node> order;
  std::vector<std::pair<unsigned, unsigned>> cycles;
  bool complete = true, cut = false;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_NOISEINSTANCES_H
