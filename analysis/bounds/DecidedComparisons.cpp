//===- DecidedComparisons.cpp - Comparisons that bounds decide ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/bounds/DecidedComparisons.h"
#include "analysis/bounds/SymbolicBounds.h"
#include "analysis/flow/ComparisonPredicate.h"
#include "analysis/integers/IntegerReport.h"

using namespace mlir;
using namespace mlir::noisy;

std::optional<bool> mlir::noisy::findDecidedResult(Operation *op) {
  std::optional<DecidedComparison> decided = decideComparison(op);
  if (!decided || decided->assumesNoOverflow)
    return std::nullopt;
  return decided->result;
}

std::vector<ComparisonFinding>
mlir::noisy::findDecidedComparisons(ProgramFlow &flow,
                                    const IntegerFacts &facts, size_t most) {
  std::vector<ComparisonFinding> findings;
  // Without ranges nothing tells what is executed.
  if (!flow.isSolved())
    return findings;
  size_t tried = 0;
  flow.getRoot()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!getComparisonPredicate(op) || !op->getOperand(0).getType().isIndex())
      return WalkResult::advance();
    std::optional<IntegerFact> fact = facts.find(op->getResult(0));
    if (!fact || fact->isUnreached || fact->range.getConstantValue() ||
        !flow.isLive(op->getBlock()))
      return WalkResult::advance();
    if (tried++ >= most || flow.getStop().now())
      return WalkResult::interrupt();
    if (std::optional<bool> result = findDecidedResult(op))
      findings.push_back({op, *result});
    return WalkResult::advance();
  });
  return findings;
}

std::string
mlir::noisy::describeComparisonFinding(const ComparisonFinding &finding,
                                       ValueNamer name) {
  Value lhs = finding.op->getOperand(0), rhs = finding.op->getOperand(1);
  arith::CmpIPredicate predicate = *getComparisonPredicate(finding.op);
  std::string text = finding.result ? "always true: " : "always false: ";
  text += name(lhs) + (finding.result ? " is " : " is never ");
  text += describePredicate(predicate).str() + " " + name(rhs);
  if (predicate >= arith::CmpIPredicate::ult)
    text += ", as unsigned numbers";
  return text + ", by the bounds of both";
}

llvm::StringRef mlir::noisy::getFindingCode(const ComparisonFinding &) {
  return getFindingCode(IntegerFindingKind::Comparison);
}
