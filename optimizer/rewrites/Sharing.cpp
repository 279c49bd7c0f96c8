//===- Sharing.cpp - Equal encrypted values computed once -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/Sharing.h"
#include "dialect/NoisyOps.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace mlir;
using namespace mlir::noisy;

namespace {
/// What an operation computes: its name, its attributes and its operands.
using Key =
    std::tuple<const void *, const void *, SmallVector<const void *, 2>>;

class Sharer {
public:
  explicit Sharer(const RewriteObserver &observer) : observer(observer) {}

  void visit(Region &region);
  unsigned getCount() const { return count; }

private:
  void visit(Block &block);
  bool share(Operation *op);

  const RewriteObserver &observer;
  /// What is there already, with its keys in the order in which they came.
  std::map<Key, Operation *> known;
  std::vector<Key> order;
  unsigned count = 0;
};
} // namespace

/// A number that is only there to be encrypted.
static bool isEncodedOnly(Operation *op) {
  return op->hasTrait<OpTrait::ConstantLike>() && op->getNumResults() == 1 &&
         op->getResult(0).getType().isIntOrIndex() &&
         llvm::all_of(op->getUsers(),
                      [](Operation *user) { return isa<EncodeOp>(user); });
}

static bool mayShare(Operation *op) {
  // What nothing uses is perhaps being written.
  return (isa<AddOp, SubOp, MulOp, ScaleOp, EncodeOp, ReduceNoiseOp>(op) ||
          isEncodedOnly(op)) &&
         op->getDiscardableAttrDictionary().empty() && !op->use_empty();
}

bool Sharer::share(Operation *op) {
  if (!mayShare(op))
    return false;
  SmallVector<const void *, 2> operands;
  for (Value operand : op->getOperands())
    operands.push_back(operand.getAsOpaquePointer());
  if (isa<AddOp, MulOp>(op))
    llvm::sort(operands);
  Key key(op->getName().getAsOpaquePointer(),
          op->getPropertiesAsAttribute().getAsOpaquePointer(),
          std::move(operands));
  auto [it, isNew] = known.try_emplace(key, op);
  if (isNew) {
    order.push_back(std::move(key));
    return false;
  }
  op->getResult(0).replaceAllUsesWith(it->second->getResult(0));
  if (observer.onErased)
    observer.onErased(op);
  op->erase();
  ++count;
  return true;
}

void Sharer::visit(Block &block) {
  size_t begin = order.size();
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (share(&op))
      continue;
    bool isApart = op.hasTrait<OpTrait::IsIsolatedFromAbove>();
    Sharer inner(observer);
    for (Region &region : op.getRegions())
      (isApart ? inner : *this).visit(region);
    count += inner.getCount();
  }
  while (order.size() > begin) {
    known.erase(order.back());
    order.pop_back();
  }
}

void Sharer::visit(Region &region) {
  for (Block &block : region)
    visit(block);
}

unsigned mlir::noisy::shareEqualValues(Operation *top,
                                       const RewriteObserver &observer) {
  Sharer sharer(observer);
  for (Region &region : top->getRegions())
    sharer.visit(region);
  return sharer.getCount();
}

unsigned mlir::noisy::dropReductions(Operation *top,
                                     const RewriteObserver &observer) {
  SmallVector<ReduceNoiseOp> reductions;
  top->walk([&](ReduceNoiseOp op) {
    if (op->getDiscardableAttrDictionary().empty() && !op.getTo() &&
        !op->use_empty())
      reductions.push_back(op);
  });
  for (ReduceNoiseOp op : reductions) {
    op.getResult().replaceAllUsesWith(op.getInput());
    if (observer.onErased)
      observer.onErased(op);
    op->erase();
  }
  return reductions.size();
}
