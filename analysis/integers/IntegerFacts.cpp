//===- IntegerFacts.cpp - The facts on integers ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/IntegerFacts.h"
#include "analysis/integers/IntegerTypes.h"
#include "analysis/integers/ProgramFlow.h"
#include "analysis/integers/RangeAnalysis.h"
#include "dialect/NoisyOps.h"
#include "dialect/StatedRange.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::noisy;

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

static bool isFull(const ConstantIntRanges &range) {
  return range.umin().isZero() && range.umax().isAllOnes() &&
         range.smin().isMinSignedValue() && range.smax().isMaxSignedValue();
}

void IntegerFacts::add(ProgramFlow &flow, Value value) {
  if (!hasRange(value))
    return;
  if (!flow.isReached(value)) {
    unreachedValues.insert(value);
    return;
  }
  ConstantIntRanges range = *flow.getRange(value);
  if (isFull(range))
    return;
  indices.try_emplace(value, ranges.size());
  ranges.push_back(std::move(range));
}

/// The basis of a result's range if an `upper_bound` is stated.
static std::optional<IntegerBasis> getUpperBoundBasis(Operation *op) {
  auto ifStated = [](auto size, IntegerBasis basis) {
    return size.getUpperBound() ? std::optional(basis) : std::nullopt;
  };
  return llvm::TypeSwitch<Operation *, std::optional<IntegerBasis>>(op)
      .Case<gpu::ThreadIdOp, gpu::BlockDimOp, gpu::BlockIdOp, gpu::GridDimOp,
            gpu::GlobalIdOp, gpu::ClusterIdOp, gpu::ClusterDimOp,
            gpu::ClusterBlockIdOp, gpu::ClusterDimBlocksOp>(
          [&](auto size) { return ifStated(size, IntegerBasis::UpperBound); })
      // The size of a subgroup is given by the hardware.
      .Case<gpu::LaneIdOp, gpu::SubgroupIdOp, gpu::NumSubgroupsOp,
            gpu::SubgroupSizeOp>([&](auto size) {
        return ifStated(size, IntegerBasis::AssumedUpperBound);
      })
      .Default([](Operation *) { return std::nullopt; });
}

void IntegerFacts::addBasis(ProgramFlow &flow, Operation *op) {
  if (std::optional<IntegerBasis> basis = getUpperBoundBasis(op)) {
    bases.try_emplace(op->getResult(0), *basis);
    return;
  }
  for (OpResult result : op->getResults())
    if (const ResultStatement *statement = flow.findStatement(result)) {
      if (statement->refutingRange)
        findings.push_back({IntegerFindingKind::Contradiction,
                            IntegerSeverity::Warning, op, result,
                            statement->refutingRange});
      else
        bases.try_emplace(result, statement->isChecked()
                                      ? IntegerBasis::CheckedRange
                                      : IntegerBasis::ReliedOnRange);
    }
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || function.isExternal())
    return;
  for (BlockArgument argument : function.getArguments())
    if (hasRange(argument) && getStatedRange(function, argument.getArgNumber()))
      bases.try_emplace(argument, flow.getUses().isCallableOutOfSight(op)
                                      ? IntegerBasis::AssumedRange
                                      : IntegerBasis::StatedRange);
}

IntegerFacts IntegerFacts::compute(ProgramFlow &flow) {
  IntegerFacts facts;
  if (!flow.isSolved())
    return facts;
  for (Region &region : flow.getRoot()->getRegions())
    facts.addRegion(flow, region);
  return facts;
}

void IntegerFacts::addRegion(ProgramFlow &flow, Region &region) {
  for (Block &block : region) {
    bool isLive = flow.isLive(&block);
    for (BlockArgument argument : block.getArguments())
      add(flow, argument);
    for (Operation &op : block) {
      if (flow.getStop()())
        return;
      if (hasAnyRange(op.getResults())) {
        for (Value result : op.getResults())
          add(flow, result);
        if (isLive)
          addFindings(flow, &op);
      }
      if (op.getNumRegions() || op.getNumOperands() == 0 ||
          isa<CallOpInterface, AssumeOp>(op) ||
          !op.getDiscardableAttrDictionary().empty())
        addBasis(flow, &op);
      for (Region &inner : op.getRegions())
        addRegion(flow, inner);
    }
  }
}

