//===- UnknownReason.h - The reason for unknown noise --------- -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_MEMORY_UNKNOWNREASON_H
#define NOISY_ANALYSIS_MEMORY_UNKNOWNREASON_H

#include "analysis/flow/ValueNamer.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include <string>

namespace mlir::noisy {

/// The reason why nothing is known of an element that is read from memory, or
/// of the elements of a tensor.
struct UnknownReason {
  enum Kind {
    /// The buffer is not allocated in this function.
    OutOfSight,
    /// Code that is not followed may write the buffer: at `place`.
    Escape,
    /// The element may be read before it is written; or, if there is a `place`,
    /// an element that is copied there.
    Unwritten,
    /// An element of a tensor without contents may be read before it is
    /// written: at `place`. The tensor is `buffer`.
    Unfilled,
    /// The buffer keeps values of earlier iterations of a loop that is run
    /// iteration by iteration: stored at `place`.
    Iterations,
    /// The buffer is not followed write by write, and may have what was stored
    /// in other calls: at `place`, or in the function `place`.
    Calls,
    /// There are too many loads and stores.
    TooMany,
    /// It comes from a function whose model counts noise in other units; there
    /// is no buffer.
    Units,
    /// The type of the argument of the function `place` states a level of which
    /// the model knows nothing; there is no buffer.
    Level
  };
  Kind kind;
  Value buffer;
  Operation *place = nullptr;

  bool operator==(const UnknownReason &rhs) const = default;
};

/// The reason in words: "the buffer %m is passed to @f".
std::string describeReason(const UnknownReason &reason, ValueNamer name);
/// What there is to see at `place`: "%m is passed to @f here".
std::string describeReasonPlace(const UnknownReason &reason, ValueNamer name);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_MEMORY_UNKNOWNREASON_H
