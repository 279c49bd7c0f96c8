//===- ArticleModel.h - The integer program of the article ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_BENCH_OPTIMIZER_ARTICLEMODEL_H
#define NOISY_BENCH_OPTIMIZER_ARTICLEMODEL_H

#include "bench/optimizer/Milp.h"
#include "bench/optimizer/StraightLine.h"

namespace mlir::noisy::bench {

/// The model of Jeremy Kun's "MLIR: A Global Optimization and Dataflow
/// Analysis" (2023), the origin of the dialect, with its numbers: for each
/// value its noise, a real number within the limit, and for each operation
/// whether its result is reduced. A constant of 100 switches between the two
/// formulas for the noise of a result. The maximum of an addition is a number
/// above both operands that costs a tenth of a reduction for each bit, which is
/// why the optimum of this model need not have the fewest reductions.
class ArticleModel {
public:
  explicit ArticleModel(const StraightLine &program);

  const Milp &getMilp() const { return milp; }
  /// For each step of the program, true if a solution reduces it.
  std::vector<bool> getReduced(const std::vector<double> &values) const;

private:
  Milp milp;
  /// The column of each step; -1 for steps that the article does not reduce.
  std::vector<int> reduceColumns;
};

} // namespace mlir::noisy::bench

#endif // NOISY_BENCH_OPTIMIZER_ARTICLEMODEL_H
