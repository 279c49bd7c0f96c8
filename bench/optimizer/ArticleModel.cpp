//===- ArticleModel.cpp - The integer program of the article --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/optimizer/ArticleModel.h"

using namespace mlir::noisy::bench;

ArticleModel::ArticleModel(const StraightLine &program)
    : reduceColumns(program.steps.size(), -1) {
  // The constant that switches a formula off, and the cost of a bit of a
  // maximum.
  constexpr double big = 100, penalty = 0.1;
  constexpr double infinity = Milp::infinity;
  const double initial = program.model.initial, limit = program.model.max;
  std::vector<unsigned> noiseOf;
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const Step &step = program.steps[i];
    if (step.kind == StepKind::Fresh) {
      noiseOf.push_back(
          milp.addColumn({double(step.bits), double(step.bits), 0, false}));
      continue;
    }
    unsigned noise = milp.addColumn({0, limit, 0, false});
    unsigned reduce = milp.addBinary(1);
    noiseOf.push_back(noise);
    reduceColumns[i] = reduce;

    // The noise before a reduction, a sum of terms and a constant. It has to
    // keep the limit as well.
    std::vector<Milp::Term> rawTerms;
    double constant = 0;
    if (step.kind == StepKind::Add) {
      unsigned maximum = milp.addColumn({0, limit, penalty, false});
      for (unsigned operand : step.operands)
        milp.addRow(1, infinity, {{maximum, 1}, {noiseOf[operand], -1}});
      rawTerms = {{maximum, 1}};
    } else {
      for (unsigned operand : step.operands)
        rawTerms.push_back({noiseOf[operand], 1});
      constant = step.kind == StepKind::Scale ? step.bits : 0;
    }
    milp.addRow(-infinity, limit - constant, rawTerms);

    // Reduced: the noise is that of a fresh encryption.
    milp.addRow(0, infinity, {{noise, 1}, {reduce, -initial}});
    milp.addRow(-infinity, initial + big, {{noise, 1}, {reduce, big}});
    // Not reduced: the noise is the one from before.
    for (double sign : {1.0, -1.0}) {
      std::vector<Milp::Term> terms = {{noise, sign}, {reduce, big}};
      for (Milp::Term term : rawTerms)
        terms.push_back({term.column, -sign * term.factor});
      milp.addRow(sign * constant, infinity, std::move(terms));
    }
  }
}

std::vector<bool>
ArticleModel::getReduced(const std::vector<double> &values) const {
  std::vector<bool> isReduced;
  for (int column : reduceColumns)
    isReduced.push_back(column >= 0 && values[column] > 0.5);
  return isReduced;
}
