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

/// The sizes of the grid, then those of the blocks, in x, y and z.
constexpr unsigned kNumLaunchSizes = 6;

/// The least and the most of one of the sizes.
struct LaunchSize {
  uint64_t least, most;
};

/// What the code that `launch` (`gpu.launch`, `gpu.launch_func`) starts states
/// of the sizes, where it does: `known_block_size`, `known_grid_size`, and
/// `upper_bound` of operations like `gpu.thread_id`, also in functions beside
/// the kernel, which may be called. Ranges of integers rest on these.
std::array<std::optional<LaunchSize>, kNumLaunchSizes>
getStatedLaunchSizes(Operation *launch, Operation *kernel);

/// The number of the first operand of `launch` that is one of the sizes, which
/// stand side by side; none for other operations.
std::optional<unsigned> getFirstLaunchSize(Operation *launch);

/// "the number of threads in x".
std::string describeLaunchSize(unsigned number);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_NOISE_LAUNCHSIZES_H
