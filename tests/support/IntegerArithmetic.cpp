//===- IntegerArithmetic.cpp - Arithmetic by the book ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tests/support/IntegerArithmetic.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace mlir::noisy;
using llvm::APInt;

std::optional<APInt> test::computeBinary(Kind kind, const APInt &a,
                                         const APInt &b, bool nsw, bool nuw,
                                         bool exact) {
  unsigned width = a.getBitWidth();
  bool signedOverflow = false, unsignedOverflow = false;
  APInt one(width, 1), result;
  bool divides = kind >= Kind::DivS && kind <= Kind::RemU;
  if (divides && b.isZero())
    return std::nullopt;
  if ((kind == Kind::DivS || kind == Kind::CeilDivS ||
       kind == Kind::FloorDivS) &&
      a.isMinSignedValue() && b.isAllOnes())
    return std::nullopt;
  if (kind >= Kind::Shl && kind <= Kind::ShrU && b.uge(width))
    return std::nullopt;
  switch (kind) {
  case Kind::Add:
    (void)a.sadd_ov(b, signedOverflow);
    result = a.uadd_ov(b, unsignedOverflow);
    break;
  case Kind::Sub:
    (void)a.ssub_ov(b, signedOverflow);
    result = a.usub_ov(b, unsignedOverflow);
    break;
  case Kind::Mul: {
    APInt wide = a.sext(2 * width) * b.sext(2 * width);
    signedOverflow = wide.getSignificantBits() > width;
    APInt flat = a.zext(2 * width) * b.zext(2 * width);
    unsignedOverflow = flat.getActiveBits() > width;
    result = a * b;
    break;
  }
  case Kind::DivS:
    result = a.sdiv(b);
    break;
  case Kind::DivU:
    result = a.udiv(b);
    break;
  case Kind::CeilDivU:
    result = a.udiv(b);
    if (result * b != a)
      result += one;
    break;
  case Kind::CeilDivS:
  case Kind::FloorDivS: {
    result = a.sdiv(b);
    bool isNegative = a.isNegative() != b.isNegative();
    if (result * b != a) {
      if (kind == Kind::CeilDivS && !isNegative)
        result += one;
      if (kind == Kind::FloorDivS && isNegative)
        result -= one;
    }
    break;
  }
  case Kind::RemS:
    result = a.srem(b);
    break;
  case Kind::RemU:
    result = a.urem(b);
    break;
  case Kind::Shl: {
    unsigned shift = b.getZExtValue();
    result = a.shl(shift);
    signedOverflow = result.ashr(shift) != a;
    unsignedOverflow = result.lshr(shift) != a;
    break;
  }
  case Kind::ShrS:
  case Kind::ShrU: {
    unsigned shift = b.getZExtValue();
    result = kind == Kind::ShrS ? a.ashr(shift) : a.lshr(shift);
    if (exact && result.shl(shift) != a)
      return std::nullopt;
    break;
  }
  case Kind::And:
    result = a & b;
    break;
  case Kind::Or:
    result = a | b;
    break;
  case Kind::Xor:
    result = a ^ b;
    break;
  case Kind::MaxS:
    result = a.sgt(b) ? a : b;
    break;
  case Kind::MaxU:
    result = a.ugt(b) ? a : b;
    break;
  case Kind::MinS:
    result = a.slt(b) ? a : b;
    break;
  case Kind::MinU:
    result = a.ult(b) ? a : b;
    break;
  }
  if (exact && (kind == Kind::DivS || kind == Kind::DivU) && result * b != a)
    return std::nullopt;
  if ((nsw && signedOverflow) || (nuw && unsignedOverflow))
    return std::nullopt;
  return result;
}

bool test::compare(arith::CmpIPredicate predicate, const APInt &a,
                   const APInt &b) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return a == b;
  case arith::CmpIPredicate::ne:
    return a != b;
  case arith::CmpIPredicate::slt:
    return a.slt(b);
  case arith::CmpIPredicate::sle:
    return a.sle(b);
  case arith::CmpIPredicate::sgt:
    return a.sgt(b);
  case arith::CmpIPredicate::sge:
    return a.sge(b);
  case arith::CmpIPredicate::ult:
    return a.ult(b);
  case arith::CmpIPredicate::ule:
    return a.ule(b);
  case arith::CmpIPredicate::ugt:
    return a.ugt(b);
  case arith::CmpIPredicate::uge:
    return a.uge(b);
  }
  llvm_unreachable("all predicates are handled");
}
