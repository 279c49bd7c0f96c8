//===- StraightLine.h - Straight-line programs in numbers -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What other ways to place reductions start from: greed, the article's model,
// the order-encoded model. It asks neither the analysis nor the operations'
// transfer functions, so that agreeing with them shows something.
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
  Add,   ///< Or a subtraction.
  Mul,
  Scale,
};

/// One encrypted value. The steps that it is computed from stand before it.
struct Step {
  StepKind kind = StepKind::Fresh;
  Value value;
  llvm::SmallVector<unsigned, 2> operands;
  /// Of a `Fresh` one, its noise; of a `Scale`, what it adds.
  uint32_t bits = 0;
  /// Whether a reduction of it can matter.
  bool isReducible = false;
  /// What a reduction of it costs (`noisy.cost`).
  int64_t cost = 1;
};

struct StraightLine {
  NoiseModel model;
  std::vector<Step> steps;

  /// Reads functions without control flow, calls and contracts of results, all
  /// under one model; nullopt for any other program.
  static std::optional<StraightLine> read(Operation *root);

  /// The reductions of the steps that are chosen.
  std::vector<Reduction> getReductions(const std::vector<bool> &chosen) const;
};

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_OPTIMIZER_STRAIGHTLINE_H
