//===- SymbolicBounds.cpp - Indices in terms of one another ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/bounds/SymbolicBounds.h"
#include "analysis/bounds/IndexConstraints.h"
#include "analysis/flow/ComparisonPredicate.h"
#include "analysis/integers/IntegerReport.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;
using presburger::BoundType;
using Quantity = IndexConstraints::Quantity;

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

static SymbolicBound getConstantBound(MLIRContext *context,
                                      std::optional<int64_t> dim,
                                      int64_t number) {
  SymbolicBound result;
  result.dim = dim;
  result.map = AffineMap::getConstantMap(number, context);
  return result;
}

static SymbolicBound toSymbolicBound(const IndexConstraints::Bound &bound,
                                     std::optional<int64_t> dim,
                                     bool assumesNoOverflow) {
  SymbolicBound result;
  result.dim = dim;
  result.assumesNoOverflow = assumesNoOverflow;
  AffineExpr expr = bound.expr;
  if (bound.type == BoundType::LB) {
    result.kind = SymbolicBound::Kind::Lower;
  } else if (bound.type == BoundType::UB) {
    result.kind = SymbolicBound::Kind::Upper;
    expr = expr + 1;
  }
  result.map = AffineMap::get(0, bound.operands.size(), expr);
  result.operands.assign(bound.operands.begin(), bound.operands.end());
  return result;
}

static void addBounds(SmallVector<SymbolicBound> &bounds, Quantity quantity) {
  Value value = quantity.first;
  MLIRContext *context = value.getContext();
  IndexConstraints constraints(context, value.getParentRegion());
  constraints.add(quantity);
  if (constraints.isTerm(quantity))
    return;
  bool assumes = constraints.assumesNoOverflow();
  bool isReduced = constraints.reduce(quantity);
  if (isReduced) {
    if (constraints.isContradictory())
      return;
    for (const auto &bound : constraints.getBounds(quantity)) {
      bounds.push_back(toSymbolicBound(bound, quantity.second, assumes));
      if (bound.type == BoundType::EQ)
        return;
    }
  }
  if (isReduced && !constraints.sawLoop())
    return;
  // Equalities with the indices of loops.
  IndexConstraints inLoop(context, value.getParentRegion(),
                          /*stopAtLoops=*/true);
  inLoop.add(quantity);
  if (inLoop.isTerm(quantity) || !inLoop.reduce(quantity) ||
      inLoop.isContradictory())
    return;
  for (const auto &bound : inLoop.getBounds(quantity))
    if (bound.type == BoundType::EQ)
      bounds.push_back(
          toSymbolicBound(bound, quantity.second, inLoop.assumesNoOverflow()));
}

SmallVector<SymbolicBound> mlir::noisy::getSymbolicBounds(Value value,
                                                          bool withConstants) {
  SmallVector<SymbolicBound> bounds;
  if (!value)
    return bounds;
  if (value.getType().isIndex()) {
    addBounds(bounds, {value, std::nullopt});
  } else if (isa<RankedTensorType, MemRefType>(value.getType())) {
    for (auto [dim, size] :
         llvm::enumerate(cast<ShapedType>(value.getType()).getShape()))
      if (ShapedType::isDynamic(size))
        addBounds(bounds, {value, dim});
      else
        bounds.push_back(getConstantBound(value.getContext(), dim, size));
  }
  if (!withConstants)
    llvm::erase_if(bounds,
                   [](const auto &bound) { return bound.isConstant(); });
  return bounds;
}

//===----------------------------------------------------------------------===//
// Descriptions of bounds
//===----------------------------------------------------------------------===//

namespace {

/// Writes affine expressions with the names of values in them.
class ExpressionWriter {
public:
  ExpressionWriter(llvm::raw_ostream &os, const SymbolicBound &bound,
                   ValueNamer name)
      : os(os), bound(bound), name(name) {}

  /// Writes `expr` + `offset`.
  void writeSum(AffineExpr expr, int64_t offset = 0);

private:
  using Terms = SmallVector<std::pair<AffineExpr, int64_t>>;
  void collect(AffineExpr expr, int64_t factor, Terms &terms,
               int64_t &constant);
  /// Writes one of the terms of a sum, which may have a sign or a coefficient
  /// before it.
  void writeTerm(AffineExpr expr);
  /// Writes an operand of a division.
  void writeOperand(AffineExpr expr);

  llvm::raw_ostream &os;
  const SymbolicBound &bound;
  ValueNamer name;
};

} // namespace

