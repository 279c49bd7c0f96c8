//===- IndexConstraints.cpp - Linear constraints on indices ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/bounds/IndexConstraints.h"
#include "analysis/bounds/IndexNumbers.h"
#include "analysis/bounds/IndexTies.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/RegionKindInterface.h"

using namespace mlir;
using namespace mlir::noisy;

/// The number of values that one query visits. Values farther away are terms.
/// Chosen for a query to take some milliseconds at most.
static constexpr unsigned kBudget = 96;
/// The number of inequalities beyond which no values farther away are visited:
/// their elimination takes most of the time.
static constexpr unsigned kEnoughInequalities = 24;
/// The depth of nested choices whose sides are compared.
static constexpr unsigned kDepth = 2;
/// The most steps from a value to the one that has the same size.
static constexpr unsigned kMaxTies = 256;

IndexConstraints::IndexConstraints(MLIRContext *context, Region *scope,
                                   bool stopAtLoops)
    : ValueBoundsConstraintSet(
          context,
          [this](Value value, std::optional<int64_t> dim,
                 ValueBoundsConstraintSet &) { return visit(value, dim); }),
      scope(scope), stopAtLoops(stopAtLoops), budget(kBudget), depth(kDepth) {}

void IndexConstraints::add(Quantity quantity) {
  populateConstraints(quantity.first, quantity.second);
}

bool IndexConstraints::isVisible(Value value) const {
  Region *region = value.getParentRegion();
  return scope && region && region->isAncestor(scope);
}

bool IndexConstraints::visit(Value value, std::optional<int64_t> dim) {
  Handler handler = Handler::Nobody;
  // Tensors and memrefs have no negative sizes. But a value within a branch may
  // not exist at all: nothing follows outside the branch for its operands.
  if (dim && isVisible(value))
    bound(value)[*dim] >= 0;
  Region *region = value.getParentRegion();
  // In a graph region values may depend on each other in cycles.
  if (budget > 0 && cstr.getNumInequalities() < kEnoughInequalities && region &&
      !mayBeGraphRegion(*region)) {
    --budget;
    if (auto argument = dyn_cast<BlockArgument>(value))
      handler = visitArgument(argument, dim);
    else if (hasSmallNumbers(value.getDefiningOp()))
      handler = dim ? visitDim(cast<OpResult>(value), *dim)
                    : visitArithmetic(cast<OpResult>(value));
  }
  if (handler == Handler::Mlir)
    return false;
  if (handler == Handler::Nobody)
    terms.insert({value, dim});
  return true;
}

//===----------------------------------------------------------------------===//
// Arguments of blocks
//===----------------------------------------------------------------------===//

IndexConstraints::Handler
IndexConstraints::visitArgument(BlockArgument argument,
                                std::optional<int64_t> dim) {
  Block *block = argument.getOwner();
  Operation *parent = block->getParentOp();
  if (!parent || !block->isEntryBlock() || !hasSmallNumbers(parent))
    return Handler::Nobody;
  bool isLoopIndex = isa<affine::AffineParallelOp>(parent);
  if (auto loop = dyn_cast<LoopLikeOpInterface>(parent))
    if (std::optional<SmallVector<Value>> indices = loop.getLoopInductionVars())
      isLoopIndex |= llvm::is_contained(*indices, argument);
  if (isLoopIndex)
    return visitLoopIndex(argument, parent);
  if (isa<scf::ForOp, affine::AffineForOp>(parent))
    return addCarried(argument, dim, parent, argument.getArgNumber() - 1);
  if (auto forall = dyn_cast<scf::ForallOp>(parent))
    return dim ? equate(argument, dim, forall.getTiedOpOperand(argument)->get())
               : Handler::Nobody;
  // The sizes and ids of blocks and threads. Those of clusters come behind
  // them, and MLIR takes the size of a cluster for the number of clusters.
  if (isa<gpu::LaunchOp>(parent))
    return !dim && argument.getArgNumber() < 12 ? Handler::Mlir
                                                : Handler::Nobody;
  return Handler::Nobody;
}

