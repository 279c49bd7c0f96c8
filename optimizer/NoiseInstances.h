//===- NoiseInstances.h - The flow of noise without loops -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_NOISEINSTANCES_H
#define NOISY_OPTIMIZER_NOISEINSTANCES_H

#include "analysis/program/NoiseProgram.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::noisy {

/// A noise program as one graph in which every iteration of a loop of known
/// trip count, and every call of a function that is run for each call, has its
/// own nodes: the instances of the program's values. Calls with the same
/// operands share them. The optimizer's questions about noise need this graph
/// alone, one step at a time.
///
/// Loops of unknown trip count and recursions remain as cycles. Only the first
/// iterations of long loops are unrolled, and calls up to a limit; the graph
/// then shows less noise than there is, never more.
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
    /// The formula of a parallel reduction, on its initial value and on the
    /// values that its iterations yield.
    Reduction
  };

  struct Options {
    /// The largest number of iterations of each loop that get their own nodes.
    uint64_t iterations = UINT64_MAX;
    /// The largest number of nodes.
    size_t nodes = size_t(1) << 20;
    /// Existing reductions that can be removed pass noise on.
    bool dissolveReductions = false;
  };

  /// True if the value is an existing reduction that could be removed.
  /// Reductions that combine the values of a parallel loop stay.
  static bool isDissolvable(const NoiseProgram &program, Slot slot);

  /// `program` must outlive this.
  NoiseInstances(const NoiseProgram &program, const Options &options);

  const NoiseProgram &getProgram() const { return program; }
  unsigned size() const { return nodes.size(); }
  /// True if all iterations of all loops are unrolled, and all calls.
  bool isComplete() const { return complete; }
  /// True if the limit on nodes left out what the options allow.
  bool isCut() const { return cut; }

  /// The value that this node is an instance of; `kNoSlot` for nodes that only
  /// join others.
  Slot getSlot(Node node) const { return nodes[node].slot; }
  Kind getKind(Node node) const { return nodes[node].kind; }
  ArrayRef<Node> getInputs(Node node) const {
    return ArrayRef<Node>(inputs).slice(nodes[node].firstInput,
                                        nodes[node].numInputs);
  }
  /// The bound of a constant, or the bound that a join has besides its inputs.
  NoiseBound getBound(Node node) const { return nodes[node].bound; }
  /// The value whose reduction changes the formula of a parallel reduction.
  Slot getCombination(Node node) const;
  /// The instances of a value.
  ArrayRef<Node> getInstances(Slot slot) const {
    return ArrayRef<Node>(instances).slice(
        firstInstance[slot], firstInstance[slot + 1] - firstInstance[slot]);
  }

  /// From now on the value counts as if it had at least this noise, wherever it
  /// has any number.
  void raise(Slot slot, uint32_t noise) { raisedNoise[slot] = noise; }
  bool isRaised(Node node) const {
    return !raisedNoise.empty() && raisedNoise.contains(getSlot(node));
  }
  uint32_t getRaised(Node node) const {
    return raisedNoise.lookup(getSlot(node));
  }

  /// The bound of a node if its inputs, in their order, have `bounds`.
  /// `isReset`: a parallel reduction may reduce every combination; it has the
  /// lesser of the bounds with and without that.
  NoiseBound evaluate(Node node, ArrayRef<NoiseBound> bounds,
                      bool isReset = false) const;

  /// True if reducing every combination of a parallel reduction, whose inputs
  /// have `bounds`, gives a node more noise than not doing so. If it does not,
  /// it does not for noisier inputs either.
  bool isRaisedByReset(Node node, ArrayRef<NoiseBound> bounds) const;

  /// All nodes, each after its inputs. Nodes on a common cycle are adjacent,
  /// and listed in `getCycles` as [first, second).
  ArrayRef<Node> getOrder() const { return order; }
  ArrayRef<std::pair<unsigned, unsigned>> getCycles() const { return cycles; }
  /// Visits the nodes in their order: those of a cycle at once, others alone.
  void forEachGroup(
      llvm::function_ref<void(ArrayRef<Node> nodes, bool isCycle)> visit) const;

private:
  class Builder;

  NoiseBound evaluateAlone(Node node, ArrayRef<NoiseBound> bounds,
                           bool isReset) const;
  NoiseBound evaluateReduction(Node node, ArrayRef<NoiseBound> bounds,
                               bool isReset) const;

  struct Instance {
    Slot slot = kNoSlot;
    Kind kind = Kind::Join;
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
  llvm::SmallDenseMap<Slot, uint32_t> raisedNoise;
  bool complete = true, cut = false;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_NOISEINSTANCES_H
