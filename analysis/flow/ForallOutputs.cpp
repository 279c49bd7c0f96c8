//===- ForallOutputs.cpp - The output tensors of scf.forall ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/flow/ForallOutputs.h"
#include "dialect/NoiseCarriers.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::noisy;

std::optional<SmallVector<Value, 2>>
mlir::noisy::getInserted(scf::ForallOp loop, unsigned output) {
  BlockArgument sharedOutput = loop.getRegionIterArgs()[output];
  SmallVector<Value, 2> sources;
  for (Operation &op : *loop.getTerminator().getBody()) {
    auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(op);
    if (!insert)
      return std::nullopt;
    if (insert.getDest() != sharedOutput)
      continue;
    if (!carriesNoise(insert.getSource()))
      return std::nullopt;
    sources.push_back(insert.getSource());
  }
  return sources;
}

namespace {
/// The part of a tensor that an operation reads or writes.
struct Slice {
  SmallVector<OpFoldResult> offsets, sizes;

  bool operator==(const Slice &rhs) const {
    return isEqualConstantIntOrValueArray(offsets, rhs.offsets) &&
           isEqualConstantIntOrValueArray(sizes, rhs.sizes);
  }
};
} // namespace

/// The slice of `use`'s tensor that its owner reads or writes; none if it is
/// unknown.
static std::optional<Slice> getSlice(OpOperand &use) {
  Operation *op = use.getOwner();
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    Slice slice;
    llvm::append_range(slice.offsets, extract.getIndices());
    slice.sizes.assign(slice.offsets.size(),
                       OpFoldResult(Builder(op).getIndexAttr(1)));
    return slice;
  }
  if (auto extract = dyn_cast<tensor::ExtractSliceOp>(op);
      extract && extract.hasUnitStride())
    return Slice{extract.getMixedOffsets(), extract.getMixedSizes()};
  if (auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(op);
      insert && use.get() == insert.getDest() &&
      use.get() != insert.getSource() && insert.hasUnitStride())
    return Slice{insert.getMixedOffsets(), insert.getMixedSizes()};
  return std::nullopt;
}

static bool isPrivate(scf::ForallOp loop, BlockArgument sharedOutput) {
  std::optional<Slice> common;
  for (OpOperand &use : sharedOutput.getUses()) {
    std::optional<Slice> slice = getSlice(use);
    if (!slice || (common && !(*common == *slice)))
      return false;
    common = slice;
  }
  if (!common)
    return true;
  return llvm::all_of(loop.getInductionVars(), [&](Value variable) {
    for (auto [offset, size] : llvm::zip_equal(common->offsets, common->sizes))
      if (offset == OpFoldResult(variable) && isConstantIntValue(size, 1))
        return true;
    return false;
  });
}

bool mlir::noisy::hasPrivateOutputs(scf::ForallOp loop) {
  return llvm::all_of(
      loop.getRegionIterArgs(), [&](BlockArgument sharedOutput) {
        return !carriesNoise(sharedOutput) || isPrivate(loop, sharedOutput);
      });
}
