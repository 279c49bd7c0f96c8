//===- Plan.cpp - Operations that may be made, and their noise ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/Plan.h"
#include "dialect/NoisyOps.h"
#include "dialect/Patterns.h"

using namespace mlir;
using namespace mlir::noisy;

Plan::Node Plan::leaf(Value value) {
  auto [it, isNew] = leaves.try_emplace(value, nodes.size());
  if (isNew) {
    uint32_t bits = std::min(leafNoise(value), model.max);
    nodes.push_back({Kind::Leaf, 0, 0, 0, value, bits, bits, false});
  }
  return it->second;
}

Plan::Node Plan::constant(int64_t number) {
  return make({Kind::Constant, 0, 0, number, {}, 0, 0, false});
}

Plan::Node Plan::scale(Node operand, int64_t factor) {
  assert(factor != 0 && factor != 1 && "needless");
  return make({Kind::Scale, operand, operand, factor, {}, 0, 0, false});
}

Plan::Node Plan::binary(Kind kind, Node lhs, Node rhs) {
  return make({kind, lhs, rhs, 0, {}, 0, 0, false});
}

/// The bits of a bound; one that is no number is above any limit.
static uint32_t toBits(NoiseBound bound) {
  return bound.isBits() ? bound.getBits() : NoiseBound::kCap + 1;
}

uint32_t Plan::measure(const Content &content) const {
  NoiseBound lhs = NoiseBound::bits(nodes[content.lhs].bits);
  NoiseBound rhs = NoiseBound::bits(nodes[content.rhs].bits);
  switch (content.kind) {
  case Kind::Leaf:
    return content.bits;
  case Kind::Constant:
    return model.initial;
  case Kind::Add:
    return toBits(model.add.apply(lhs, rhs));
  case Kind::Sub:
    return toBits(model.sub.apply(lhs, rhs));
  case Kind::Mul:
    return toBits(model.mul.apply(lhs, rhs));
  case Kind::Scale:
    return toBits(lhs.plus(getScaleNoise(model, content.number)));
  }
  llvm_unreachable("not a kind");
}

bool Plan::reduce(Node node) {
  Content &content = nodes[node];
  if (content.bits <= model.getReduced())
    return false;
  content.bits = model.getReduced();
  content.isReduced = true;
  ++cost.reductions;
  return true;
}

Plan::Node Plan::make(Content content) {
  Node lhs = content.lhs, rhs = content.rhs;
  if ((content.kind == Kind::Add || content.kind == Kind::Mul) && rhs < lhs)
    std::swap(lhs, rhs);
  auto [it, isNew] =
      known.try_emplace({content.kind, lhs, rhs, content.number}, nodes.size());
  if (!isNew)
    return it->second;
  if (content.kind == Kind::Constant) {
    content.bits = model.initial;
  } else {
    content.bits = measure(content);
    while (content.bits > model.max) {
      bool isLeft = nodes[content.lhs].bits >= nodes[content.rhs].bits;
      if (!reduce(isLeft ? content.lhs : content.rhs)) {
        cost.reductions += kHopelessReductions;
        content.bits = model.max;
        break;
      }
      content.bits = measure(content);
    }
    ++(content.kind == Kind::Mul ? cost.products : cost.others);
  }
  content.firstBits = content.bits;
  nodes.push_back(content);
  return nodes.size() - 1;
}

PlanCost Plan::getCost(Node root) const {
  PlanCost result = cost;
  result.bits = nodes[root].firstBits;
  return result;
}

namespace {
/// Operations by what they compute.
class OperationTable {
public:
  explicit OperationTable(ArrayRef<Operation *> operations);

  /// The operand of one that is this constant, or null.
  Value findConstant(int64_t number) const { return constants.lookup(number); }
  /// The result of one that computes this of two values; else of a new one.
  template <typename Op>
  Value findOrCreate(OpBuilder &builder, Location location, Value lhs,
                     Value rhs) const {
    Value result = find<Op>(lhs, rhs, 0);
    return result ? result : Value(Op::create(builder, location, lhs, rhs));
  }
  Value findOrCreateScale(OpBuilder &builder, Location location, Value value,
                          int64_t factor) const {
    Value result = find<ScaleOp>(value, value, factor);
    return result ? result
                  : Value(ScaleOp::create(builder, location, value, factor));
  }

private:
  /// The result of one that computes this, or null.
  template <typename Op>
  Value find(Value lhs, Value rhs, int64_t factor) const {
    return results.lookup(
        {OperationName(Op::getOperationName(), lhs.getContext())
             .getAsOpaquePointer(),
         lhs, rhs, factor});
  }

  using Key = std::tuple<const void *, Value, Value, int64_t>;
  llvm::DenseMap<Key, Value> results;
  llvm::DenseMap<int64_t, Value> constants;
};
} // namespace

OperationTable::OperationTable(ArrayRef<Operation *> operations) {
  for (Operation *op : operations) {
    auto scale = dyn_cast<ScaleOp>(op);
    Value lhs = op->getOperand(0), rhs = scale ? lhs : op->getOperand(1);
    int64_t factor = scale ? static_cast<int64_t>(scale.getFactor()) : 0;
    const void *name = op->getName().getAsOpaquePointer();
    results.try_emplace({name, lhs, rhs, factor}, op->getResult(0));
    if (isa<AddOp, MulOp>(op))
      results.try_emplace({name, rhs, lhs, factor}, op->getResult(0));
    for (Value operand : op->getOperands())
      if (std::optional<int64_t> plain = getEncodedConstant(operand))
        constants.try_emplace(*plain, operand);
  }
}

Value Plan::build(OpBuilder &builder, Location location, Node root,
                  ArrayRef<Operation *> existing) const {
  OperationTable table(existing);
  // Operands come before their users.
  std::vector<char> isNeeded(root + 1);
  isNeeded[root] = true;
  for (Node node = root + 1; node-- > 0;) {
    const Content &content = nodes[node];
    if (isNeeded[node] && content.kind != Kind::Leaf &&
        content.kind != Kind::Constant)
      isNeeded[content.lhs] = isNeeded[content.rhs] = true;
  }
  std::vector<Value> values(root + 1);
  for (Node node = 0; node <= root; ++node) {
    if (!isNeeded[node])
      continue;
    const Content &content = nodes[node];
    Value lhs = values[content.lhs], rhs = values[content.rhs], result;
    switch (content.kind) {
    case Kind::Leaf:
      result = content.value;
      break;
    case Kind::Constant:
      result = table.findConstant(content.number);
      if (!result)
        result = encodeConstant(builder, location, content.number);
      break;
    case Kind::Add:
      result = table.findOrCreate<AddOp>(builder, location, lhs, rhs);
      break;
    case Kind::Sub:
      result = table.findOrCreate<SubOp>(builder, location, lhs, rhs);
      break;
    case Kind::Mul:
      result = table.findOrCreate<MulOp>(builder, location, lhs, rhs);
      break;
    case Kind::Scale:
      result = table.findOrCreateScale(builder, location, lhs, content.number);
      break;
    }
    values[node] = result;
  }
  return values[root];
}
