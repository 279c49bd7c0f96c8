//===- OrderModel.h - Another model of placing reductions -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_OPTIMIZER_REFERENCE_ORDERMODEL_H
#define NOISY_TESTS_OPTIMIZER_REFERENCE_ORDERMODEL_H

#include "bench/optimizer/Milp.h"
#include "bench/optimizer/StraightLine.h"

namespace mlir::noisy::test {

/// The placement of reductions in a straight-line program as an integer program
/// that shares nothing with the optimizer: for each value v and each number of
/// bits t above the initial noise, whether v has at least t bits, which is a
/// number from 0 to 1 that the rows push up; and for each value whether it is
/// reduced. An operation passes on what its operands have, by the rules of the
/// dialect written down again, unless its result is reduced.
class OrderModel {
public:
  explicit OrderModel(const bench::StraightLine &program);

  const bench::Milp &getMilp() const { return milp; }
  /// For each step of the program whether a solution reduces it.
  std::vector<bool> getReduced(const std::vector<double> &values) const;

private:
  /// That a value has at least so many bits: a column, or known.
  struct Literal {
    int column = -1;
    bool isTrue = false;
  };

  Literal atLeast(unsigned step, uint32_t bits) const;
  void addStep(unsigned step);
  void addRules(unsigned step);
  /// Where all of `causes` hold, `step` has at least `bits` before it is
  /// reduced.
  void addImplication(std::initializer_list<Literal> causes, unsigned step,
                      uint32_t bits);

  const bench::StraightLine &program;
  bench::Milp milp;
  /// Of each step: its reduction, and that it has one bit more than initially;
  /// the columns for more bits follow. -1 for none.
  std::vector<int> reduceColumns, firstColumns;
};

} // namespace mlir::noisy::test

#endif // NOISY_TESTS_OPTIMIZER_REFERENCE_ORDERMODEL_H
