//===- IdleCode.h - Code without any effect ---------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_INTEGERS_IDLECODE_H
#define NOISY_ANALYSIS_INTEGERS_IDLECODE_H

#include "analysis/integers/ProgramFlow.h"
#include <vector>

namespace mlir::noisy {

/// Code that could be left out.
struct IdleCode {
  enum class Kind {
    /// An operation without side effects whose results nothing uses. What only
    /// unused operations use counts as used.
    UnusedResult,
    /// The operations of a block that is never executed.
    NeverExecuted
  };
  Kind kind;
  /// The operation, or the first and the last one of the block.
  Operation *first, *last;
};

/// Returns the idle code of a program, in the order of the text. Operations of
/// unknown dialects, and all that is not known to be free of side effects, have
/// an effect.
std::vector<IdleCode> findIdleCode(ProgramFlow &flow);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_INTEGERS_IDLECODE_H
