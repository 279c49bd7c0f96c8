//===- OverwrittenValues.cpp - Values that change in place ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/memory/OverwrittenValues.h"
#include "analysis/flow/FunctionUses.h"
#include "analysis/memory/BufferUses.h"
#include "dialect/RuledDialects.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/CastInterfaces.h"

using namespace mlir;
using namespace mlir::noisy;

/// True if a value may be a handle of an object, or have one in it.
static bool isHandle(Value value) { return hasCarrier(value.getType()); }

static bool overwritesAny(Operation *op) {
  return llvm::any_of(op->getOpOperands(), mayOverwrite);
}

/// True for a call of what is not in sight, and may overwrite its operands.
static bool callsOutOfSight(Operation *op, SymbolTableCollection &symbols) {
  auto call = dyn_cast<CallOpInterface>(op);
  if (!call)
    return false;
  auto callee = dyn_cast_or_null<CallableOpInterface>(
      call.resolveCallableInTable(&symbols));
  return !callee || !callee.getCallableRegion();
}

/// True if an operation keeps no handle of its operands: its results are new
/// objects, or those that it overwrites.
static bool makesNewObjects(Operation *op) {
  const NoiseRule *rule = getNoiseRule(op);
  return rule && (rule->isKnown() || rule->kind == NoiseRule::Kind::Reads) &&
         !rule->mayAlias() && !isa<CastOpInterface>(op) &&
         findRuleObstacle(op, *rule) == RuleObstacle::None;
}

//===----------------------------------------------------------------------===//
// Sets
//===----------------------------------------------------------------------===//

unsigned OverwrittenValues::add(Value value) {
  auto [known, isNew] = numbers.try_emplace(value, parents.size());
  if (isNew) {
    parents.push_back(known->second);
    overwriting.push_back(nullptr);
  }
  return known->second;
}

unsigned OverwrittenValues::findSet(unsigned number) const {
  while (parents[number] != number)
    number = parents[number];
  return number;
}

void OverwrittenValues::join(unsigned lhs, unsigned rhs) {
  // Short ways: what is on the way now leads to the root.
  auto shorten = [&](unsigned number) {
    unsigned root = findSet(number);
    while (parents[number] != root)
      number = std::exchange(parents[number], root);
    return root;
  };
  lhs = shorten(lhs);
  rhs = shorten(rhs);
  if (lhs != rhs)
    parents[std::max(lhs, rhs)] = std::min(lhs, rhs);
}

void OverwrittenValues::joinAll(ValueRange values, unsigned set) {
  for (Value value : values)
    if (isHandle(value))
      join(add(value), set);
}

//===----------------------------------------------------------------------===//
// What is overwritten
//===----------------------------------------------------------------------===//

/// The operation of `block` in which `op` is executed, itself perhaps, and that
/// ends when all in it has ended; null if there is none.
static Operation *findRunInBlock(Operation *op, Block *block) {
  for (; op && op->getBlock() != block; op = op->getParentOp()) {
    Operation *parent = op->getParentOp();
    if (!parent || !isa_and_nonnull<scf::SCFDialect, affine::AffineDialect>(
                       parent->getDialect()))
      return nullptr;
  }
  return op;
}

/// True if nothing sees what is written into `operand`, but through the results
/// of its operation. Where the definition of the value overwrites an object
/// itself, which may be seen, both are of one set, which is known to change.
static bool isHarmless(OpOperand &operand) {
  Value value = operand.get();
  Operation *definer = value.getDefiningOp(), *owner = operand.getOwner();
  Block *block = owner->getBlock();
  if (!definer || definer->getBlock() != block || !makesNewObjects(definer) ||
      llvm::count_if(definer->getResults(), isHandle) != 1 ||
      mayBeGraphRegion(*block->getParent()))
    return false;
  return llvm::all_of(value.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    // The operation itself need not say what it does to noise.
    if (user == owner && getNoiseRule(owner) && getNoiseRule(owner)->overwrites)
      return true;
    if (!makesNewObjects(user))
      return false;
    Operation *top = findRunInBlock(user, block);
    return top && (top == owner || top->isBeforeInBlock(owner));
  });
}

/// Joins what an operation passes on with what comes out.
void OverwrittenValues::addFlow(Operation *op) {
  if (makesNewObjects(op)) {
    for (OpOperand &operand : op->getOpOperands())
      if (mayOverwrite(operand))
        joinAll(op->getResults(), add(operand.get()));
    return;
  }
  unsigned set = unsigned(parents.size());
  parents.push_back(set);
  overwriting.push_back(nullptr);
  // The sets of a call are those of its function, which others may call, too.
  const NoiseRule *rule = getNoiseRule(op);
  const bool keepsHandles =
      (!op->isRegistered() || isRuled(op->getDialect())) &&
      !(rule && (rule->overwrites || rule->mayAlias()));
  if (isa<CallableOpInterface, CallOpInterface>(op) ||
      FunctionUses::getCalleeName(op) || keepsHandles)
    join(set, kOutside);
  // What has no handle as its operand, and is no new buffer, comes from
  // elsewhere: the address of a global one.
  if (llvm::none_of(op->getOperands(), isHandle) && op->getNumRegions() == 0 &&
      !isa<tensor::EmptyOp>(op) &&
      !(llvm::any_of(op->getResults(), isHandle) && isAllocation(op)))
    join(set, kOutside);
  joinAll(op->getOperands(), set);
  joinAll(op->getResults(), set);
  for (Block *successor : op->getSuccessors())
    joinAll(successor->getArguments(), set);
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      if (block.isEntryBlock())
        joinAll(block.getArguments(), set);
      if (!block.empty() && block.back().getNumSuccessors() == 0)
        joinAll(block.back().getOperands(), set);
    }
}

void OverwrittenValues::addOverwriting(Operation *op,
                                       SymbolTableCollection &symbols) {
  const bool mayOverwriteAll = callsOutOfSight(op, symbols);
  for (OpOperand &operand : op->getOpOperands()) {
    if (mayOverwriteAll ? !isHandle(operand.get())
                        : !mayOverwrite(operand) || isHarmless(operand))
      continue;
    OpOperand *&first = overwriting[add(operand.get())];
    if (!first)
      first = &operand;
  }
}

OverwrittenValues::OverwrittenValues(Operation *root) {
  if (!getNoiseRules(root->getContext()) ||
      !root->walk([](Operation *op) {
             return WalkResult(failure(overwritesAny(op)));
           })
           .wasInterrupted())
    return;
  parents.push_back(kOutside);
  overwriting.push_back(nullptr);
  SymbolTableCollection symbols;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    addOverwriting(op, symbols);
    addFlow(op);
  });
  // In numbers that are smaller than their own, roots come first.
  for (unsigned number = 0; number < parents.size(); ++number) {
    unsigned set = findSet(number);
    parents[number] = set;
    if (!overwriting[set])
      overwriting[set] = overwriting[number];
  }
}

OpOperand *OverwrittenValues::find(Value value) const {
  auto known = numbers.find(value);
  return known == numbers.end() ? nullptr : overwriting[parents[known->second]];
}

bool mlir::noisy::isOverwritten(const UnknownReason &reason) {
  return reason.kind == UnknownReason::Escape &&
         !isa<BaseMemRefType>(reason.buffer.getType());
}
