//===- StraightLine.h - Straight-line programs in numbers -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input of other ways to place reductions: the greedy placement, the
// article's model, the order-encoded model. It uses neither the analysis nor
// the operations' transfer functions, so that agreement with them is evidence.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_OPTIMIZER_STRAIGHTLINE_H
#define NOISY_BENCH_OPTIMIZER_STRAIGHTLINE_H

#include "dialect/NoiseModel.h"
#include "mlir/IR/Value.h"
#include "optimizer/Reductions.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace mlir::noisy::bench {

enum class StepKind {
  Fresh, ///< Encoded, reduced, or an argument.
  Add,   ///< Also a subtraction.
  Mul,
  Scale,
};

/// One encrypted value. The steps of its operands stand before it.
struct Step {
  StepKind kind = StepKind::Fresh;
  Value value;
  llvm::SmallVector<unsigned, 2> operands;
  /// The noise of a `Fresh` step; the bits that a `Scale` adds.
  uint32_t bits = 0;
  /// True if a reduction of it can matter.
  bool isReducible = false;
  /// The cost of a reduction of it (`noisy.cost`).
  int64_t cost = 1;
};

struct StraightLine {
  NoiseModel model;
  std::vector<Step> steps;

  /// Reads functions without control flow, calls and contracts of results, all
  /// under one model; nullopt for any other program.
  static std::optional<StraightLine> read(Operation *root);

  /// The reductions of the chosen steps.
  std::vector<Reduction>
  getReductions(const std::vector<bool> &isReduced) const;
};

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_OPTIMIZER_STRAIGHTLINE_H
