//===- OrderModel.cpp - Another model of placing reductions ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/optimizer/reference/OrderModel.h"

using namespace mlir::noisy::bench;
using namespace mlir::noisy::test;

OrderModel::OrderModel(const StraightLine &program)
    : program(program), reduceColumns(program.steps.size(), -1),
      firstColumns(program.steps.size(), -1) {
  for (unsigned step = 0; step < program.steps.size(); ++step) {
    addStep(step);
    addRules(step);
  }
}

void OrderModel::addStep(unsigned step) {
  if (!program.steps[step].isReducible)
    return;
  reduceColumns[step] = milp.addBinary(program.steps[step].cost);
  for (uint32_t bits = program.model.initial + 1; bits <= program.model.max;
       ++bits) {
    int column = milp.addColumn({0, 1, 0, false});
    if (firstColumns[step] < 0)
      firstColumns[step] = column;
    else
      // Who has more bits has fewer, too.
      milp.addRow(0, Milp::infinity,
                  {{unsigned(column) - 1, 1}, {unsigned(column), -1}});
  }
}

OrderModel::Literal OrderModel::atLeast(unsigned step, uint32_t bits) const {
  if (bits <= program.model.initial)
    return {-1, true};
  if (reduceColumns[step] < 0)
    return {-1, bits <= program.steps[step].bits};
  return {firstColumns[step] + int(bits - program.model.initial - 1), false};
}

void OrderModel::addImplication(std::initializer_list<Literal> causes,
                                unsigned step, uint32_t bits) {
  if (bits <= program.model.initial)
    return;
  // effect + reduced >= sum of the causes - (their number - 1); what passes
  // the limit may not be, reduced or not.
  std::vector<Milp::Term> terms;
  double lower = 1 - double(causes.size());
  if (bits <= program.model.max)
    terms = {{unsigned(atLeast(step, bits).column), 1},
             {unsigned(reduceColumns[step]), 1}};
  for (Literal cause : causes) {
    if (cause.column >= 0)
      terms.push_back({unsigned(cause.column), -1});
    else if (cause.isTrue)
      lower += 1;
    else
      return;
  }
  milp.addRow(lower, Milp::infinity, std::move(terms));
}

void OrderModel::addRules(unsigned number) {
  const Step &step = program.steps[number];
  const uint32_t initial = program.model.initial, max = program.model.max;
  switch (step.kind) {
  case StepKind::Fresh:
    if (step.isReducible)
      for (uint32_t bits = initial + 1; bits <= step.bits; ++bits)
        addImplication({}, number, bits);
    break;
  case StepKind::Add:
    for (unsigned operand : step.operands)
      for (uint32_t bits = initial; bits <= max; ++bits)
        addImplication({atLeast(operand, bits)}, number, bits + 1);
    break;
  case StepKind::Mul:
    if (step.operands[0] == step.operands[1]) {
      for (uint32_t bits = initial; bits <= max; ++bits)
        addImplication({atLeast(step.operands[0], bits)}, number, 2 * bits);
      break;
    }
    for (uint32_t lhsBits = initial; lhsBits <= max; ++lhsBits)
      for (uint32_t rhsBits = initial; rhsBits <= max; ++rhsBits)
        addImplication({atLeast(step.operands[0], lhsBits),
                        atLeast(step.operands[1], rhsBits)},
                       number, lhsBits + rhsBits);
    break;
  case StepKind::Scale:
    for (uint32_t bits = initial; bits <= max; ++bits)
      addImplication({atLeast(step.operands[0], bits)}, number,
                     bits + step.bits);
    break;
  }
}

std::vector<bool>
OrderModel::getReduced(const std::vector<double> &values) const {
  std::vector<bool> reducedColumns;
  for (int column : reduceColumns)
    reducedColumns.push_back(column >= 0 && values[column] > 0.5);
  return reducedColumns;
}
