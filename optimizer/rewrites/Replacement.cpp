//===- Replacement.cpp - A computation in place of another ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/rewrites/Replacement.h"
#include "dialect/NoisyDialect.h"
#include "dialect/Patterns.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;

void MadeListener::notifyOperationInserted(Operation *op,
                                           OpBuilder::InsertPoint) {
  if (observer.onMade)
    observer.onMade(op, place);
}

void mlir::noisy::eraseUnused(Operation *op, const RewriteObserver &observer) {
  auto canGo = [](Operation *source) {
    return source && isOpTriviallyDead(source) && mayRewrite(source) &&
           (isa_and_nonnull<NoisyDialect>(source->getDialect()) ||
            source->hasTrait<OpTrait::ConstantLike>());
  };
  SmallVector<Operation *> open = {op};
  while (!open.empty()) {
    Operation *current = open.pop_back_val();
    SmallVector<Value> operands(current->getOperands());
    if (observer.onErased)
      observer.onErased(current);
    current->erase();
    for (auto [i, operand] : llvm::enumerate(operands))
      if (!llvm::is_contained(ArrayRef(operands).take_front(i), operand) &&
          canGo(operand.getDefiningOp()))
        open.push_back(operand.getDefiningOp());
  }
}

Value mlir::noisy::replaceComputation(const Computation &computation,
                                      const Plan &plan, Plan::Node node,
                                      const RewriteObserver &observer) {
  Operation *root = computation.getRoot();
  MadeListener listener(observer, root);
  OpBuilder builder(root, &listener);
  SmallVector<Operation *> existing(computation.getComplements());
  llvm::append_range(existing, computation.getOperations().drop_back());
  Value result = plan.build(builder, root->getLoc(), node, existing);
  root->getResult(0).replaceAllUsesWith(result);
  eraseUnused(root, observer);
  return result;
}
