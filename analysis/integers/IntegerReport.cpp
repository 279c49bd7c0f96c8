//===- IntegerReport.cpp - The texts on integers --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/integers/IntegerReport.h"
#include "analysis/flow/ComparisonPredicate.h"
#include "analysis/integers/IntegerTypes.h"
#include "dialect/NoisyDialect.h"
#include "dialect/StatedRange.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;
using llvm::APInt;

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// A number as text: "2^63 - 2" if it is long and close to a power of two, from
/// below or above.
static std::string describeNumber(const APInt &number, bool isSigned) {
  std::string digits = llvm::toString(number, 10, isSigned);
  if (digits.size() < 8)
    return digits;
  bool isNegative = isSigned && number.isNegative();
  // Wide enough for the power above.
  APInt size = number.zext(number.getBitWidth() + 2);
  if (isNegative)
    size = -number.sext(number.getBitWidth() + 2);
  unsigned power = size.logBase2();
  auto powerOfTwo = [&] {
    return APInt::getOneBitSet(size.getBitWidth(), power);
  };
  bool isBelow = ((powerOfTwo() << 1) - size).ult(size - powerOfTwo());
  power += isBelow;
  APInt difference = isBelow ? powerOfTwo() - size : size - powerOfTwo();
  std::string text = (isNegative ? "-2^" : "2^") + std::to_string(power);
  if (!difference.isZero())
    text += (isBelow != isNegative ? " - " : " + ") +
            llvm::toString(difference, 10, false);
  constexpr size_t fewestSaved = 4;
  return difference.ult(16) || text.size() + fewestSaved <= digits.size()
             ? text
             : digits;
}

static std::string describeType(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << getElementTypeOrSelf(type);
  return text;
}

std::string mlir::noisy::describeRange(const ConstantIntRanges &range,
                                       Type type) {
  const APInt &umin = range.umin(), &umax = range.umax();
  const APInt &smin = range.smin(), &smax = range.smax();
  bool isTruth = umin.getBitWidth() == 1;
  bool fullUnsigned = umin.isZero() && umax.isAllOnes();
  bool fullSigned = smin.isMinSignedValue() && smax.isMaxSignedValue();
  if (fullUnsigned && fullSigned)
    return "any " + describeType(type);
  // The sign that the type implies comes first, then the narrower reading.
  bool isUnsigned = (umax - umin).ult(smax - smin);
  if (Type element = getElementTypeOrSelf(type);
      element.isUnsignedInteger() || element.isSignedInteger())
    isUnsigned = element.isUnsignedInteger() ? !fullUnsigned : fullSigned;
  if (std::optional<APInt> single = range.getConstantValue()) {
    if (isTruth && getElementTypeOrSelf(type).isSignlessInteger())
      return single->isZero() ? "false" : "true";
    return describeNumber(*single,
                          !getElementTypeOrSelf(type).isUnsignedInteger());
  }
  if (isUnsigned)
    return "[" + describeNumber(umin, false) + ", " +
           describeNumber(umax, false) + "]" +
           (umax.isNegative() && !getElementTypeOrSelf(type).isUnsignedInteger()
                ? " as unsigned"
                : "");
  if (smax.isMaxSignedValue())
    return "at least " + describeNumber(smin, true);
  if (smin.isMinSignedValue())
    return "at most " + describeNumber(smax, true);
  return "[" + describeNumber(smin, true) + ", " + describeNumber(smax, true) +
         "]";
}

std::string mlir::noisy::describeBasis(IntegerBasis basis) {
  switch (basis) {
  case IntegerBasis::None:
    return "";
  case IntegerBasis::StatedRange:
    return "stated by '" + NoisyDialect::kRangeAttrName.str() + "'";
  case IntegerBasis::AssumedRange:
    return "stated by '" + NoisyDialect::kRangeAttrName.str() +
           "', assumed of unknown callers";
  case IntegerBasis::CheckedRange:
    return "within what '" + NoisyDialect::kRangeAttrName.str() + "' states";
  case IntegerBasis::ReliedOnRange:
    return "stated by '" + NoisyDialect::kRangeAttrName.str() + "', relied on";
  case IntegerBasis::UpperBound:
    return "stated by 'upper_bound'";
  case IntegerBasis::AssumedUpperBound:
    return "stated by 'upper_bound', assumed of the hardware";
  }
  llvm_unreachable("all bases are handled");
}

