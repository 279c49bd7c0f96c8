//===- Plan.h - Operations that may be made, and their noise ----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_OPTIMIZER_REWRITES_PLAN_H
#define NOISY_OPTIMIZER_REWRITES_PLAN_H

#include "dialect/NoiseModel.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

namespace mlir::noisy {

/// What an operation counts for, in reductions, that passes the limit even with
/// all of its operands reduced.
inline constexpr uint64_t kHopelessReductions = 1000000;

/// What a computation costs by an estimate: reductions are inserted where the
/// noise would pass the limit, each as late as possible, on the noisier
/// operand. The optimizer does better; but plans of one value compare alike.
struct PlanCost {
  uint64_t reductions = 0;
  /// The noise of the result, in bits.
  uint32_t bits = 0;
  uint64_t products = 0;
  /// Additions, subtractions, and scales.
  uint64_t others = 0;
};

/// Operations that may be made to compute a value: numbered nodes, of which
/// equal ones are one. Estimates what they cost while they are added. For one
/// thread.
class Plan {
public:
  using Node = uint32_t;

  /// The noise that values are estimated to have in this program, once
  /// reductions are inserted.
  using LeafNoise = std::function<uint32_t(Value)>;

  Plan(const NoiseModel &model, LeafNoise leafNoise)
      : model(model), leafNoise(std::move(leafNoise)) {}

  Node leaf(Value value);
  /// An encryption of `number`, 0 to 31.
  Node constant(int64_t number);
  Node add(Node lhs, Node rhs) { return binary(Kind::Add, lhs, rhs); }
  Node sub(Node lhs, Node rhs) { return binary(Kind::Sub, lhs, rhs); }
  Node mul(Node lhs, Node rhs) { return binary(Kind::Mul, lhs, rhs); }
  /// `factor` is neither 0 nor 1.
  Node scale(Node operand, int64_t factor);

  const NoiseModel &getModel() const { return model; }
  /// The noise of a node from now on, in bits, and whether it is reduced.
  uint32_t getBits(Node node) const { return nodes[node].bits; }
  bool isReduced(Node node) const { return nodes[node].isReduced; }
  /// The value of a leaf; null for other nodes.
  Value getLeaf(Node node) const { return nodes[node].value; }
  size_t size() const { return nodes.size(); }

  /// The cost of all nodes, with the noise that `root` has.
  PlanCost getCost(Node root) const;

  /// Makes the operations that `root` needs, and returns its value. Of
  /// `existing`, which have to be before the builder's place, and of the
  /// constants that these encode, it uses again what computes the same from the
  /// same values.
  Value build(OpBuilder &builder, Location location, Node root,
              ArrayRef<Operation *> existing = {}) const;

private:
  enum class Kind : uint8_t { Leaf, Constant, Add, Sub, Mul, Scale };
  struct Content {
    Kind kind;
    Node lhs = 0, rhs = 0;
    int64_t number = 0;
    Value value;
    /// The noise that it was made with, and that it has from now on.
    uint32_t firstBits = 0, bits = 0;
    bool isReduced = false;
  };

  Node binary(Kind kind, Node lhs, Node rhs);
  Node make(Content content);
  uint32_t measure(const Content &content) const;
  bool reduce(Node node);

  NoiseModel model;
  LeafNoise leafNoise;
  std::vector<Content> nodes;
  std::map<std::tuple<Kind, Node, Node, int64_t>, Node> known;
  llvm::DenseMap<Value, Node> leaves;
  PlanCost cost;
};

} // namespace mlir::noisy

#endif // NOISY_OPTIMIZER_REWRITES_PLAN_H
