//===- LaunchSizes.h - How many blocks and threads are stated ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_NOISE_LAUNCHSIZES_H
#define NOISY_ANALYSIS_NOISE_LAUNCHSIZES_H

#include "mlir/IR/Operation.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace mlir::noisy {

/// What can be stated of a launch, in x, y and z: the numbers of blocks in the
/// grid, of threads in a block, of blocks in a cluster, and of threads in the
/// grid.
constexpr unsigned kNumLaunchSizes = 12;

/// The least and the most of one of the sizes.
struct LaunchSize {
  uint64_t least, most;
};

/// What the code that `launch` (`gpu.launch`, `gpu.launch_func`) starts states
/// of the sizes, where it does: `known_block_size` and the like, and
/// `upper_bound` of operations like `gpu.thread_id`, also in functions beside
/// the kernel, which may be called. Ranges of integers rest on these. (What is
/// stated of subgroups and their lanes no launch tells: the hardware has their
/// size.)
std::array<std::optional<LaunchSize>, kNumLaunchSizes>
getStatedLaunchSizes(Operation *launch, Operation *kernel);

bool isLaunch(Operation *op);

/// The operands of `launch` whose product is one of the sizes; none where that
/// is 1, because the launch has no clusters.
SmallVector<OpOperand *, 2> getLaunchOperands(Operation *launch,
                                              unsigned number);

/// "the number of threads in x".
std::string describeLaunchSize(unsigned number);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_LAUNCHSIZES_H