std::string mlir::noisy::describeFact(const IntegerFact &fact, Type type) {
  if (fact.isUnreached)
    return "never executed";
  std::string text = describeRange(fact.range, type);
  if (isa<ShapedType>(type))
    text += " in each element";
  std::string basis = describeBasis(fact.basis);
  return basis.empty() ? text : text + ", " + basis;
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

llvm::StringRef mlir::noisy::getFindingCode(IntegerFindingKind kind) {
  switch (kind) {
  case IntegerFindingKind::Constant:
    return "int-constant";
  case IntegerFindingKind::Comparison:
    return "int-comparison";
  case IntegerFindingKind::DivisionByZero:
    return "int-division-by-zero";
  case IntegerFindingKind::Unsigned:
    return "int-unsigned";
  case IntegerFindingKind::Contradiction:
    return "int-stated-range";
  }
  llvm_unreachable("all kinds are handled");
}

/// "%x is 5", "%x is in [0, 3]", "%x is at least 0", "%x is anything".
static std::string describeValue(const ConstantIntRanges &range, Value value,
                                 ValueNamer name) {
  std::string text = describeRange(range, value.getType());
  if (llvm::StringRef(text).starts_with("any "))
    return name(value) + " is anything";
  return name(value) + (text[0] == '[' ? " is in " : " is ") + text;
}

static std::string describeValue(const IntegerFacts &facts, Value value,
                                 ValueNamer name) {
  return describeValue(facts.getRange(value), value, name);
}

/// The verb for an operation whose second operand is a number: "divided by".
/// Empty if there is none.
static llvm::StringRef getVerb(Operation *op) {
  return llvm::TypeSwitch<Operation *, llvm::StringRef>(op)
      .Case<arith::DivSIOp, arith::DivUIOp, arith::CeilDivSIOp,
            arith::CeilDivUIOp, arith::FloorDivSIOp, index::DivSOp,
            index::DivUOp, index::CeilDivSOp, index::CeilDivUOp,
            index::FloorDivSOp>([](auto) { return "divided by"; })
      .Case<arith::RemSIOp, arith::RemUIOp, index::RemSOp, index::RemUOp>(
          [](auto) { return "taken modulo"; })
      .Case<arith::MulIOp, index::MulOp>([](auto) { return "multiplied by"; })
      .Case<arith::AndIOp, index::AndOp>([](auto) { return "masked with"; })
      .Case<arith::OrIOp, index::OrOp>([](auto) { return "or-ed with"; })
      .Case<arith::ShRSIOp, arith::ShRUIOp, index::ShrSOp, index::ShrUOp>(
          [](auto) { return "shifted right by"; })
      .Case<arith::ShLIOp, index::ShlOp>([](auto) { return "shifted left by"; })
      .Case<arith::MinSIOp, arith::MinUIOp, index::MinSOp, index::MinUOp>(
          [](auto) { return "not below"; })
      .Case<arith::MaxSIOp, arith::MaxUIOp, index::MaxSOp, index::MaxUOp>(
          [](auto) { return "not above"; })
      .Default([](auto) { return ""; });
}

llvm::StringRef mlir::noisy::describePredicate(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return "equal to";
  case arith::CmpIPredicate::ne:
    return "other than";
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ult:
    return "less than";
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ule:
    return "at most";
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::ugt:
    return "greater than";
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::uge:
    return "at least";
  }
  llvm_unreachable("all predicates are handled");
}

