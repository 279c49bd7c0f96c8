//===- IndexRun.cpp - Running programs on indices -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinTypes.h"
#include "tests/support/IndexProgram.h"
#include "llvm/ADT/TypeSwitch.h"
#include <limits>

using namespace mlir;
using namespace mlir::noisy::test;

static bool fits(__int128 number) {
  return number >= std::numeric_limits<int64_t>::min() &&
         number <= std::numeric_limits<int64_t>::max();
}

static __int128 floorDivide(__int128 lhs, __int128 rhs) {
  __int128 quotient = lhs / rhs;
  return lhs % rhs != 0 && (lhs < 0) != (rhs < 0) ? quotient - 1 : quotient;
}

void IndexRun::set(Value value, IndexValue newValue) {
  values[value] = std::move(newValue);
  onValue(value);
}

int64_t IndexRun::get(Value value, std::optional<int64_t> dim) const {
  const IndexValue &entry = values.at(value);
  return dim ? entry.sizes.at(*dim) : entry.number;
}

int64_t IndexRun::wrap(Operation *op, __int128 exact) {
  if (fits(exact))
    return static_cast<int64_t>(exact);
  auto arith = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  if (arith && arith.hasNoSignedWrap())
    throw Stop();
  isWrapped = true;
  return static_cast<int64_t>(exact);
}