/// Splits a sum into its terms, each with its coefficient.
void ExpressionWriter::collect(AffineExpr expr, int64_t factor, Terms &terms,
                               int64_t &constant) {
  if (auto number = dyn_cast<AffineConstantExpr>(expr)) {
    constant += factor * number.getValue();
    return;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (binary && binary.getKind() == AffineExprKind::Add) {
    collect(binary.getLHS(), factor, terms, constant);
    collect(binary.getRHS(), factor, terms, constant);
    return;
  }
  if (binary && binary.getKind() == AffineExprKind::Mul)
    if (auto number = dyn_cast<AffineConstantExpr>(binary.getRHS())) {
      collect(binary.getLHS(), factor * number.getValue(), terms, constant);
      return;
    }
  terms.push_back({expr, factor});
}

void ExpressionWriter::writeOperand(AffineExpr expr) {
  bool isSimple = isa<AffineSymbolExpr, AffineConstantExpr>(expr);
  os << (isSimple ? "" : "(");
  writeSum(expr);
  os << (isSimple ? "" : ")");
}

void ExpressionWriter::writeTerm(AffineExpr expr) {
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    auto [value, dim] = bound.operands[symbol.getPosition()];
    if (dim)
      os << "dim " << *dim << " of ";
    os << name(value);
    return;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  writeOperand(binary.getLHS());
  os << (binary.getKind() == AffineExprKind::FloorDiv  ? " floordiv "
         : binary.getKind() == AffineExprKind::CeilDiv ? " ceildiv "
                                                       : " mod ");
  writeOperand(binary.getRHS());
}

void ExpressionWriter::writeSum(AffineExpr expr, int64_t offset) {
  auto isName = [&](AffineExpr expr) {
    auto symbol = dyn_cast<AffineSymbolExpr>(expr);
    return symbol && !bound.operands[symbol.getPosition()].second;
  };
  Terms terms;
  collect(expr, 1, terms, offset);
  // Subtracted terms come last.
  llvm::stable_sort(terms, [](const auto &lhs, const auto &rhs) {
    return lhs.second > 0 && rhs.second < 0;
  });
  bool isFirst = true;
  for (auto [factor, coefficient] : terms) {
    if (!isFirst)
      os << (coefficient < 0 ? " - " : " + ");
    else if (coefficient < 0)
      os << "-";
    int64_t magnitude = std::abs(coefficient);
    if (magnitude != 1)
      os << magnitude << " * ";
    bool isAlone = magnitude == 1 && (!isFirst || coefficient > 0);
    bool needsParentheses = !isAlone && !isName(factor);
    os << (needsParentheses ? "(" : "");
    writeTerm(factor);
    os << (needsParentheses ? ")" : "");
    isFirst = false;
  }
  if (isFirst)
    os << offset;
  else if (offset != 0)
    os << (offset < 0 ? " - " : " + ") << std::abs(offset);
}

/// The constant term of `expr`.
static int64_t getOffset(AffineExpr expr) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || binary.getKind() != AffineExprKind::Add)
    return 0;
  auto number = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return number ? number.getValue() : 0;
}

std::string mlir::noisy::describe(const SymbolicBound &bound, Value value,
                                  ValueNamer name) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (bound.dim)
    os << "dim " << *bound.dim;
  else
    os << name(value);
  AffineExpr expr = bound.map.getResult(0);
  ExpressionWriter writer(os, bound, name);
  switch (bound.kind) {
  case SymbolicBound::Kind::Equal:
    os << " = ";
    writer.writeSum(expr);
    break;
  case SymbolicBound::Kind::Lower:
    os << " >= ";
    writer.writeSum(expr);
    break;
  case SymbolicBound::Kind::Upper:
    // "<= %n" rather than "< %n + 1".
    bool isClosed = getOffset(expr) == 1;
    os << (isClosed ? " <= " : " < ");
    writer.writeSum(expr, isClosed ? -1 : 0);
    break;
  }
  if (bound.assumesNoOverflow)
    os << ", unless an index overflows";
  if (bound.basis != IntegerBasis::None)
    os << ", " << describeBasis(bound.basis);
  return text;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

namespace {

/// A comparison of indices.
struct Comparison {
  enum Relation { Equal, NotEqual, Less, LessEqual } relation;
  Value lhs, rhs;
  bool isUnsigned = false;
};

} // namespace