IndexConstraints::Handler
IndexConstraints::visitLoopIndex(BlockArgument argument, Operation *op) {
  // After a loop it is unknown if it ran at all, and so are the bounds of its
  // index. (No path leads there now: the values that a loop yields are not
  // visited.)
  if (stopAtLoops || !isVisible(argument))
    return Handler::Nobody;
  unsigned position = argument.getArgNumber();
  if (auto loop = dyn_cast<affine::AffineForOp>(op)) {
    if (addAffine(argument, Relation::GreaterEqual, loop.getLowerBoundMap(),
                  loop.getLowerBoundOperands()) == Handler::Nobody ||
        addAffine(argument, Relation::Less, loop.getUpperBoundMap(),
                  loop.getUpperBoundOperands()) == Handler::Nobody)
      return Handler::Nobody;
  } else if (auto loop = dyn_cast<affine::AffineParallelOp>(op)) {
    if (addAffine(argument, Relation::GreaterEqual,
                  loop.getLowerBoundMap(position),
                  loop.getLowerBoundsOperands()) == Handler::Nobody ||
        addAffine(argument, Relation::Less, loop.getUpperBoundMap(position),
                  loop.getUpperBoundsOperands()) == Handler::Nobody)
      return Handler::Nobody;
  } else if (isa<scf::ForOp, scf::ForallOp, scf::ParallelOp>(op)) {
    if (auto loop = dyn_cast<scf::ForOp>(op); loop && loop.getUnsignedCmp())
      return Handler::Nobody;
    auto loop = cast<LoopLikeOpInterface>(op);
    auto lower = loop.getLoopLowerBounds(), upper = loop.getLoopUpperBounds();
    auto steps = loop.getLoopSteps();
    if (!lower || !upper || !steps)
      return Handler::Nobody;
    // A step that is not positive has no meaning; one that is not 1 may step
    // past the largest integer.
    std::optional<int64_t> step = getConstantIntValue((*steps)[position]);
    if (step && *step < 1)
      return Handler::Nobody;
    foundWrapping |= step != 1;
    bound(argument) >= (*lower)[position];
    bound(argument) < (*upper)[position];
  } else {
    return Handler::Nobody;
  }
  foundLoop = true;
  return Handler::Us;
}

//===----------------------------------------------------------------------===//
// Affine values
//===----------------------------------------------------------------------===//

// MLIR composes the maps of affine.apply before it adds them, and does not see
// when that wraps.

/// Adds that `value` has `relation` to all results of `map`. (This holds for a
/// minimum, which is not above any, and for the index of a loop that begins at
/// the largest of its lower bounds.)
IndexConstraints::Handler IndexConstraints::addAffine(Value value,
                                                      Relation relation,
                                                      AffineMap map,
                                                      ValueRange operands) {
  if (!isTame(map))
    return Handler::Nobody;
  SmallVector<AffineExpr> exprs = llvm::map_to_vector(
      operands, [&](Value operand) { return getExpr(operand); });
  ArrayRef<AffineExpr> operandExprs = exprs;
  for (AffineExpr result : map.getResults()) {
    AffineExpr expr =
        result.replaceDimsAndSymbols(operandExprs.take_front(map.getNumDims()),
                                     operandExprs.drop_front(map.getNumDims()));
    switch (relation) {
    case Relation::Equal:
      bound(value) == expr;
      break;
    case Relation::GreaterEqual:
      bound(value) >= expr;
      break;
    case Relation::LessEqual:
      bound(value) <= expr;
      break;
    case Relation::Less:
      bound(value) < expr;
      break;
    }
  }
  return Handler::Us;
}

IndexConstraints::Handler
IndexConstraints::addLinearized(Value value, ArrayRef<int64_t> basis,
                                ValueRange parts) {
  auto strides = getStrides(basis, parts.size());
  if (!strides)
    return Handler::Nobody;
  AffineExpr sum = builder.getAffineConstantExpr(0);
  for (auto [part, stride] : llvm::zip_equal(parts, *strides))
    sum = sum + getExpr(part) * stride;
  bound(value) == sum;
  return Handler::Us;
}

IndexConstraints::Handler
IndexConstraints::addDelinearized(OpResult result, ArrayRef<int64_t> basis,
                                  Value linear) {
  auto strides = getStrides(basis, result.getOwner()->getNumResults());
  if (!strides)
    return Handler::Nobody;
  unsigned index = result.getResultNumber();
  AffineExpr expr = getExpr(linear);
  if (index > 0)
    expr = expr % (*strides)[index - 1];
  bound(result) == expr.floorDiv((*strides)[index]);
  return Handler::Us;
}

//===----------------------------------------------------------------------===//
// Operations that depend on signs
//===----------------------------------------------------------------------===//

