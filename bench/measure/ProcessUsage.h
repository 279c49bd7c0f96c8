//===- ProcessUsage.h - Memory and time of processes ------------*- C++ -*-===//
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

/// The process and all its living descendants.
std::vector<pid_t> findFamily(pid_t process);

/// Sums of /proc figures over a process and all its descendants. Shared memory
/// counts once for each process.
struct ProcessUsage {
  /// Physical memory in MiB: now, and at its peak so far.
  double resident = 0, peak = 0;
  /// The processor time of the living threads in seconds.
  double processorTime = 0;
};
ProcessUsage readUsage(pid_t process);

/// Waits, at most a second, until a process and all its descendants are idle.
void waitUntilIdle(pid_t process);

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_MEASURE_PROCESSUSAGE_H
