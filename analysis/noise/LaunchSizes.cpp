//===- LaunchSizes.cpp - Stated numbers of blocks and threads -------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/noise/LaunchSizes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::noisy;

using Sizes = std::array<std::optional<LaunchSize>, kNumLaunchSizes>;

/// The first indices of the groups in `Sizes`.
static constexpr unsigned kBlocks = 0, kThreads = 3, kCluster = 6, kGrid = 9;

static void narrow(std::optional<LaunchSize> &size, uint64_t min,
                   uint64_t max) {
  size = size ? LaunchSize{std::max(size->min, min), std::min(size->max, max)}
              : LaunchSize{min, max};
}

static void addKnownSizes(Operation *function, StringRef name, unsigned first,
                          Sizes &sizes) {
  Attribute attr = function->getAttr(name);
  if (!attr)
    attr = function->getDiscardableAttr(("gpu." + name).str());
  auto sizesAttr = dyn_cast_or_null<DenseI32ArrayAttr>(attr);
  for (unsigned i = 0; sizesAttr && i < 3 && i < sizesAttr.size(); ++i)
    if (sizesAttr[i] > 0)
      narrow(sizes[first + i], sizesAttr[i], sizesAttr[i]);
}

static void addUpperBound(Operation *op, Sizes &sizes) {
  auto add = [&](auto indexOp, unsigned first) {
    if (std::optional<llvm::APInt> bound = indexOp.getUpperBound())
      narrow(sizes[first + unsigned(indexOp.getDimension())], 0,
             bound->getLimitedValue());
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case<gpu::ThreadIdOp, gpu::BlockDimOp>(
          [&](auto indexOp) { add(indexOp, kThreads); })
      // A grid has no more clusters than blocks.
      .Case<gpu::BlockIdOp, gpu::GridDimOp, gpu::ClusterIdOp,
            gpu::ClusterDimOp>([&](auto indexOp) { add(indexOp, kBlocks); })
      .Case<gpu::ClusterBlockIdOp, gpu::ClusterDimBlocksOp>(
          [&](auto indexOp) { add(indexOp, kCluster); })
      .Case<gpu::GlobalIdOp>([&](auto indexOp) { add(indexOp, kGrid); });
}

Sizes mlir::noisy::getStatedLaunchSizes(Operation *launch, Operation *kernel) {
  Sizes sizes;
  auto addCode = [&](Operation *code) {
    if (isa<FunctionOpInterface>(code)) {
      addKnownSizes(code, "known_grid_size", kBlocks, sizes);
      addKnownSizes(code, "known_block_size", kThreads, sizes);
      addKnownSizes(code, "known_cluster_size", kCluster, sizes);
    }
    code->walk([&](Operation *op) { addUpperBound(op, sizes); });
  };
  if (!kernel) {
    addCode(launch);
    return sizes;
  }
  addCode(kernel);
  if (auto module = dyn_cast_or_null<gpu::GPUModuleOp>(kernel->getParentOp()))
    for (auto function : module.getOps<FunctionOpInterface>())
      if (!gpu::GPUDialect::isKernel(function))
        addCode(function);
  return sizes;
}

bool mlir::noisy::isLaunch(Operation *op) {
  return isa<gpu::LaunchOp, gpu::LaunchFuncOp>(op);
}

SmallVector<OpOperand *, 2> mlir::noisy::getLaunchOperands(Operation *op,
                                                           unsigned number) {
  unsigned dimension = number % 3;
  return llvm::TypeSwitch<Operation *, SmallVector<OpOperand *, 2>>(op)
      .Case<gpu::LaunchOp, gpu::LaunchFuncOp>(
          [&](auto launch) -> SmallVector<OpOperand *, 2> {
            // The operands of the three dimensions are adjacent.
            OpOperand *blocks = &op->getOpOperand(
                launch.getGridSizeXMutable().getOperandNumber() + dimension);
            OpOperand *threads = &op->getOpOperand(
                launch.getBlockSizeXMutable().getOperandNumber() + dimension);
            switch (number - dimension) {
            case kBlocks:
              return {blocks};
            case kThreads:
              return {threads};
            case kGrid:
              return {blocks, threads};
            }
            if (!launch.getClusterSizeX())
              return {};
            unsigned first =
                launch.getClusterSizeXMutable().begin()->getOperandNumber();
            return {&op->getOpOperand(first + dimension)};
          })
      .Default([](Operation *) { return SmallVector<OpOperand *, 2>(); });
}

std::string mlir::noisy::describeLaunchSize(unsigned number) {
  static constexpr const char *const things[] = {
      "blocks", "threads", "blocks of a cluster", "threads of all blocks"};
  return std::string("the number of ") + things[number / 3] + " in " +
         "xyz"[number % 3];
}
