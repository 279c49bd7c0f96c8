//===- IntegerMachine.cpp - Runs programs of integers ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/IntegerMachine.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tests/support/IntegerArithmetic.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::test;
using llvm::APInt;

static unsigned widthOf(Type type) {
  type = getElementTypeOrSelf(type);
  return isa<IndexType>(type) ? 64 : type.getIntOrFloatBitWidth();
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static std::optional<Kind> getKind(Operation *op) {
  using Result = std::optional<Kind>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<arith::AddIOp, index::AddOp>([](auto) { return Kind::Add; })
      .Case<arith::SubIOp, index::SubOp>([](auto) { return Kind::Sub; })
      .Case<arith::MulIOp, index::MulOp>([](auto) { return Kind::Mul; })
      .Case<arith::DivSIOp, index::DivSOp>([](auto) { return Kind::DivS; })
      .Case<arith::DivUIOp, index::DivUOp>([](auto) { return Kind::DivU; })
      .Case<arith::CeilDivSIOp, index::CeilDivSOp>(
          [](auto) { return Kind::CeilDivS; })
      .Case<arith::CeilDivUIOp, index::CeilDivUOp>(
          [](auto) { return Kind::CeilDivU; })
      .Case<arith::FloorDivSIOp, index::FloorDivSOp>(
          [](auto) { return Kind::FloorDivS; })
      .Case<arith::RemSIOp, index::RemSOp>([](auto) { return Kind::RemS; })
      .Case<arith::RemUIOp, index::RemUOp>([](auto) { return Kind::RemU; })
      .Case<arith::ShLIOp, index::ShlOp>([](auto) { return Kind::Shl; })
      .Case<arith::ShRSIOp, index::ShrSOp>([](auto) { return Kind::ShrS; })
      .Case<arith::ShRUIOp, index::ShrUOp>([](auto) { return Kind::ShrU; })
      .Case<arith::AndIOp, index::AndOp>([](auto) { return Kind::And; })
      .Case<arith::OrIOp, index::OrOp>([](auto) { return Kind::Or; })
      .Case<arith::XOrIOp, index::XOrOp>([](auto) { return Kind::Xor; })
      .Case<arith::MaxSIOp, index::MaxSOp>([](auto) { return Kind::MaxS; })
      .Case<arith::MaxUIOp, index::MaxUOp>([](auto) { return Kind::MaxU; })
      .Case<arith::MinSIOp, index::MinSOp>([](auto) { return Kind::MinS; })
      .Case<arith::MinUIOp, index::MinUOp>([](auto) { return Kind::MinU; })
      .Default([](auto) { return Result(); });
}

static arith::CmpIPredicate toArith(index::IndexCmpPredicate predicate) {
  switch (predicate) {
  case index::IndexCmpPredicate::EQ:
    return arith::CmpIPredicate::eq;
  case index::IndexCmpPredicate::NE:
    return arith::CmpIPredicate::ne;
  case index::IndexCmpPredicate::SLT:
    return arith::CmpIPredicate::slt;
  case index::IndexCmpPredicate::SLE:
    return arith::CmpIPredicate::sle;
  case index::IndexCmpPredicate::SGT:
    return arith::CmpIPredicate::sgt;
  case index::IndexCmpPredicate::SGE:
    return arith::CmpIPredicate::sge;
  case index::IndexCmpPredicate::ULT:
    return arith::CmpIPredicate::ult;
  case index::IndexCmpPredicate::ULE:
    return arith::CmpIPredicate::ule;
  case index::IndexCmpPredicate::UGT:
    return arith::CmpIPredicate::ugt;
  case index::IndexCmpPredicate::UGE:
    return arith::CmpIPredicate::uge;
  }
  llvm_unreachable("all predicates are handled");
}

/// An affine expression; null where it divides by what is not positive, or
/// something does not fit into 64 bits.
static std::optional<APInt> evaluate(AffineExpr expr, unsigned numDims,
                                     ArrayRef<APInt> operands) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return APInt(64, constant.getValue(), /*isSigned=*/true);
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return operands[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return operands[numDims + symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  auto a = evaluate(binary.getLHS(), numDims, operands);
  auto b = evaluate(binary.getRHS(), numDims, operands);
  if (!a || !b)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add)
    return computeBinary(Kind::Add, *a, *b, /*nsw=*/true, false, false);
  if (expr.getKind() == AffineExprKind::Mul)
    return computeBinary(Kind::Mul, *a, *b, /*nsw=*/true, false, false);
  if (!b->isStrictlyPositive())
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::FloorDiv)
    return computeBinary(Kind::FloorDivS, *a, *b, false, false, false);
  if (expr.getKind() == AffineExprKind::CeilDiv)
    return computeBinary(Kind::CeilDivS, *a, *b, false, false, false);
  APInt rest = a->srem(*b);
  return rest.isNegative() ? rest + *b : rest;
}