std::optional<IntegerFact> IntegerFacts::find(Value value) const {
  if (!hasRange(value))
    return std::nullopt;
  return IntegerFact{getRange(value), bases.lookup(value),
                     unreachedValues.contains(value)};
}

ConstantIntRanges IntegerFacts::getRange(Value value) const {
  auto index = indices.find(value);
  return index == indices.end() ? getFullRange(value.getType())
                                : ranges[index->second];
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

void IntegerFacts::addFindings(ProgramFlow &flow, Operation *op) {
  // Results of regions and calls come from elsewhere, and are reported there.
  if (op->getNumRegions() || isa<CallOpInterface>(op) ||
      op->hasTrait<OpTrait::ConstantLike>() || !op->getNumOperands())
    return;
  if (llvm::any_of(op->getResults(), [&](Value value) {
        return unreachedValues.contains(value);
      }))
    return;
  addDivisionByZero(op);
  // What is stated need not be found.
  if (statesResultRange(op))
    return;
  bool varies = llvm::any_of(op->getOperands(), [&](Value operand) {
    return hasRange(operand) && !getRange(operand).getConstantValue();
  });
  if (varies && !addConstant(op))
    addUnsigned(op);
}

/// Adds findings for constant results of `op`. Returns true if there are any.
bool IntegerFacts::addConstant(Operation *op) {
  bool hasConstant = false;
  for (Value result : op->getResults()) {
    if (!hasRange(result) || !getRange(result).getConstantValue())
      continue;
    bool compares = isa<arith::CmpIOp, index::CmpOp>(op);
    findings.push_back({compares ? IntegerFindingKind::Comparison
                                 : IntegerFindingKind::Constant,
                        IntegerSeverity::Information, op, result});
    hasConstant = true;
  }
  return hasConstant;
}

void IntegerFacts::addDivisionByZero(Operation *op) {
  if (!isa<arith::DivSIOp, arith::DivUIOp, arith::CeilDivSIOp,
           arith::CeilDivUIOp, arith::FloorDivSIOp, arith::RemSIOp,
           arith::RemUIOp, index::DivSOp, index::DivUOp, index::CeilDivSOp,
           index::CeilDivUOp, index::FloorDivSOp, index::RemSOp, index::RemUOp>(
          op))
    return;
  Value divisor = op->getOperand(1);
  std::optional<APInt> constant = getRange(divisor).getConstantValue();
  if (constant && constant->isZero() && !unreachedValues.contains(divisor))
    findings.push_back({IntegerFindingKind::DivisionByZero,
                        IntegerSeverity::Warning, op, divisor});
}

bool mlir::noisy::saysMoreThanType(const IntegerFact &fact) {
  unsigned width = fact.range.umin().getBitWidth();
  return fact.isUnreached || fact.basis != IntegerBasis::None ||
         !(fact.range == ConstantIntRanges::maxRange(width));
}

llvm::StringRef mlir::noisy::getUnsignedEquivalent(Operation *op) {
  return llvm::TypeSwitch<Operation *, llvm::StringRef>(op)
      .Case<arith::DivSIOp, arith::FloorDivSIOp>(
          [](auto) { return "arith.divui"; })
      .Case<arith::CeilDivSIOp>([](auto) { return "arith.ceildivui"; })
      .Case<arith::RemSIOp>([](auto) { return "arith.remui"; })
      .Case<arith::MinSIOp>([](auto) { return "arith.minui"; })
      .Case<arith::MaxSIOp>([](auto) { return "arith.maxui"; })
      .Case<arith::ExtSIOp>([](auto) { return "arith.extui"; })
      .Case<arith::CmpIOp>([](arith::CmpIOp cmp) -> llvm::StringRef {
        switch (cmp.getPredicate()) {
        case arith::CmpIPredicate::slt:
          return "arith.cmpi ult";
        case arith::CmpIPredicate::sle:
          return "arith.cmpi ule";
        case arith::CmpIPredicate::sgt:
          return "arith.cmpi ugt";
        case arith::CmpIPredicate::sge:
          return "arith.cmpi uge";
        default:
          return "";
        }
      })
      .Default([](auto) { return ""; });
}

void IntegerFacts::addUnsigned(Operation *op) {
  if (getUnsignedEquivalent(op).empty())
    return;
  auto isNeverNegative = [&](Value value) {
    return getRange(value).smin().isNonNegative();
  };
  // The result of a comparison is a truth value, which has no sign.
  if (llvm::all_of(op->getOperands(), isNeverNegative) &&
      (isa<arith::CmpIOp>(op) ||
       llvm::all_of(op->getResults(), isNeverNegative)))
    findings.push_back({IntegerFindingKind::Unsigned, IntegerSeverity::Hint, op,
                        op->getResult(0)});
}

//===----------------------------------------------------------------------===//
// Equal operands
//===----------------------------------------------------------------------===//

/// The number of the operand that a minimum or maximum always is: `isBelow`
/// tells whether each number of the first range is below those of the second,
/// or equals it.
static std::optional<unsigned>
findExtreme(bool isMin, llvm::function_ref<bool(unsigned, unsigned)> isBelow) {
  if (isBelow(0, 1))
    return isMin ? 0 : 1;
  if (isBelow(1, 0))
    return isMin ? 1 : 0;
  return std::nullopt;
}

std::optional<unsigned> mlir::noisy::findEqualOperand(const IntegerFacts &facts,
                                                      Operation *op) {
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    std::optional<APInt> condition =
        facts.getRange(select.getCondition()).getConstantValue();
    if (!condition)
      return std::nullopt;
    return condition->isZero() ? 2 : 1;
  }
  if (op->getNumOperands() != 2 || op->getNumResults() != 1 ||
      op->getNumRegions() || !hasRange(op->getOperand(0)) ||
      !hasRange(op->getOperand(1)))
    return std::nullopt;
  ConstantIntRanges ranges[] = {facts.getRange(op->getOperand(0)),
                                facts.getRange(op->getOperand(1))};
  if (ranges[0].umin().getBitWidth() != ranges[1].umin().getBitWidth())
    return std::nullopt;
  auto isBelowSigned = [&](unsigned a, unsigned b) {
    return ranges[a].smax().sle(ranges[b].smin());
  };
  auto isBelowUnsigned = [&](unsigned a, unsigned b) {
    return ranges[a].umax().ule(ranges[b].umin());
  };
  auto ifFirst = [](bool isFirst) {
    return isFirst ? std::optional<unsigned>(0) : std::nullopt;
  };
  using Result = std::optional<unsigned>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<arith::RemSIOp, index::RemSOp>([&](auto) -> Result {
        // The remainder has the sign of the dividend.
        const APInt &divisor = ranges[1].smin();
        return ifFirst(divisor.isStrictlyPositive() &&
                       ranges[0].smax().slt(divisor) &&
                       ranges[0].smin().sgt(-divisor));
      })
      .Case<arith::RemUIOp, index::RemUOp>([&](auto) -> Result {
        return ifFirst(ranges[0].umax().ult(ranges[1].umin()));
      })
      .Case<arith::AndIOp, index::AndOp>([&](auto) -> Result {
        for (unsigned i : {0, 1})
          if (std::optional<APInt> mask = ranges[1 - i].getConstantValue();
              mask && mask->isMask() && ranges[i].umax().ule(*mask))
            return i;
        return std::nullopt;
      })
      .Case<arith::MinSIOp, index::MinSOp>(
          [&](auto) { return findExtreme(true, isBelowSigned); })
      .Case<arith::MaxSIOp, index::MaxSOp>(
          [&](auto) { return findExtreme(false, isBelowSigned); })
      .Case<arith::MinUIOp, index::MinUOp>(
          [&](auto) { return findExtreme(true, isBelowUnsigned); })
      .Case<arith::MaxUIOp, index::MaxUOp>(
          [&](auto) { return findExtreme(false, isBelowUnsigned); })
      .Default([](Operation *) -> Result { return std::nullopt; });
}
