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
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"

using namespace mlir;
using namespace mlir::noisy;

/// True if a value may be a handle of an object, or have one in it.
static bool isHandle(Value value) { return hasCarrier(value.getType()); }

/// True for a call of what is not in sight, and may overwrite its operands.
static bool callsOutOfSight(Operation *op, SymbolTableCollection &symbols) {
  auto call = dyn_cast<CallOpInterface>(op);
  if (!call)
    return false;
  auto callee = dyn_cast_or_null<CallableOpInterface>(
      call.resolveCallableInTable(&symbols));
  return !callee || !callee.getCallableRegion();
}

/// True if `operand` is one of a call of what is not in sight, which may
/// overwrite it: what a function does is known by its types only.
static bool mayCallOverwrite(OpOperand &operand,
                             SymbolTableCollection &symbols) {
  return mayBeObject(operand.get().getType()) &&
         callsOutOfSight(operand.getOwner(), symbols);
}

/// True if an operation may call a function that it does not name as its
/// callee, or launch one: it names any symbol, or takes a function as a value.
static bool mayCallAny(Operation *op, SymbolTableCollection &symbols) {
  if (isa<CallOpInterface>(op))
    return callsOutOfSight(op, symbols);
  // A function, or memory, that has a name.
  if (isa<SymbolOpInterface, memref::GetGlobalOp>(op))
    return false;
  return FunctionUses::getCalleeName(op) ||
         llvm::any_of(op->getOperandTypes(), llvm::IsaPred<FunctionType>) ||
         op->getAttrDictionary()
             .walk([](SymbolRefAttr) { return WalkResult::interrupt(); })
             .wasInterrupted();
}

/// True if an operation may make what is no handle for us from one, such as an
/// address, from which others can make a handle again.
static bool hidesHandle(Operation *op) {
  return op->getNumRegions() == 0 && op->getNumResults() > 0 &&
         llvm::any_of(op->getOperands(), isHandle) &&
         !llvm::all_of(op->getResults(), isHandle) &&
         !isa<ShapedDimOpInterface, memref::RankOp, tensor::RankOp,
              memref::ExtractStridedMetadataOp>(op);
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

unsigned OverwrittenValues::addSet() {
  unsigned set = unsigned(parents.size());
  parents.push_back(set);
  overwriting.push_back(nullptr);
  return set;
}

/// What is out of sight in the function around `op`, or of this one.
unsigned OverwrittenValues::getOutside(Operation *op) {
  auto function = dyn_cast<CallableOpInterface>(op);
  if (!function)
    function = op->getParentOfType<CallableOpInterface>();
  if (!function)
    return kOutside;
  auto [known, isNew] = functions.try_emplace(function);
  if (isNew)
    known->second = {addSet(), addSet()};
  return known->second.outside;
}

/// Joins what a call passes on with what its function gets.
void OverwrittenValues::addCall(CallOpInterface call, Operation *callee) {
  // What a function overwrites, each may see that calls it.
  unsigned outside = getOutside(call);
  join(outside, getOutside(callee));
  joinAll(call->getOperands(), outside);
  joinAll(call->getResults(), functions.lookup(callee).returned);
}

/// Joins what an operation passes on with what comes out.
void OverwrittenValues::addFlow(Operation *op, SymbolTableCollection &symbols) {
  if (makesNewObjects(op)) {
    for (OpOperand &operand : op->getOpOperands())
      if (mayOverwrite(operand))
        joinAll(op->getResults(), add(operand.get()));
    return;
  }
  if (mayCallAny(op, symbols)) {
    callsAny = true;
    join(getOutside(op), kOutside);
  } else if (auto call = dyn_cast<CallOpInterface>(op)) {
    return addCall(call, call.resolveCallableInTable(&symbols));
  }
  unsigned set = addSet();
  const NoiseRule *rule = getNoiseRule(op);
  const bool keepsHandles =
      (!op->isRegistered() || isRuled(op->getDialect())) &&
      !(rule && (rule->overwrites || rule->mayAlias()));
  if (isa<CallableOpInterface, CallOpInterface>(op) ||
      FunctionUses::getCalleeName(op) || keepsHandles || hidesHandle(op))
    join(set, getOutside(op));
  // What has no handle as its operand, and is no new buffer, comes from
  // elsewhere: the address of a global one. Or from an address.
  if ((isa<CastOpInterface>(op) ? !llvm::all_of(op->getOperands(), isHandle)
                                : llvm::none_of(op->getOperands(), isHandle)) &&
      op->getNumRegions() == 0 && !isa<tensor::EmptyOp>(op) &&
      !(llvm::any_of(op->getResults(), isHandle) && isAllocation(op)))
    join(set, getOutside(op));
  joinAll(op->getOperands(), set);
  joinAll(op->getResults(), set);
  for (Block *successor : op->getSuccessors())
    joinAll(successor->getArguments(), set);
  // A function has ended when others get what it returns.
  unsigned ends = set;
  if (isa<CallableOpInterface>(op)) {
    getOutside(op);
    ends = functions.lookup(op).returned;
  }
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      if (block.isEntryBlock())
        joinAll(block.getArguments(), set);
      if (!block.empty() && block.back().getNumSuccessors() == 0)
        joinAll(block.back().getOperands(), ends);
    }
}

void OverwrittenValues::addOverwriting(Operation *op,
                                       SymbolTableCollection &symbols) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!mayCallOverwrite(operand, symbols) &&
        (!mayOverwrite(operand) || isHarmless(operand)))
      continue;
    OpOperand *&first = overwriting[add(operand.get())];
    if (!first)
      first = &operand;
  }
}

OverwrittenValues::OverwrittenValues(Operation *root) {
  if (!getNoiseRules(root->getContext()))
    return;
  SymbolTableCollection symbols;
  const bool hasObjects = noisy::hasObjects(root->getContext());
  auto overwritesAny = [&](Operation *op) {
    return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
      return mayOverwrite(operand) ||
             (hasObjects && mayCallOverwrite(operand, symbols));
    });
  };
  if (!root->walk([&](Operation *op) {
             return WalkResult(failure(overwritesAny(op)));
           })
           .wasInterrupted())
    return;
  addSet(); // kOutside
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    addOverwriting(op, symbols);
    addFlow(op, symbols);
  });
  // In numbers that are smaller than their own, roots come first.
  for (unsigned number = 0; number < parents.size(); ++number) {
    unsigned set = findSet(number);
    parents[number] = set;
    if (!overwriting[set])
      overwriting[set] = overwriting[number];
  }
  // Any function may be the one that is called out of sight.
  if (callsAny)
    for (const auto &entry : functions)
      if (OpOperand *operand = overwriting[parents[entry.second.outside]];
          operand && !overwriting[kOutside])
        overwriting[kOutside] = operand;
}

OpOperand *OverwrittenValues::find(Value value) const {
  auto known = numbers.find(value);
  return known == numbers.end() ? nullptr : overwriting[parents[known->second]];
}

bool mlir::noisy::isOverwritten(const UnknownReason &reason) {
  if (reason.kind != UnknownReason::Escape)
    return false;
  return !isa<BaseMemRefType>(reason.buffer.getType()) ||
         llvm::any_of(reason.place->getOpOperands(), [&](OpOperand &operand) {
           return operand.get() == reason.buffer && mayOverwrite(operand);
         });
}