/// The results of an affine map.
static std::optional<SmallVector<APInt>> evaluate(AffineMap map,
                                                  ArrayRef<APInt> operands) {
  SmallVector<APInt> results;
  for (AffineExpr expr : map.getResults()) {
    std::optional<APInt> result = evaluate(expr, map.getNumDims(), operands);
    if (!result)
      return std::nullopt;
    results.push_back(*result);
  }
  return results;
}

static APInt extreme(ArrayRef<APInt> numbers, bool isMax) {
  APInt result = numbers.front();
  for (const APInt &number : numbers)
    if (isMax ? number.sgt(result) : number.slt(result))
      result = number;
  return result;
}

bool IntegerMachine::compute(Operation *op, Values &results) {
  SmallVector<APInt> a;
  for (Value operand : op->getOperands())
    a.push_back(get(operand));
  auto give = [&](const std::optional<APInt> &number) {
    if (number)
      results.push_back(*number);
    return number.has_value();
  };

  if (std::optional<Kind> kind = getKind(op)) {
    bool nsw = false, nuw = false, exact = false;
    if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op)) {
      nsw = flags.hasNoSignedWrap();
      nuw = flags.hasNoUnsignedWrap();
    }
    exact = isa_and_nonnull<UnitAttr>(
        op->getInherentAttr("isExact").value_or(Attribute()));
    return give(computeBinary(*kind, a[0], a[1], nsw, nuw, exact));
  }
  unsigned width =
      op->getNumResults() ? widthOf(op->getResult(0).getType()) : 0;
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return give(cast<IntegerAttr>(constant.getValue()).getValue());
  if (auto constant = dyn_cast<index::ConstantOp>(op))
    return give(constant.getValue());
  if (auto constant = dyn_cast<index::BoolConstantOp>(op))
    return give(APInt(1, constant.getValue()));
  if (auto cmp = dyn_cast<arith::CmpIOp>(op))
    return give(APInt(1, compare(cmp.getPredicate(), a[0], a[1])));
  if (auto cmp = dyn_cast<index::CmpOp>(op))
    return give(APInt(1, compare(toArith(cmp.getPred()), a[0], a[1])));
  // A tensor of one element is that element.
  if (isa<tensor::FromElementsOp, tensor::ExtractOp>(op))
    return give(a[0]);
  if (isa<arith::SelectOp>(op))
    return give(a[0].isZero() ? a[2] : a[1]);
  if (isa<arith::ExtSIOp, arith::IndexCastOp, index::CastSOp>(op))
    return give(a[0].sextOrTrunc(width));
  if (isa<arith::ExtUIOp, arith::IndexCastUIOp, index::CastUOp>(op))
    return give(a[0].zextOrTrunc(width));
  if (auto trunc = dyn_cast<arith::TruncIOp>(op)) {
    APInt result = a[0].trunc(width);
    auto flags = cast<arith::ArithIntegerOverflowFlagsInterface>(op);
    if ((flags.hasNoSignedWrap() && result.sext(a[0].getBitWidth()) != a[0]) ||
        (flags.hasNoUnsignedWrap() && result.zext(a[0].getBitWidth()) != a[0]))
      return false;
    return give(result);
  }
  if (isa<arith::AddUIExtendedOp>(op)) {
    bool overflow;
    results.push_back(a[0].uadd_ov(a[1], overflow));
    results.push_back(APInt(1, overflow));
    return true;
  }
  if (isa<arith::MulSIExtendedOp, arith::MulUIExtendedOp>(op)) {
    bool isSigned = isa<arith::MulSIExtendedOp>(op);
    APInt wide = isSigned ? a[0].sext(2 * width) * a[1].sext(2 * width)
                          : a[0].zext(2 * width) * a[1].zext(2 * width);
    results.push_back(wide.trunc(width));
    results.push_back(wide.lshr(width).trunc(width));
    return true;
  }
  std::optional<SmallVector<APInt>> mapResults;
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    mapResults = evaluate(apply.getAffineMap(), a);
    return mapResults && give(mapResults->front());
  }
  if (auto min = dyn_cast<affine::AffineMinOp>(op)) {
    mapResults = evaluate(min.getMap(), a);
    return mapResults && give(extreme(*mapResults, false));
  }
  if (auto max = dyn_cast<affine::AffineMaxOp>(op)) {
    mapResults = evaluate(max.getMap(), a);
    return mapResults && give(extreme(*mapResults, true));
  }
  llvm::report_fatal_error("operation unknown to the machine: " +
                           op->getName().getStringRef());
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void IntegerMachine::define(Value value, const APInt &number) {
  numbers[value] = number;
  seeValue(value, number);
}