/// True if a comparison reads its operands as unsigned numbers.
static bool comparesUnsigned(Operation *op) {
  return *getComparisonPredicate(op) >= arith::CmpIPredicate::ult;
}

/// The reason why a result is always the same, "" if the operands do not show
/// it.
static std::string describeReason(const IntegerFacts &facts, Operation *op,
                                  ValueNamer name) {
  if (op->getNumOperands() == 2) {
    Value lhs = op->getOperand(0), rhs = op->getOperand(1);
    if (lhs == rhs && hasRange(lhs) &&
        isa<arith::ArithDialect, index::IndexDialect>(op->getDialect()))
      return "both operands are " + name(lhs);
    llvm::StringRef verb = getVerb(op);
    std::optional<APInt> number =
        hasRange(rhs) ? facts.getRange(rhs).getConstantValue() : std::nullopt;
    if (!verb.empty() && number)
      return describeValue(facts, lhs, name) + " and " + verb.str() + " " +
             describeRange(facts.getRange(rhs), rhs.getType());
  }
  std::vector<std::string> operands;
  for (Value operand : op->getOperands()) {
    // (The range of the elements of a constant does not tell which one it is.)
    if (!hasRange(operand) || matchPattern(operand, m_Constant()))
      continue;
    ConstantIntRanges range = facts.getRange(operand);
    if (!range.getConstantValue() &&
        describeRange(range, operand.getType()).substr(0, 4) != "any ")
      operands.push_back(describeValue(facts, operand, name));
  }
  return llvm::join(operands, " and ");
}

static std::string describeComparison(const IntegerFacts &facts, Operation *op,
                                      Value result, ValueNamer name) {
  bool isTrue = !facts.getRange(result).getConstantValue()->isZero();
  std::string text = isTrue ? "always true: " : "always false: ";
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  if (lhs == rhs)
    return text + name(lhs) + " is compared with itself";
  std::string known = describeValue(facts, lhs, name);
  std::string predicate = describePredicate(*getComparisonPredicate(op)).str();
  text += known;
  // Not "%x is at least 0, at least 0".
  if (isTrue && !comparesUnsigned(op) &&
      known == name(lhs) + " is " + predicate + " " +
                   describeRange(facts.getRange(rhs), rhs.getType()))
    return text;
  text += (isTrue ? ", " : ", never ") + predicate + " ";
  if (facts.getRange(rhs).getConstantValue())
    text += describeRange(facts.getRange(rhs), rhs.getType());
  else if (describeValue(facts, rhs, name) == name(rhs) + " is anything")
    text += name(rhs);
  else
    text += name(rhs) + ", which" +
            describeValue(facts, rhs, name).substr(name(rhs).size());
  if (comparesUnsigned(op))
    text += ", as unsigned numbers";
  return text;
}

std::string mlir::noisy::describeIntegerFinding(const IntegerFacts &facts,
                                                const IntegerFinding &finding,
                                                ValueNamer name) {
  Operation *op = finding.op;
  switch (finding.kind) {
  case IntegerFindingKind::Constant: {
    std::string text = "always " + describeRange(facts.getRange(finding.value),
                                                 finding.value.getType());
    std::string reason = describeReason(facts, op, name);
    return reason.empty() ? text : text + ": " + reason;
  }
  case IntegerFindingKind::Comparison:
    return describeComparison(facts, op, finding.value, name);
  case IntegerFindingKind::DivisionByZero:
    return "division by zero: " + name(finding.value) + " is always 0";
  case IntegerFindingKind::Unsigned:
    return "can be '" + getUnsignedEquivalent(op).str() +
           "': no operand is ever negative";
  case IntegerFindingKind::Contradiction: {
    auto result = cast<OpResult>(finding.value);
    return describeValue(*finding.range, result, name) + ", but '" +
           NoisyDialect::kRangeAttrName.str() + "' states " +
           describeRange(*getStatedRange(result), result.getType()) +
           "; correct what is stated, or the operation";
  }
  }
  llvm_unreachable("all kinds are handled");
}
