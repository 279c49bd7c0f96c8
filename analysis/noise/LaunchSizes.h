//===- LaunchSizes.h - Stated numbers of blocks and threads -----*- C++ -*-===//
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

/// The number of sizes that can be stated for a launch, in x, y and z: the
/// numbers of blocks in the grid, of threads in a block, of blocks in a
/// cluster, and of threads in the grid.
constexpr unsigned kNumLaunchSizes = 12;

/// The least and the most of one of the sizes.
struct LaunchSize {
  uint64_t min, max;
};

/// The sizes that the code started by `launch` (`gpu.launch`,
/// `gpu.launch_func`) states: `known_block_size` and the like, and
/// `upper_bound` of operations like `gpu.thread_id`, also in functions beside
/// the kernel, which may be called. Ranges of integers rely on these. (The size
/// of subgroups is not part of a launch: it is given by the hardware.)
std::array<std::optional<LaunchSize>, kNumLaunchSizes>
getStatedLaunchSizes(Operation *launch, Operation *kernel);

bool isLaunch(Operation *op);

/// The operands of `launch` whose product is one of the sizes; none if it is 1,
/// because the launch has no clusters.
SmallVector<OpOperand *, 2> getLaunchOperands(Operation *launch,
                                              unsigned number);

/// A description of one size: "the number of threads in x".
std::string describeLaunchSize(unsigned number);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_LAUNCHSIZES_H
