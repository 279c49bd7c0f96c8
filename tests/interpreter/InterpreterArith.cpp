//===- InterpreterArith.cpp - Integers, as the interpreter has them -------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/IR/Matchers.h"
#include "tests/interpreter/InterpreterOps.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::noisy::test;
using llvm::APInt;

GaveUp::GaveUp(RunEnd end, Operation *op, const llvm::Twine &reason)
    : end(end), op(op),
      reason((op->getName().getStringRef() + ": " + reason).str()) {}

unsigned mlir::noisy::test::getWidth(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

static GaveUp undefinedBehavior(Operation *op, const llvm::Twine &reason) {
  return GaveUp(RunEnd::Undefined, op, reason);
}

//===----------------------------------------------------------------------===//
// Two operands of one width
//===----------------------------------------------------------------------===//

namespace {
enum class Binary {
  None,
  Add,
  Sub,
  Mul,
  DivU,
  DivS,
  CeilDivU,
  CeilDivS,
  FloorDivS,
  RemU,
  RemS,
  And,
  Or,
  Xor,
  Shl,
  ShrU,
  ShrS,
  MinS,
  MinU,
  MaxS,
  MaxU
};
} // namespace

static Binary getBinary(Operation *op) {
  return llvm::StringSwitch<Binary>(op->getName().getStringRef())
      .Cases({"arith.addi", "index.add"}, Binary::Add)
      .Cases({"arith.subi", "index.sub"}, Binary::Sub)
      .Cases({"arith.muli", "index.mul"}, Binary::Mul)
      .Cases({"arith.divui", "index.divu"}, Binary::DivU)
      .Cases({"arith.divsi", "index.divs"}, Binary::DivS)
      .Cases({"arith.ceildivui", "index.ceildivu"}, Binary::CeilDivU)
      .Cases({"arith.ceildivsi", "index.ceildivs"}, Binary::CeilDivS)
      .Cases({"arith.floordivsi", "index.floordivs"}, Binary::FloorDivS)
      .Cases({"arith.remui", "index.remu"}, Binary::RemU)
      .Cases({"arith.remsi", "index.rems"}, Binary::RemS)
      .Cases({"arith.andi", "index.and"}, Binary::And)
      .Cases({"arith.ori", "index.or"}, Binary::Or)
      .Cases({"arith.xori", "index.xor"}, Binary::Xor)
      .Cases({"arith.shli", "index.shl"}, Binary::Shl)
      .Cases({"arith.shrui", "index.shru"}, Binary::ShrU)
      .Cases({"arith.shrsi", "index.shrs"}, Binary::ShrS)
      .Cases({"arith.minsi", "index.mins"}, Binary::MinS)
      .Cases({"arith.minui", "index.minu"}, Binary::MinU)
      .Cases({"arith.maxsi", "index.maxs"}, Binary::MaxS)
      .Cases({"arith.maxui", "index.maxu"}, Binary::MaxU)
      .Default(Binary::None);
}

/// Throws where the flags of `op` promise that a number is not left, and it is.
static void keepFlags(Operation *op, bool wrapsSigned, bool wrapsUnsigned) {
  auto flagsOp = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  if (flagsOp && ((flagsOp.hasNoSignedWrap() && wrapsSigned) ||
                  (flagsOp.hasNoUnsignedWrap() && wrapsUnsigned)))
    throw undefinedBehavior(op, "overflows in spite of its flags");
}

static void keepExact(Operation *op, bool isExact) {
  if (op->hasAttr("isExact") && !isExact)
    throw undefinedBehavior(op, "is not exact");
}

static APInt evaluateBinary(Operation *op, Binary kind, const APInt &a,
                            const APInt &b) {
  bool wrapsS = false, wrapsU = false;
  auto divide = [&](bool isSigned) {
    if (b.isZero())
      throw undefinedBehavior(op, "divides by zero");
    if (isSigned && a.isMinSignedValue() && b.isAllOnes())
      throw undefinedBehavior(op, "overflows");
  };
  auto shift = [&] {
    if (b.uge(a.getBitWidth()))
      throw undefinedBehavior(op, "shifts by all bits or more");
    return static_cast<unsigned>(b.getZExtValue());
  };
  switch (kind) {
  case Binary::None:
    break;
  case Binary::Add:
    (void)a.sadd_ov(b, wrapsS);
    (void)a.uadd_ov(b, wrapsU);
    keepFlags(op, wrapsS, wrapsU);
    return a + b;
  case Binary::Sub:
    (void)a.ssub_ov(b, wrapsS);
    (void)a.usub_ov(b, wrapsU);
    keepFlags(op, wrapsS, wrapsU);
    return a - b;
  case Binary::Mul:
    (void)a.smul_ov(b, wrapsS);
    (void)a.umul_ov(b, wrapsU);
    keepFlags(op, wrapsS, wrapsU);
    return a * b;
  case Binary::DivU:
    divide(/*isSigned=*/false);
    keepExact(op, a.urem(b).isZero());
    return a.udiv(b);
  case Binary::DivS:
    divide(/*isSigned=*/true);
    keepExact(op, a.srem(b).isZero());
    return a.sdiv(b);
  case Binary::CeilDivU:
    divide(/*isSigned=*/false);
    return a.udiv(b) + (a.urem(b).isZero() ? 0 : 1);
  case Binary::CeilDivS:
  case Binary::FloorDivS: {
    divide(/*isSigned=*/true);
    bool isPositive = a.isNegative() == b.isNegative();
    APInt quotient = a.sdiv(b);
    if (!a.srem(b).isZero() && isPositive == (kind == Binary::CeilDivS))
      return isPositive ? quotient + 1 : quotient - 1;
    return quotient;
  }
  case Binary::RemU:
    divide(/*isSigned=*/false);
    return a.urem(b);
  case Binary::RemS:
    divide(/*isSigned=*/true);
    return a.srem(b);
  case Binary::And:
    return a & b;
  case Binary::Or:
    return a | b;
  case Binary::Xor:
    return a ^ b;
  case Binary::Shl: {
    unsigned bits = shift();
    APInt result = a.shl(bits);
    keepFlags(op, result.ashr(bits) != a, result.lshr(bits) != a);
    return result;
  }
  case Binary::ShrU: {
    unsigned bits = shift();
    keepExact(op, a.lshr(bits).shl(bits) == a);
    return a.lshr(bits);
  }
  case Binary::ShrS: {
    unsigned bits = shift();
    keepExact(op, a.ashr(bits).shl(bits) == a);
    return a.ashr(bits);
  }
  case Binary::MinS:
    return llvm::APIntOps::smin(a, b);
  case Binary::MinU:
    return llvm::APIntOps::umin(a, b);
  case Binary::MaxS:
    return llvm::APIntOps::smax(a, b);
  case Binary::MaxU:
    return llvm::APIntOps::umax(a, b);
  }
  llvm_unreachable("every kind has its case");
}

//===----------------------------------------------------------------------===//
// Comparisons and conversions
//===----------------------------------------------------------------------===//

static bool compare(llvm::StringRef predicate, const APInt &a, const APInt &b) {
  if (predicate == "eq")
    return a == b;
  if (predicate == "ne")
    return a != b;
  bool isSigned = predicate.front() == 's';
  bool orEqual = predicate.back() == 'e';
  bool isLess = predicate[1] == 'l';
  if (a == b)
    return orEqual;
  return isLess == (isSigned ? a.slt(b) : a.ult(b));
}

static std::optional<RuntimeValue>
evaluateCast(Operation *op, ArrayRef<RuntimeValue> operands) {
  llvm::StringRef name = op->getName().getStringRef();
  if (operands.size() != 1 || !operands[0].isInteger() ||
      !op->getResult(0).getType().isIntOrIndex())
    return std::nullopt;
  const APInt &value = operands[0].integer();
  unsigned width = getWidth(op->getResult(0).getType());
  if (name == "arith.extsi" || name == "arith.index_cast" ||
      name == "index.casts")
    return RuntimeValue(value.sextOrTrunc(width));
  if (name == "arith.extui" || name == "arith.index_castui" ||
      name == "index.castu") {
    if (op->hasAttr("nonNeg") && value.isNegative())
      throw undefinedBehavior(op, "is negative in spite of its flag");
    return RuntimeValue(value.zextOrTrunc(width));
  }
  if (name == "arith.trunci") {
    APInt result = value.trunc(width);
    keepFlags(op, result.sext(value.getBitWidth()) != value,
              result.zext(value.getBitWidth()) != value);
    return RuntimeValue(result);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Affine maps
//===----------------------------------------------------------------------===//

static int64_t evaluateExpr(Operation *op, AffineExpr expr, unsigned numDims,
                            ArrayRef<RuntimeValue> operands) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return toIndex(operands[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return toIndex(operands[numDims + symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  APInt a(64, evaluateExpr(op, binary.getLHS(), numDims, operands), true);
  APInt b(64, evaluateExpr(op, binary.getRHS(), numDims, operands), true);
  Binary kind = expr.getKind() == AffineExprKind::Add       ? Binary::Add
                : expr.getKind() == AffineExprKind::Mul     ? Binary::Mul
                : expr.getKind() == AffineExprKind::CeilDiv ? Binary::CeilDivS
                                                            : Binary::FloorDivS;
  // Affine divisors are positive.
  if (expr.getKind() != AffineExprKind::Add &&
      expr.getKind() != AffineExprKind::Mul && !b.isStrictlyPositive())
    throw undefinedBehavior(op, "divides by what is not positive");
  APInt result = evaluateBinary(op, kind, a, b);
  if (expr.getKind() == AffineExprKind::Mod)
    result = a - result * b;
  return result.getSExtValue();
}

SmallVector<int64_t>
mlir::noisy::test::evaluateMap(Operation *op, AffineMap map,
                               ArrayRef<RuntimeValue> operands) {
  SmallVector<int64_t> results;
  for (AffineExpr expr : map.getResults())
    results.push_back(evaluateExpr(op, expr, map.getNumDims(), operands));
  return results;
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

std::optional<RuntimeValue>
mlir::noisy::test::evaluateInteger(Operation *op,
                                   ArrayRef<RuntimeValue> operands) {
  if (op->getNumResults() != 1)
    return std::nullopt;
  APInt constant;
  if (op->getNumOperands() == 0 && op->getResult(0).getType().isIntOrIndex() &&
      matchPattern(op, m_ConstantInt(&constant)))
    return RuntimeValue(constant);
  if (Binary kind = getBinary(op); kind != Binary::None) {
    if (!operands[0].isInteger() || !operands[1].isInteger())
      return std::nullopt;
    return RuntimeValue(
        evaluateBinary(op, kind, operands[0].integer(), operands[1].integer()));
  }
  if (isa<arith::CmpIOp, index::CmpOp>(op) && operands[0].isInteger()) {
    llvm::StringRef predicate =
        isa<arith::CmpIOp>(op) ? arith::stringifyCmpIPredicate(
                                     cast<arith::CmpIOp>(op).getPredicate())
                               : index::stringifyIndexCmpPredicate(
                                     cast<index::CmpOp>(op).getPred());
    return makeBool(
        compare(predicate, operands[0].integer(), operands[1].integer()));
  }
  if (isa<arith::SelectOp>(op) && operands[0].isInteger())
    return operands[0].integer().isZero() ? operands[2] : operands[1];
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return makeIndex(evaluateMap(op, apply.getAffineMap(), operands)[0]);
  if (auto min = dyn_cast<affine::AffineMinOp>(op))
    return makeIndex(
        *llvm::min_element(evaluateMap(op, min.getMap(), operands)));
  if (auto max = dyn_cast<affine::AffineMaxOp>(op))
    return makeIndex(
        *llvm::max_element(evaluateMap(op, max.getMap(), operands)));
  return evaluateCast(op, operands);
}