__int128 IndexRun::evaluate(AffineExpr expr, ValueRange operands,
                            unsigned dims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return number(operands[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return number(operands[dims + symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  __int128 lhs = evaluate(binary.getLHS(), operands, dims);
  __int128 rhs = evaluate(binary.getRHS(), operands, dims);
  __int128 result;
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    result = lhs + rhs;
    break;
  case AffineExprKind::Mul:
    result = lhs * rhs;
    break;
  default:
    if (rhs <= 0)
      throw Stop();
    result = binary.getKind() == AffineExprKind::FloorDiv
                 ? floorDivide(lhs, rhs)
             : binary.getKind() == AffineExprKind::CeilDiv
                 ? -floorDivide(-lhs, rhs)
                 : lhs - floorDivide(lhs, rhs) * rhs;
  }
  if (!fits(result))
    throw Stop();
  return result;
}

std::vector<__int128> IndexRun::evaluate(AffineMap map, ValueRange operands) {
  std::vector<__int128> results;
  for (AffineExpr expr : map.getResults())
    results.push_back(evaluate(expr, operands, map.getNumDims()));
  return results;
}

void IndexRun::run(FunctionOpInterface function,
                   std::vector<IndexValue> arguments, unsigned operations) {
  values.clear();
  isWrapped = false;
  operationsLeft = operations;
  try {
    for (auto [argument, value] :
         llvm::zip_equal(function.getArguments(), arguments))
      set(argument, value);
    runBlock(function.getFunctionBody().front());
  } catch (Stop) {
  }
}

void IndexRun::countOperation() {
  if (operationsLeft == 0)
    throw Stop();
  --operationsLeft;
}

/// Returns what the block hands on.
std::vector<IndexValue> IndexRun::runBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    runOperation(&op);
  std::vector<IndexValue> result;
  if (isa<scf::YieldOp>(block.back()))
    for (Value operand : block.back().getOperands())
      result.push_back(values.lookup(operand));
  return result;
}

void IndexRun::runIf(Operation *op) {
  auto branch = cast<scf::IfOp>(op);
  Block *block =
      number(branch.getCondition()) ? branch.thenBlock() : branch.elseBlock();
  for (auto [result, value] :
       llvm::zip_equal(op->getResults(), runBlock(*block)))
    set(result, value);
}

void IndexRun::runLoop(Operation *op) {
  auto loop = cast<LoopLikeOpInterface>(op);
  bool isUnsigned = false;
  int64_t lower, upper, step;
  if (auto affineLoop = dyn_cast<affine::AffineForOp>(op)) {
    auto lowers = evaluate(affineLoop.getLowerBoundMap(),
                           affineLoop.getLowerBoundOperands());
    auto uppers = evaluate(affineLoop.getUpperBoundMap(),
                           affineLoop.getUpperBoundOperands());
    lower = *llvm::max_element(lowers);
    upper = *llvm::min_element(uppers);
    step = affineLoop.getStepAsInt();
  } else {
    auto readBound = [&](OpFoldResult bound) {
      auto attr = dyn_cast<Attribute>(bound);
      return attr ? cast<IntegerAttr>(attr).getInt()
                  : number(cast<Value>(bound));
    };
    lower = readBound(loop.getLoopLowerBounds()->front());
    upper = readBound(loop.getLoopUpperBounds()->front());
    step = readBound(loop.getLoopSteps()->front());
    if (auto scfLoop = dyn_cast<scf::ForOp>(op))
      isUnsigned = scfLoop.getUnsignedCmp();
  }
  if (step <= 0)
    throw Stop();

  std::vector<IndexValue> carriedValues;
  for (Value init : loop.getInits())
    carriedValues.push_back(values.lookup(init));
  Block &body = loop.getLoopRegions().front()->front();
  for (int64_t i = lower;
       isUnsigned ? uint64_t(i) < uint64_t(upper) : i < upper;
       i = wrap(op, __int128(i) + step)) {
    countOperation();
    set(body.getArgument(0), i);
    for (auto [argument, value] :
         llvm::zip_equal(body.getArguments().drop_front(), carriedValues))
      set(argument, value);
    std::vector<IndexValue> yieldedValues = runBlock(body);
    if (isa<scf::ForOp>(op))
      carriedValues = yieldedValues;
  }
  for (auto [result, value] : llvm::zip_equal(op->getResults(), carriedValues))
    set(result, value);
}

void IndexRun::divide(
    Operation *op, bool isUnsigned,
    llvm::function_ref<__int128(__int128, __int128)> compute) {
  int64_t lhs = number(op->getOperand(0)), rhs = number(op->getOperand(1));
  if (rhs == 0)
    throw Stop();
  __int128 result =
      isUnsigned ? compute(uint64_t(lhs), uint64_t(rhs)) : compute(lhs, rhs);
  if (!isUnsigned && !fits(result))
    throw Stop();
  set(op->getResult(0), static_cast<int64_t>(result));
}

void IndexRun::compare(Operation *op, arith::CmpIPredicate predicate) {
  bool result =
      arith::applyCmpPredicate(predicate, APInt(64, number(op->getOperand(0))),
                               APInt(64, number(op->getOperand(1))));
  onComparison(op, result);
  set(op->getResult(0), result);
}

void IndexRun::runArithmetic(Operation *op) {
  auto operand = [&](unsigned i) { return number(op->getOperand(i)); };
  auto quotient = [](__int128 lhs, __int128 rhs) { return lhs / rhs; };
  auto remainder = [](__int128 lhs, __int128 rhs) { return lhs % rhs; };

  llvm::TypeSwitch<Operation *>(op)
      .Case<arith::ConstantOp>([&](arith::ConstantOp constant) {
        auto attr = dyn_cast<IntegerAttr>(constant.getValue());
        set(constant, attr.getValue().getSExtValue());
      })
      .Case<arith::AddIOp, index::AddOp>([&](auto) {
        set(op->getResult(0), wrap(op, __int128(operand(0)) + operand(1)));
      })
      .Case<arith::SubIOp, index::SubOp>([&](auto) {
        set(op->getResult(0), wrap(op, __int128(operand(0)) - operand(1)));
      })
      .Case<arith::MulIOp, index::MulOp>([&](auto) {
        set(op->getResult(0), wrap(op, __int128(operand(0)) * operand(1)));
      })
      .Case<arith::FloorDivSIOp, index::FloorDivSOp>(
          [&](auto) { divide(op, false, floorDivide); })
      .Case<arith::CeilDivSIOp, index::CeilDivSOp>([&](auto) {
        divide(op, false, [](__int128 lhs, __int128 rhs) {
          return -floorDivide(-lhs, rhs);
        });
      })
      .Case<arith::DivSIOp, index::DivSOp>(
          [&](auto) { divide(op, false, quotient); })
      .Case<arith::DivUIOp, index::DivUOp>(
          [&](auto) { divide(op, true, quotient); })
      .Case<arith::RemSIOp, index::RemSOp>(
          [&](auto) { divide(op, false, remainder); })
      .Case<arith::RemUIOp, index::RemUOp>(
          [&](auto) { divide(op, true, remainder); })
      .Case<arith::MinSIOp, index::MinSOp>([&](auto) {
        set(op->getResult(0), std::min(operand(0), operand(1)));
      })
      .Case<arith::MaxSIOp, index::MaxSOp>([&](auto) {
        set(op->getResult(0), std::max(operand(0), operand(1)));
      })
      .Case<arith::MinUIOp>([&](auto) {
        set(op->getResult(0),
            int64_t(std::min<uint64_t>(operand(0), operand(1))));
      })
      .Case<arith::MaxUIOp>([&](auto) {
        set(op->getResult(0),
            int64_t(std::max<uint64_t>(operand(0), operand(1))));
      })
      .Case<arith::SelectOp>([&](arith::SelectOp select) {
        Value chosenValue = number(select.getCondition())
                                ? select.getTrueValue()
                                : select.getFalseValue();
        set(select, values.lookup(chosenValue));
      })
      .Case<arith::CmpIOp>(
          [&](arith::CmpIOp cmp) { compare(op, cmp.getPredicate()); })
      .Case<index::CmpOp>([&](index::CmpOp cmp) {
        // Both dialects use the same words.
        compare(op, *arith::symbolizeCmpIPredicate(
                        index::stringifyIndexCmpPredicate(cmp.getPred())));
      })
      .Default([](Operation *) { std::abort(); });
}

void IndexRun::runAffine(Operation *op) {
  auto operand = [&](unsigned i) { return number(op->getOperand(i)); };

  llvm::TypeSwitch<Operation *>(op)
      .Case<affine::AffineApplyOp>([&](auto apply) {
        set(apply, int64_t(evaluate(apply.getMap(), op->getOperands())[0]));
      })
      .Case<affine::AffineMinOp>([&](auto min) {
        set(min, int64_t(*llvm::min_element(
                     evaluate(min.getMap(), op->getOperands()))));
      })
      .Case<affine::AffineMaxOp>([&](auto max) {
        set(max, int64_t(*llvm::max_element(
                     evaluate(max.getMap(), op->getOperands()))));
      })
      .Case<affine::AffineLinearizeIndexOp>([&](auto linearize) {
        auto basis = linearize.getStaticBasis();
        __int128 stride = 1, sum = 0;
        for (unsigned i = 0; i < op->getNumOperands(); ++i) {
          sum += stride * operand(op->getNumOperands() - 1 - i);
          if (i + 1 < op->getNumOperands())
            stride *= basis[basis.size() - 1 - i];
        }
        if (!fits(sum))
          throw Stop();
        set(linearize, int64_t(sum));
      })
      .Case<affine::AffineDelinearizeIndexOp>([&](auto delinearize) {
        auto basis = delinearize.getStaticBasis();
        __int128 rest = operand(0);
        for (unsigned i = op->getNumResults(); --i > 0;) {
          __int128 size = basis[basis.size() - (op->getNumResults() - i)];
          __int128 next = floorDivide(rest, size);
          set(op->getResult(i), int64_t(rest - next * size));
          rest = next;
        }
        set(op->getResult(0), int64_t(rest));
      })
      .Default([](Operation *) { std::abort(); });
}

void IndexRun::runTensor(Operation *op) {
  auto operand = [&](unsigned i) { return number(op->getOperand(i)); };
  auto sizes = [&](unsigned i) {
    return values.lookup(op->getOperand(i)).sizes;
  };
  auto setSizes = [&](std::vector<int64_t> sizes) {
    for (auto [size, knownSize] : llvm::zip_equal(
             sizes, cast<ShapedType>(op->getResult(0).getType()).getShape()))
      if (size < 0 || (!ShapedType::isDynamic(knownSize) && size != knownSize))
        throw Stop();
    set(op->getResult(0), {0, std::move(sizes)});
  };
  auto numbersOf = [&](ArrayRef<OpFoldResult> entries) {
    std::vector<int64_t> numbers;
    for (OpFoldResult entry : entries)
      numbers.push_back(isa<Attribute>(entry)
                            ? cast<IntegerAttr>(cast<Attribute>(entry)).getInt()
                            : number(cast<Value>(entry)));
    return numbers;
  };

  llvm::TypeSwitch<Operation *>(op)
      .Case<tensor::EmptyOp>([&](tensor::EmptyOp empty) {
        setSizes(numbersOf(empty.getMixedSizes()));
      })
      .Case<tensor::ExtractSliceOp>([&](tensor::ExtractSliceOp slice) {
        std::vector<int64_t> result = numbersOf(slice.getMixedSizes());
        for (auto [size, limit] : llvm::zip_equal(result, sizes(0)))
          if (size > limit)
            throw Stop();
        setSizes(result);
      })
      .Case<tensor::PadOp>([&](tensor::PadOp pad) {
        std::vector<int64_t> result = sizes(0);
        for (auto [size, low, high] :
             llvm::zip_equal(result, numbersOf(pad.getMixedLowPad()),
                             numbersOf(pad.getMixedHighPad()))) {
          __int128 sum = __int128(size) + low + high;
          if (low < 0 || high < 0 || !fits(sum))
            throw Stop();
          size = sum;
        }
        setSizes(result);
      })
      .Case<tensor::CastOp>([&](auto) { setSizes(sizes(0)); })
      .Case<tensor::DimOp>([&](auto) {
        if (operand(1) < 0 || operand(1) >= int64_t(sizes(0).size()))
          throw Stop();
        set(op->getResult(0), sizes(0)[operand(1)]);
      })
      .Default([](Operation *) { std::abort(); });
}

void IndexRun::runOperation(Operation *op) {
  countOperation();
  if (isa<scf::IfOp>(op))
    runIf(op);
  else if (isa<LoopLikeOpInterface>(op))
    runLoop(op);
  else if (isa<affine::AffineDialect>(op->getDialect()))
    runAffine(op);
  else if (isa<tensor::TensorDialect>(op->getDialect()))
    runTensor(op);
  else
    runArithmetic(op);
}