Operation *IntegerMachine::runRegion(Region &region, ArrayRef<APInt> arguments,
                                     Values &results) {
  Block *block = &region.front();
  Values inputs(arguments);
  while (true) {
    seeBlock(block);
    for (auto [argument, number] :
         llvm::zip_equal(block->getArguments(), inputs))
      define(argument, number);
    for (Operation &op : block->without_terminator())
      if (!runOperation(&op))
        return nullptr;
    if (++steps > 4000)
      return nullptr;
    Operation *end = block->getTerminator();
    if (end->getNumSuccessors() == 0) {
      results = getNumbers(end->getOperands());
      return end;
    }
    unsigned next = 0;
    if (auto branch = dyn_cast<cf::CondBranchOp>(end)) {
      next = get(branch.getCondition()).isZero();
    } else if (auto branch = dyn_cast<cf::SwitchOp>(end)) {
      if (std::optional<DenseIntElementsAttr> cases = branch.getCaseValues())
        for (auto [i, value] : llvm::enumerate(cases->getValues<APInt>()))
          if (value == get(branch.getFlag()))
            next = i + 1;
    }
    SuccessorOperands operands =
        cast<BranchOpInterface>(end).getSuccessorOperands(next);
    inputs.clear();
    for (unsigned i = 0; i < operands.size(); ++i)
      inputs.push_back(get(operands[i]));
    block = end->getSuccessor(next);
  }
}

IntegerMachine::Values IntegerMachine::getNumbers(ValueRange values) {
  Values list;
  for (Value value : values)
    list.push_back(get(value));
  return list;
}

bool IntegerMachine::runWhile(Operation *op, Values &results) {
  auto loop = cast<scf::WhileOp>(op);
  Values carriedValues = getNumbers(loop.getInits());
  for (uint64_t turns = 0;; ++turns) {
    if (!runRegion(loop.getBefore(), carriedValues, results))
      return false;
    APInt condition = results.front();
    results.erase(results.begin());
    if (condition.isZero()) {
      seeTurns(op, turns);
      return true;
    }
    if (!runRegion(loop.getAfter(), results, carriedValues))
      return false;
  }
}

bool IntegerMachine::runForall(Operation *op, Values &results) {
  auto loop = cast<scf::ForallOp>(op);
  // One turn after the other, each with what the others have inserted.
  results = getNumbers(loop.getOutputs());
  for (int64_t i = 0; i < loop.getStaticUpperBound().front(); ++i) {
    Values arguments = {APInt(64, i)}, noResults;
    llvm::append_range(arguments, results);
    Operation *end = runRegion(loop.getRegion(), arguments, noResults);
    if (!end)
      return false;
    for (auto insert :
         end->getRegion(0).getOps<tensor::ParallelInsertSliceOp>())
      results.front() = get(insert.getSource());
  }
  return true;
}

