//===- ElementBodies.h - Operations of linalg by their bodies ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_FLOW_ELEMENTBODIES_H
#define NOISY_ANALYSIS_FLOW_ELEMENTBODIES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <optional>

namespace mlir::noisy {

/// How often a body computes each element of an output, once for each point
/// of the iteration space that leads to it: each time from the element as it
/// was left before.
struct ElementUpdates {
  uint64_t min = 0;
  /// None if a size is not known.
  std::optional<uint64_t> max = 0;
};

/// True if the text of `op`, an operation of linalg, shows its body. Others
/// only move elements if these are encrypted: `linalg.copy`, `fill`,
/// `transpose`, `broadcast`.
bool showsBody(linalg::LinalgOp op);

/// The updates of each element of one output of `op`.
ElementUpdates getUpdates(linalg::LinalgOp op, unsigned output);

/// The updates of the elements of all encrypted outputs that depend on each
/// other. `areSame` is true if these are one element of each output; otherwise
/// only some of the elements are updated each time.
struct SharedUpdates : ElementUpdates {
  bool areSame = true;
};
SharedUpdates getSharedUpdates(linalg::LinalgOp op);

/// The number of times that the body is run; none if a size is not known.
std::optional<uint64_t> countPoints(linalg::LinalgOp op);

/// The value that the body passes on for an output.
Value getYielded(linalg::LinalgOp op, unsigned output);

/// The operand that an argument of the body is an element of.
OpOperand &getOperandOf(linalg::LinalgOp op, BlockArgument argument);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_FLOW_ELEMENTBODIES_H
