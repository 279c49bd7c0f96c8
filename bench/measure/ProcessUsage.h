//===- ProcessUsage.h - What a process takes --------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_MEASURE_PROCESSUSAGE_H
#define NOISY_BENCH_MEASURE_PROCESSUSAGE_H

#include <sys/types.h>
#include <vector>

namespace mlir::noisy::bench {

/// The process and all that descend from it, as far as they live.
std::vector<pid_t> findFamily(pid_t process);

/// Sums over a process and all that descend from it, of what /proc says. What
/// several of them share counts for each.
struct ProcessUsage {
  /// Of physical memory, in MiB: now, and at most so far.
  double resident = 0, peak = 0;
  /// Seconds of processor time of the threads that live.
  double processorTime = 0;
};
ProcessUsage readUsage(pid_t process);

/// Waits until a process and all that descend from it do nothing any more; a
/// second at most.
void waitUntilIdle(pid_t process);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_MEASURE_PROCESSUSAGE_H