bool IntegerMachine::runCounted(Operation *op, Values &results) {
  APInt low, high, step;
  bool isUnsigned = false;
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    low = get(loop.getLowerBound());
    high = get(loop.getUpperBound());
    step = get(loop.getStep());
    isUnsigned = loop.getUnsignedCmp();
    results = getNumbers(loop.getInitArgs());
  } else {
    auto affineLoop = cast<affine::AffineForOp>(op);
    auto lows = evaluate(affineLoop.getLowerBoundMap(),
                         getNumbers(affineLoop.getLowerBoundOperands()));
    auto highs = evaluate(affineLoop.getUpperBoundMap(),
                          getNumbers(affineLoop.getUpperBoundOperands()));
    if (!lows || !highs)
      return false;
    low = extreme(*lows, true);
    high = extreme(*highs, false);
    step = affineLoop.getStep();
    results = getNumbers(affineLoop.getInits());
  }
  if (!step.isStrictlyPositive())
    return false;
  auto isLess = [&](const APInt &a, const APInt &b) {
    return isUnsigned ? a.ult(b) : a.slt(b);
  };
  // What has wrapped goes on, as in the loop that this is lowered to. In 64
  // bits, where no run gets there, what is below the lower bound is none.
  bool wraps = step.getBitWidth() < 64;
  uint64_t turns = 0;
  for (APInt i = low; isLess(i, high) && (wraps || !isLess(i, low));
       i += step, ++turns) {
    Values arguments = {i};
    llvm::append_range(arguments, results);
    if (!runRegion(op->getRegion(0), arguments, results))
      return false;
  }
  seeTurns(op, turns);
  return true;
}

bool IntegerMachine::runStructured(Operation *op, Values &results) {
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    Region &region = get(branch.getCondition()).isZero()
                         ? branch.getElseRegion()
                         : branch.getThenRegion();
    return region.empty() || runRegion(region, {}, results);
  }
  if (auto choice = dyn_cast<scf::IndexSwitchOp>(op)) {
    Region *region = &choice.getDefaultRegion();
    for (auto [i, value] : llvm::enumerate(choice.getCases()))
      if (get(choice.getArg()) == APInt(64, value, true))
        region = &choice.getCaseRegions()[i];
    return runRegion(*region, {}, results);
  }
  if (auto region = dyn_cast<scf::ExecuteRegionOp>(op))
    return runRegion(region.getRegion(), {}, results);
  if (isa<scf::WhileOp>(op))
    return runWhile(op, results);
  if (isa<scf::ForallOp>(op))
    return runForall(op, results);
  return runCounted(op, results);
}

bool IntegerMachine::runOperation(Operation *op) {
  if (++steps > 4000)
    return false;
  Values results;
  if (auto callOp = dyn_cast<func::CallOp>(op)) {
    Values arguments = getNumbers(op->getOperands());
    Operation *callee = cast<CallOpInterface>(op).resolveCallable();
    // What the caller has computed stands, whatever recursion does to it.
    llvm::DenseMap<Value, APInt> oldNumbers = numbers;
    if (!call(callee, arguments, results))
      return false;
    numbers = std::move(oldNumbers);
  } else if (op->getNumRegions()) {
    if (!runStructured(op, results))
      return false;
  } else if (!compute(op, results)) {
    return false;
  }
  for (auto [result, number] : llvm::zip_equal(op->getResults(), results))
    define(result, number);
  return true;
}

bool IntegerMachine::call(Operation *function, ArrayRef<APInt> arguments,
                          Values &results) {
  if (depth > 8 || !mayCall(function, arguments))
    return false;
  ++depth;
  bool hasReturned = runRegion(function->getRegion(0), arguments, results);
  --depth;
  return hasReturned;
}

std::optional<APInt> IntegerMachine::computeOne(Operation *op,
                                                ArrayRef<APInt> operands) {
  numbers.clear();
  for (auto [value, number] : llvm::zip_equal(op->getOperands(), operands))
    numbers[value] = number;
  Values results;
  return compute(op, results) ? std::optional(results.front()) : std::nullopt;
}

bool IntegerMachine::run(Operation *function, ArrayRef<APInt> arguments,
                         Values *results) {
  numbers.clear();
  steps = depth = 0;
  Values ownResults;
  return call(function, arguments, results ? *results : ownResults);
}
