//===- Reductions.cpp - Write reductions into the IR ----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/Reductions.h"
#include "analysis/noise/NoiseFacts.h"
#include "dialect/ReducingOperations.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::noisy;

void mlir::noisy::applyReductions(ArrayRef<Reduction> reductions,
                                  ArrayRef<Operation *> removals) {
  for (auto [value, block, target] : reductions) {
    OpBuilder builder(value.getContext());
    if (block)
      builder.setInsertionPointToStart(block);
    else
      builder.setInsertionPointAfterValue(value);
    // There is one for each candidate.
    Operation *reduce = createReduction(builder, value, target);
    value.replaceAllUsesExcept(reduce->getResult(0), reduce);
  }
  for (Operation *op : removals) {
    op->getResult(0).replaceAllUsesWith(getReducedOperand(op));
    op->erase();
  }
}

OwningOpRef<Operation *>
mlir::noisy::copyWithReductions(Operation *root, ArrayRef<Reduction> reductions,
                                ArrayRef<Operation *> removals,
                                IRMapping &mapping) {
  OwningOpRef<Operation *> copy = root->clone(mapping);
  std::vector<Reduction> copies;
  for (auto [value, block, target] : reductions)
    copies.push_back(
        {mapping.lookup(value), mapping.lookupOrNull(block), target});
  SmallVector<Operation *> removedCopies;
  for (Operation *op : removals)
    removedCopies.push_back(mapping.lookup(op));
  applyReductions(copies, removedCopies);
  return copy;
}

bool mlir::noisy::isBeyondReductions(const NoiseFinding &finding) {
  return finding.kind == NoiseFindingKind::Unknown ||
         finding.kind == NoiseFindingKind::StatedRange;
}

size_t mlir::noisy::countUnknown(const NoiseFacts &facts) {
  return llvm::count_if(facts.getFindings(), [](const NoiseFinding &finding) {
    return finding.kind == NoiseFindingKind::Unknown;
  });
}

bool mlir::noisy::confirmReductions(Operation *root,
                                    ArrayRef<Reduction> reductions,
                                    ArrayRef<Operation *> removals,
                                    size_t mostUnknown) {
  IRMapping mapping;
  OwningOpRef<Operation *> copy =
      copyWithReductions(root, reductions, removals, mapping);
  NoiseFacts facts = NoiseFacts::compute(copy.get());
  // These are not hidden by reductions, nor made by those of our own.
  return llvm::all_of(facts.getFindings(), isBeyondReductions) &&
         countUnknown(facts) <= mostUnknown;
}

bool mlir::noisy::confirmReductions(Operation *root,
                                    ArrayRef<Reduction> reductions,
                                    ArrayRef<Operation *> removals,
                                    Operation *scope,
                                    const NoiseFacts &oldFacts,
                                    const llvm::DenseSet<Value> &limited) {
  IRMapping mapping;
  OwningOpRef<Operation *> copy =
      copyWithReductions(root, reductions, removals, mapping);
  NoiseFacts newFacts = NoiseFacts::compute(copy.get());
  Operation *scopeCopy = mapping.lookup(scope);
  for (const NoiseFinding &finding : newFacts.getFindings())
    if (finding.isWithin(scopeCopy) && !isBeyondReductions(finding))
      return false;
  if (countUnknown(newFacts) > countUnknown(oldFacts))
    return false;
  for (Value value : limited) {
    const NoiseFact *fact = newFacts.find(mapping.lookup(value));
    if (fact && fact->bound.exceeds(fact->model.max))
      return false;
  }
  return llvm::all_of(oldFacts.getValues(), [&](Value value) {
    return scope->isAncestor(value.getParentBlock()->getParentOp()) ||
           newFacts.getBound(mapping.lookup(value)) <= oldFacts.getBound(value);
  });
}
