//===- Computation.cpp - Operations that compute one value ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/Computation.h"
#include "dialect/NoisyOps.h"
#include "dialect/Patterns.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;

bool mlir::noisy::isRewritable(Operation *op) {
  return isa<AddOp, SubOp, MulOp, ScaleOp>(op) && mayRewrite(op);
}

/// True if one operand is what a loop carries, in a model in which it gets
/// noisier with each operation between two turns: it is joined last.
static bool joinsToCarried(Operation *op) {
  NoiseModel model = NoiseModel::get(op);
  const NoiseTransfer &transfer = isa<MulOp>(op)   ? model.mul
                                  : isa<SubOp>(op) ? model.sub
                                                   : model.add;
  return !isa<ScaleOp>(op) && transfer.form == NoiseTransfer::Form::Max &&
         op->hasOneUse() &&
         (*op->user_begin())->hasTrait<OpTrait::IsTerminator>() &&
         isa<LoopLikeOpInterface>(op->getParentOp()) &&
         llvm::any_of(op->getOperands(), [&](Value operand) {
           auto argument = dyn_cast<BlockArgument>(operand);
           return argument && argument.getOwner() == op->getBlock();
         });
}

bool mlir::noisy::isInner(Operation *op) {
  if (!isRewritable(op) || !op->hasOneUse())
    return false;
  Operation *user = *op->user_begin();
  return user->getBlock() == op->getBlock() && isRewritable(user) &&
         !joinsToCarried(user);
}

/// Sums and scales make one expression, products another.
static bool isProduct(Operation *op) { return isa<MulOp>(op); }

/// An inner operation whose user goes on with the same expression.
static bool isContinued(Operation *op) {
  return isInner(op) && isProduct(op) == isProduct(*op->user_begin());
}

static Operation *getInner(Value value) {
  Operation *op = value.getDefiningOp();
  return op && isInner(op) ? op : nullptr;
}

/// A sum or difference of an encrypted constant and a value.
static bool isComplement(Operation *op) {
  return op && isa<AddOp, SubOp>(op) && isRewritable(op) &&
         (getEncodedConstant(op->getOperand(0)) ||
          getEncodedConstant(op->getOperand(1)));
}

Computation::Computation(Operation *root) : operations({root}) {
  for (size_t i = 0; i < operations.size(); ++i)
    for (Value operand : operations[i]->getOperands())
      if (Operation *inner = getInner(operand))
        operations.push_back(inner);
  // Each has one user, which came before it.
  std::reverse(operations.begin(), operations.end());
  for (Operation *op : operations)
    for (Value operand : op->getOperands())
      if (Operation *factor = operand.getDefiningOp();
          isProduct(op) && isComplement(factor) && !isInner(factor) &&
          !llvm::is_contained(complements, factor))
        complements.push_back(factor);
}

/// The factor of a scale, modulo 32.
static int64_t getFactor(ScaleOp op) {
  return reduceFactor(static_cast<int64_t>(op.getFactor()));
}

ExpressionId
Computation::readAt(Expressions &expressions, Operation *op,
                    const llvm::DenseMap<Value, ExpressionId> &known) const {
  SmallVector<ExpressionPart> parts;
  auto addPart = [&](Value value, int64_t number) {
    if (auto it = known.find(value); it != known.end())
      parts.emplace_back(it->second, number);
    else if (std::optional<int64_t> plain = getEncodedConstant(value))
      parts.emplace_back(expressions.constant(*plain), number);
    else
      parts.emplace_back(expressions.leaf(value), number);
  };
  // Not by recursion: chains can be long.
  SmallVector<std::pair<Operation *, int64_t>> open = {{op, 1}};
  while (!open.empty()) {
    auto [current, number] = open.pop_back_val();
    auto visit = [&, number = number](Value operand, int64_t factor) {
      int64_t product = number * factor % kModulus;
      Operation *inner = getInner(operand);
      if (inner && isContinued(inner))
        open.emplace_back(inner, isProduct(inner) ? 1 : product);
      else
        addPart(operand, isProduct(op) ? 1 : product);
    };
    if (auto scale = dyn_cast<ScaleOp>(current)) {
      visit(scale.getInput(), getFactor(scale));
      continue;
    }
    visit(current->getOperand(0), 1);
    visit(current->getOperand(1), isa<SubOp>(current) ? -1 : 1);
  }
  return isProduct(op) ? expressions.product(parts) : expressions.sum(0, parts);
}

ExpressionId Computation::read(Expressions &expressions) const {
  llvm::DenseMap<Value, ExpressionId> known;
  ExpressionId result = 0;
  for (Operation *op : complements)
    known[op->getResult(0)] = readAt(expressions, op, known);
  for (Operation *op : operations)
    if (op == getRoot() || !isContinued(op))
      result = known[op->getResult(0)] = readAt(expressions, op, known);
  return result;
}

Plan::Node Computation::lower(Plan &plan) const {
  llvm::DenseMap<Value, Plan::Node> nodes;
  auto getNode = [&](Value value) {
    if (auto it = nodes.find(value); it != nodes.end())
      return it->second;
    return plan.leaf(value);
  };
  Plan::Node node = 0;
  for (Operation *op : operations) {
    Plan::Node lhs = getNode(op->getOperand(0));
    if (auto scale = dyn_cast<ScaleOp>(op))
      node = plan.scale(lhs, static_cast<int64_t>(scale.getFactor()));
    else if (isa<AddOp>(op))
      node = plan.add(lhs, getNode(op->getOperand(1)));
    else if (isa<SubOp>(op))
      node = plan.sub(lhs, getNode(op->getOperand(1)));
    else
      node = plan.mul(lhs, getNode(op->getOperand(1)));
    nodes[op->getResult(0)] = node;
  }
  return node;
}

Operation *Computation::findShared() const {
  for (Operation *op : operations)
    for (Value operand : op->getOperands()) {
      Operation *shared = operand.getDefiningOp();
      if (shared && isRewritable(shared) && !shared->hasOneUse() &&
          isProduct(shared) == isProduct(op))
        return shared;
    }
  return nullptr;
}
