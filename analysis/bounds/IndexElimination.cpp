//===- IndexElimination.cpp - The solution of constraints on indices ------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second half of IndexConstraints, for the complete constraints.
//
//===----------------------------------------------------------------------===//

#include "analysis/bounds/IndexConstraints.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::noisy;
using presburger::BoundType;

/// The number of inequalities at which elimination is given up; it may square
/// their number.
static constexpr unsigned kMaxInequalities = 48;
/// The largest number in a bound that is shown. The constraints themselves have
/// numbers of any size.
static constexpr int64_t kMaxNumber = int64_t(1) << 40;

IndexConstraints::Quantity
IndexConstraints::getQuantity(unsigned position) const {
  auto [value, dim] = *positionToValueDim[position];
  return {value, dim == kIndexValue ? std::nullopt : std::optional(dim)};
}

bool IndexConstraints::reduce(ArrayRef<Quantity> keptQuantities) {
  auto isKept = [&](unsigned position) {
    if (!positionToValueDim[position])
      return false;
    Quantity quantity = getQuantity(position);
    return llvm::is_contained(keptQuantities, quantity) ||
           (terms.contains(quantity) && isVisible(quantity.first));
  };
  auto isInEquality = [&](unsigned position) {
    for (unsigned i = 0, e = cstr.getNumEqualities(); i < e; ++i)
      if (cstr.atEq(i, position) != 0)
        return true;
    return false;
  };
  // Equalities first: they are substituted, and add no inequality.
  for (bool eliminatesAll : {false, true}) {
    for (unsigned i = 0; i < positionToValueDim.size();) {
      if (isKept(i) || !(eliminatesAll || isInEquality(i))) {
        ++i;
        continue;
      }
      if (eliminatesAll && cstr.getNumInequalities() > kMaxInequalities)
        return false;
      projectOut(i);
    }
    // Quotients and remainders.
    for (unsigned i = positionToValueDim.size(); i < cstr.getNumVars();) {
      if (!(eliminatesAll || isInEquality(i))) {
        ++i;
        continue;
      }
      if (eliminatesAll && cstr.getNumInequalities() > kMaxInequalities)
        return false;
      cstr.projectOut(i);
    }
  }
  return cstr.getNumInequalities() <= kMaxInequalities;
}

bool IndexConstraints::proveLessEqual(std::optional<Quantity> lhs,
                                      int64_t offset,
                                      std::optional<Quantity> rhs) const {
  // The opposite, lhs + offset > rhs, has no solution.
  SmallVector<int64_t> opposite(cstr.getNumCols(), 0);
  if (lhs)
    ++opposite[getPos(lhs->first, lhs->second)];
  if (rhs)
    --opposite[getPos(rhs->first, rhs->second)];
  opposite.back() += offset - 1;
  presburger::IntegerPolyhedron negation = cstr;
  negation.addInequality(opposite);
  return negation.isEmpty();
}

/// A row of the constraints: coefficient * quantity + rest.
struct IndexConstraints::Row {
  SmallVector<int64_t> coefficients;
  int64_t coefficient = 0;

  /// True if the rests of the two rows add up to a constant.
  bool isOpposite(const Row &otherRow) const {
    for (size_t i = 0; i + 1 < coefficients.size(); ++i)
      if (coefficients[i] != -otherRow.coefficients[i])
        return false;
    return true;
  }
};

std::optional<IndexConstraints::Row>
IndexConstraints::readRow(ArrayRef<llvm::DynamicAPInt> numbers,
                          unsigned position) {
  if (numbers[position] == 0)
    return std::nullopt;
  Row row;
  for (const llvm::DynamicAPInt &number : numbers) {
    if (number < -kMaxNumber || number > kMaxNumber)
      return std::nullopt;
    row.coefficients.push_back(static_cast<int64_t>(number));
  }
  row.coefficient = row.coefficients[position];
  return row;
}

SmallVector<unsigned> IndexConstraints::getColumnOrder() const {
  auto columns =
      llvm::to_vector(llvm::seq<unsigned>(positionToValueDim.size()));
  auto rank = [&](unsigned column) {
    Value value = positionToValueDim[column]->first;
    auto argument = dyn_cast<BlockArgument>(value);
    bool isOfFunction = argument && isa_and_nonnull<FunctionOpInterface>(
                                        argument.getOwner()->getParentOp());
    return isOfFunction ? argument.getArgNumber()
                        : std::numeric_limits<unsigned>::max();
  };
  llvm::stable_sort(columns, [&](unsigned lhs, unsigned rhs) {
    return rank(lhs) < rank(rhs);
  });
  return columns;
}

IndexConstraints::Bound
IndexConstraints::makeBound(BoundType type, const Row &row, unsigned position) {
  Bound bound{type, AffineExpr(), {}};
  const int64_t sign = row.coefficient > 0 ? -1 : 1;
  AffineExpr rest = builder.getAffineConstantExpr(0);
  for (unsigned i : getColumnOrder()) {
    if (i == position || row.coefficients[i] == 0)
      continue;
    rest = rest + builder.getAffineSymbolExpr(bound.operands.size()) *
                      (sign * row.coefficients[i]);
    bound.operands.push_back(getQuantity(i));
  }
  rest = rest + sign * row.coefficients.back();
  const int64_t divisor = std::abs(row.coefficient);
  // coefficient * quantity = rest: exact, whichever way it is rounded.
  bound.expr = divisor == 1            ? rest
               : type == BoundType::LB ? rest.ceilDiv(divisor)
                                       : rest.floorDiv(divisor);
  return bound;
}

SmallVector<IndexConstraints::Bound>
IndexConstraints::getBounds(Quantity quantity) {
  cstr.removeRedundantInequalities();
  const unsigned position = getPos(quantity.first, quantity.second);
  for (unsigned i = 0, e = cstr.getNumEqualities(); i < e; ++i)
    if (std::optional<Row> row = readRow(cstr.getEquality(i), position))
      return {makeBound(BoundType::EQ, *row, position)};

  SmallVector<Row> lower, upper;
  for (unsigned i = 0, e = cstr.getNumInequalities(); i < e; ++i)
    if (std::optional<Row> row = readRow(cstr.getInequality(i), position))
      (row->coefficient > 0 ? lower : upper).push_back(std::move(*row));

  // c * q >= -l and c * q <= u with u + l < c: there is one such q.
  for (const Row &low : lower)
    for (const Row &high : upper) {
      int64_t slack = low.coefficients.back() + high.coefficients.back();
      if (low.isOpposite(high) && slack >= 0 && slack < low.coefficient) {
        Bound bound = makeBound(BoundType::UB, high, position);
        bound.type = BoundType::EQ;
        return {bound};
      }
    }

  SmallVector<Bound> bounds;
  for (const Row &row : lower)
    bounds.push_back(makeBound(BoundType::LB, row, position));
  for (const Row &row : upper)
    bounds.push_back(makeBound(BoundType::UB, row, position));
  return bounds;
}
