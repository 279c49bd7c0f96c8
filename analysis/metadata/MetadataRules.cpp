//===- MetadataRules.cpp - Which operations carry metadata ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/metadata/MetadataRules.h"
#include "analysis/memory/MemoryFlow.h"
#include "analysis/memory/TensorFlow.h"
#include "dialect/NoisyOps.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CastInterfaces.h"

using namespace mlir;
using namespace mlir::noisy;

static bool isArithmetic(Operation *op) {
  if (op->getNumRegions() > 0 || op->getNumOperands() == 0)
    return false;
  return OpTrait::hasElementwiseMappableTraits(op) ||
         isa<CastOpInterface, AddOp, SubOp, MulOp, ScaleOp, ReduceNoiseOp,
             affine::AffineApplyOp, affine::AffineMinOp, affine::AffineMaxOp,
             affine::AffineLinearizeIndexOp, affine::AffineDelinearizeIndexOp>(
             op) ||
         isa_and_nonnull<index::IndexDialect>(op->getDialect());
}

std::optional<SmallVector<Value>> mlir::noisy::findSources(Operation *op,
                                                           MemoryFlow &memory) {
  if (std::optional<LoadedValues> loaded = memory.getLoaded(op)) {
    if (loaded->reason || loaded->inputs.empty())
      return std::nullopt;
    return llvm::to_vector_of<Value>(loaded->inputs);
  }
  if (auto extract = dyn_cast<tensor::ExtractOp>(op))
    return SmallVector<Value>{getExtracted(extract)};
  if (auto insert = dyn_cast<tensor::InsertOp>(op))
    return SmallVector<Value>{insert.getScalar(), insert.getDest()};
  if (auto splat = dyn_cast<tensor::SplatOp>(op))
    return SmallVector<Value>{splat.getInput()};
  if (isArithmetic(op) ||
      (isa<tensor::FromElementsOp>(op) && op->getNumOperands() > 0))
    return SmallVector<Value>(op->getOperands());
  return std::nullopt;
}