bool IndexConstraints::isKnownNonNegative(Value value) {
  if (std::optional<int64_t> constant = getConstantIndex(value))
    return *constant >= 0;
  if (depth == 0)
    return false;
  IndexConstraints inner(value.getContext(), scope, stopAtLoops);
  inner.depth = depth - 1;
  inner.budget = budget;
  Quantity quantity(value, std::nullopt);
  inner.add(quantity);
  budget = inner.budget;
  if (!inner.reduce(quantity) || inner.isContradictory() ||
      !inner.proveLessEqual(std::nullopt, 0, quantity))
    return false;
  foundWrapping |= inner.foundWrapping;
  return true;
}

/// Division and remainder by a positive constant. Operations that round to 0,
/// and those on unsigned numbers, are floor division and its remainder if the
/// dividend is not negative.
IndexConstraints::Handler IndexConstraints::visitDivision(OpResult result,
                                                          bool isUnsigned,
                                                          bool isRemainder) {
  Value dividend = result.getOwner()->getOperand(0);
  std::optional<int64_t> divisor =
      getConstantIndex(result.getOwner()->getOperand(1));
  if (!divisor || *divisor < 1)
    return Handler::Nobody;
  if (isKnownNonNegative(dividend)) {
    AffineExpr expr = getExpr(dividend);
    bound(result) == (isRemainder ? expr % *divisor : expr.floorDiv(*divisor));
    return Handler::Us;
  }
  if (!isRemainder)
    return Handler::Nobody;
  bound(result) >= (isUnsigned ? 0 : 1 - *divisor);
  bound(result) < *divisor;
  return Handler::Us;
}

//===----------------------------------------------------------------------===//
// Choices and values passed on
//===----------------------------------------------------------------------===//

IndexConstraints::Handler IndexConstraints::equate(Value value,
                                                   std::optional<int64_t> dim,
                                                   Value source) {
  if (!dim) {
    bound(value) == getExpr(source);
    return Handler::Us;
  }
  auto type = dyn_cast<ShapedType>(source.getType());
  if (!type || !type.hasRank() || *dim >= type.getRank())
    return Handler::Nobody;
  bound(value)[*dim] == getExpr(source, dim);
  return Handler::Us;
}

/// Adds the bounds of a value that is either `first` or `second`: if they are
/// equal, or one is known to be the larger one.
IndexConstraints::Handler
IndexConstraints::addChoice(Value value, std::optional<int64_t> dim,
                            Value first, Value second) {
  unsigned steps = kMaxTies;
  Value firstSource = followTies(first, dim.has_value(), Value(), steps);
  Value secondSource = followTies(second, dim.has_value(), Value(), steps);
  if (firstSource && firstSource == secondSource)
    return equate(value, dim, firstSource);
  if (depth == 0)
    return Handler::Nobody;

  // A separate query, because it is unknown which of the two is computed.
  IndexConstraints inner(value.getContext(), scope, stopAtLoops);
  inner.depth = depth - 1;
  inner.budget = budget;
  Quantity firstQuantity(first, dim), secondQuantity(second, dim);
  inner.add(firstQuantity);
  inner.add(secondQuantity);
  budget = inner.budget;
  if (!inner.reduce({firstQuantity, secondQuantity}) || inner.isContradictory())
    return Handler::Nobody;
  bool isFirstLess = inner.proveLessEqual(firstQuantity, 0, secondQuantity);
  bool isSecondLess = inner.proveLessEqual(secondQuantity, 0, firstQuantity);
  if (!isFirstLess && !isSecondLess)
    return Handler::Nobody;
  foundWrapping |= inner.foundWrapping;
  AffineExpr firstExpr = getExpr(first, dim);
  AffineExpr secondExpr = getExpr(second, dim);
  AffineExpr lowerExpr = isFirstLess ? firstExpr : secondExpr;
  AffineExpr upperExpr = isFirstLess ? secondExpr : firstExpr;
  if (dim) {
    bound(value)[*dim] >= lowerExpr;
    bound(value)[*dim] <= upperExpr;
  } else {
    bound(value) >= lowerExpr;
    bound(value) <= upperExpr;
  }
  return Handler::Us;
}

IndexConstraints::Handler
IndexConstraints::addCarried(Value value, std::optional<int64_t> dim,
                             Operation *loop, unsigned index) {
  unsigned steps = kMaxTies;
  if (!isCarriedUnchanged(loop, index, dim.has_value(), steps))
    return Handler::Nobody;
  return equate(value, dim, getLoopInit(loop, index));
}
