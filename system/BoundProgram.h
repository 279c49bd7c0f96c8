//===- BoundProgram.h - A program with limits -------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SYSTEM_BOUNDPROGRAM_H
#define NOISY_SYSTEM_BOUNDPROGRAM_H

#include <cstddef>

namespace mlir::noisy {

/// What a program may use at most, in bytes.
struct ProgramLimits {
  size_t Memory;
  /// Of each file that it writes.
  size_t File;
};

/// Replaces this process, which another one started by ChildProcess, by the
/// program `Arguments[0]` (a path) with the arguments of this null-terminated
/// list. For programs that are not ours, and do not watch their parent
/// (endWithParent): the system kills this one when the thread ends that started
/// this process, or its whole process. Its standard input is empty.
///
/// Returns an exit status if that fails, after a message to standard error.
int runBound(char **Arguments, const ProgramLimits &Limits);

} // namespace mlir::noisy

#endif // NOISY_SYSTEM_BOUNDPROGRAM_H
