//===- LaunchSizes.cpp - How many blocks and threads are stated -----------===//
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

/// Blocks come first in `Sizes`, threads behind them.
static constexpr unsigned kBlocks = 0, kThreads = 3;

static void narrow(std::optional<LaunchSize> &size, uint64_t least,
                   uint64_t most) {
  size = size ? LaunchSize{std::max(size->least, least),
                           std::min(size->most, most)}
              : LaunchSize{least, most};
}

static void addKnownSizes(Operation *function, StringRef name, unsigned first,
                          Sizes &sizes) {
  Attribute attr = function->getAttr(name);
  if (!attr)
    attr = function->getDiscardableAttr(("gpu." + name).str());
  auto known = dyn_cast_or_null<DenseI32ArrayAttr>(attr);
  for (unsigned i = 0; known && i < 3 && i < known.size(); ++i)
    if (known[i] > 0)
      narrow(sizes[first + i], known[i], known[i]);
}

static void addUpperBound(Operation *op, Sizes &sizes) {
  auto add = [&](auto read, unsigned first) {
    if (std::optional<llvm::APInt> bound = read.getUpperBound())
      narrow(sizes[first + unsigned(read.getDimension())], 0,
             bound->getLimitedValue());
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case<gpu::ThreadIdOp, gpu::BlockDimOp>(
          [&](auto read) { add(read, kThreads); })
      .Case<gpu::BlockIdOp, gpu::GridDimOp>(
          [&](auto read) { add(read, kBlocks); });
}

Sizes mlir::noisy::getStatedLaunchSizes(Operation *launch, Operation *kernel) {
  Sizes sizes;
  auto addCode = [&](Operation *code) {
    if (isa<FunctionOpInterface>(code)) {
      addKnownSizes(code, "known_grid_size", kBlocks, sizes);
      addKnownSizes(code, "known_block_size", kThreads, sizes);
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

std::optional<unsigned> mlir::noisy::getFirstLaunchSize(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<unsigned>>(op)
      .Case<gpu::LaunchOp, gpu::LaunchFuncOp>([](auto launch) {
        return launch.getGridSizeXMutable().getOperandNumber();
      })
      .Default([](Operation *) { return std::nullopt; });
}

std::string mlir::noisy::describeLaunchSize(unsigned number) {
  return std::string("the number of ") +
         (number < kThreads ? "blocks" : "threads") + " in " +
         "xyz"[number % 3];
}