static Comparison makeComparison(arith::CmpIPredicate predicate, Value lhs,
                                 Value rhs) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return {Comparison::Equal, lhs, rhs};
  case arith::CmpIPredicate::ne:
    return {Comparison::NotEqual, lhs, rhs};
  case arith::CmpIPredicate::slt:
    return {Comparison::Less, lhs, rhs};
  case arith::CmpIPredicate::sle:
    return {Comparison::LessEqual, lhs, rhs};
  case arith::CmpIPredicate::sgt:
    return {Comparison::Less, rhs, lhs};
  case arith::CmpIPredicate::sge:
    return {Comparison::LessEqual, rhs, lhs};
  case arith::CmpIPredicate::ult:
    return {Comparison::Less, lhs, rhs, true};
  case arith::CmpIPredicate::ule:
    return {Comparison::LessEqual, lhs, rhs, true};
  case arith::CmpIPredicate::ugt:
    return {Comparison::Less, rhs, lhs, true};
  case arith::CmpIPredicate::uge:
    return {Comparison::LessEqual, rhs, lhs, true};
  }
  llvm_unreachable("all predicates are there");
}

static std::optional<Comparison> getComparison(Operation *op) {
  std::optional<arith::CmpIPredicate> predicate = getComparisonPredicate(op);
  if (!predicate || !op->getOperand(0).getType().isIndex())
    return std::nullopt;
  return makeComparison(*predicate, op->getOperand(0), op->getOperand(1));
}

/// True for the test that lets a loop go on, inside of the loop: it is true
/// whatever the step does to the index.
static bool isOwnTest(Value index, Value end, bool isUnsigned) {
  auto argument = dyn_cast<BlockArgument>(index);
  auto loop =
      argument
          ? dyn_cast_or_null<scf::ForOp>(argument.getOwner()->getParentOp())
          : scf::ForOp();
  return loop && argument == loop.getInductionVar() &&
         end == loop.getUpperBound() && isUnsigned == loop.getUnsignedCmp();
}

std::optional<DecidedComparison> mlir::noisy::decideComparison(Operation *op) {
  std::optional<Comparison> comparison = getComparison(op);
  if (!comparison)
    return std::nullopt;
  bool mayBeOfLoop = comparison->relation == Comparison::Less ||
                     comparison->relation == Comparison::LessEqual;
  if (mayBeOfLoop &&
      isOwnTest(comparison->lhs, comparison->rhs, comparison->isUnsigned))
    return DecidedComparison{true, /*assumesNoOverflow=*/false};
  if (mayBeOfLoop &&
      isOwnTest(comparison->rhs, comparison->lhs, comparison->isUnsigned))
    return DecidedComparison{false, /*assumesNoOverflow=*/false};
  Quantity lhs(comparison->lhs, std::nullopt);
  Quantity rhs(comparison->rhs, std::nullopt);
  IndexConstraints constraints(op->getContext(), op->getParentRegion());
  constraints.add(lhs);
  constraints.add(rhs);
  bool assumes = constraints.assumesNoOverflow();
  if (!constraints.reduce({lhs, rhs}) || constraints.isContradictory())
    return std::nullopt;

  // The unsigned comparison has the same result if neither operand is negative.
  if (comparison->isUnsigned &&
      (!constraints.proveLessEqual(std::nullopt, 0, lhs) ||
       !constraints.proveLessEqual(std::nullopt, 0, rhs)))
    return std::nullopt;
  auto isLess = [&](Quantity first, Quantity second) {
    return constraints.proveLessEqual(first, 1, second);
  };
  auto isLessEqual = [&](Quantity first, Quantity second) {
    return constraints.proveLessEqual(first, 0, second);
  };
  switch (comparison->relation) {
  case Comparison::Equal:
  case Comparison::NotEqual: {
    bool isEqual = comparison->relation == Comparison::Equal;
    if (isLessEqual(lhs, rhs) && isLessEqual(rhs, lhs))
      return DecidedComparison{isEqual, assumes};
    if (isLess(lhs, rhs) || isLess(rhs, lhs))
      return DecidedComparison{!isEqual, assumes};
    break;
  }
  case Comparison::Less:
    if (isLess(lhs, rhs))
      return DecidedComparison{true, assumes};
    if (isLessEqual(rhs, lhs))
      return DecidedComparison{false, assumes};
    break;
  case Comparison::LessEqual:
    if (isLessEqual(lhs, rhs))
      return DecidedComparison{true, assumes};
    if (isLess(rhs, lhs))
      return DecidedComparison{false, assumes};
    break;
  }
  return std::nullopt;
}
