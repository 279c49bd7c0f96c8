//===- ElementPlaces.cpp - The elements that code writes ------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/memory/ElementPlaces.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::noisy;

ElementIndices mlir::noisy::getElementIndices(ValueRange indices) {
  return ElementIndices(llvm::map_range(
      indices, [](Value index) { return getAsOpFoldResult(index); }));
}

ElementSums mlir::noisy::getElementSums(ArrayRef<OpFoldResult> indices) {
  ElementSums sums;
  for (OpFoldResult index : indices)
    sums.push_back(LinearIndex::of(index));
  return sums;
}

ElementIndices mlir::noisy::getElementSizes(ShapedType type,
                                            ValueRange dynamicSizes) {
  ElementIndices sizes;
  Builder builder(type.getContext());
  for (int64_t size : type.getShape()) {
    if (!ShapedType::isDynamic(size)) {
      sizes.push_back(builder.getIndexAttr(size));
      continue;
    }
    sizes.push_back(getAsOpFoldResult(dynamicSizes.front()));
    dynamicSizes = dynamicSizes.drop_front();
  }
  return sizes;
}

SliceMap::SliceMap(unsigned rank, MLIRContext *context) : context(context) {
  for (unsigned d = 0; d < rank; ++d)
    dimensions.push_back({Builder(context).getIndexAttr(0), 1, int(d)});
}

/// An index of a slice as one of the whole.
std::optional<OpFoldResult> SliceMap::lead(const Dimension &to,
                                           OpFoldResult index) const {
  if (isConstantIntValue(index, 0))
    return to.offset;
  std::optional<int64_t> offset = getConstantIntValue(to.offset);
  if (offset == 0 && to.stride == 1)
    return index;
  std::optional<int64_t> number =
      index ? getConstantIntValue(index) : std::nullopt;
  int64_t distance, sum;
  if (!offset || !number || llvm::MulOverflow(*number, to.stride, distance) ||
      llvm::AddOverflow(*offset, distance, sum))
    return std::nullopt;
  return OpFoldResult(Builder(context).getIndexAttr(sum));
}

std::optional<SliceMap>
SliceMap::slice(ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> strides,
                const llvm::SmallBitVector &dropped) const {
  SmallVector<int> numbers;
  int next = 0;
  for (unsigned d = 0; d < offsets.size(); ++d)
    numbers.push_back(dropped.test(d) ? -1 : next++);
  SliceMap result = *this;
  for (Dimension &to : result.dimensions) {
    if (to.index < 0)
      continue;
    OpFoldResult first = offsets[to.index];
    if (auto value = dyn_cast<Value>(first))
      first = getAsOpFoldResult(value);
    std::optional<OpFoldResult> offset = lead(to, first);
    std::optional<int64_t> stride = getConstantIntValue(strides[to.index]);
    int64_t product;
    if (!offset || !stride || llvm::MulOverflow(to.stride, *stride, product))
      return std::nullopt;
    to = {*offset, product, numbers[to.index]};
  }
  return result;
}

ElementPlace SliceMap::get(const ElementPlace &place) const {
  if (!place)
    return std::nullopt;
  ElementIndices indices;
  for (const Dimension &to : dimensions) {
    std::optional<OpFoldResult> index =
        to.index < 0 ? to.offset : lead(to, (*place)[to.index]);
    if (!index)
      return std::nullopt;
    indices.push_back(*index);
  }
  return indices;
}

ElementBox SliceMap::getBox(const ElementBox &box,
                            ArrayRef<OpFoldResult> sizes) const {
  ElementBox result = box;
  result.resize(dimensions.size());
  for (auto [to, bounds] : llvm::zip_equal(dimensions, result)) {
    std::optional<int64_t> offset = getConstantIntValue(to.offset);
    std::optional<int64_t> size =
        to.index < 0 ? 1 : getConstantIntValue(sizes[to.index]);
    int64_t distance, end;
    if (!offset || !size || *size < 1 || to.stride < 1 ||
        llvm::MulOverflow(*size - 1, to.stride, distance) ||
        llvm::AddOverflow(*offset, distance + 1, end))
      continue;
    if (!bounds)
      bounds = {*offset, end};
    bounds = {std::max(bounds->first, *offset), std::min(bounds->second, end)};
  }
  return result;
}

ElementIndices SliceMap::getOffsets() const {
  return ElementIndices(llvm::map_range(
      dimensions, [](const Dimension &to) { return to.offset; }));
}

ElementIndices SliceMap::getWidths(ArrayRef<OpFoldResult> sizes) const {
  return ElementIndices(llvm::map_range(dimensions, [&](const Dimension &to) {
    return to.index < 0 ? OpFoldResult(Builder(context).getIndexAttr(1))
                        : sizes[to.index];
  }));
}

bool mlir::noisy::areDisjoint(const ElementPlace &a, const ElementPlace &b) {
  if (!a || !b || a->size() != b->size())
    return false;
  for (auto [x, y] : llvm::zip_equal(*a, *b)) {
    if (!x || !y)
      continue;
    std::optional<int64_t> constantX = getConstantIntValue(x);
    std::optional<int64_t> constantY = getConstantIntValue(y);
    if (constantX && constantY && *constantX != *constantY)
      return true;
  }
  return false;
}

bool mlir::noisy::isWithin(OpFoldResult index, OpFoldResult offset,
                           int64_t width) {
  std::optional<int64_t> number = getConstantIntValue(index);
  std::optional<int64_t> first = getConstantIntValue(offset);
  return number && first && *first >= 0 && *number >= *first &&
         *number - *first < width;
}

bool mlir::noisy::isSamePlace(const ElementPlace &a, const ElementPlace &b) {
  auto isKnown = [](OpFoldResult index) { return bool(index); };
  return a && b && llvm::all_of(*a, isKnown) && llvm::all_of(*b, isKnown) &&
         isEqualConstantIntOrValueArray(*a, *b);
}

/// The tensor or memref that has the same sizes as `shaped`, and was there
/// first.
static Value getFirstOfSize(Value shaped) {
  while (Operation *op = shaped.getDefiningOp()) {
    if (isa<tensor::CastOp, memref::CastOp>(op))
      shaped = op->getOperand(0);
    else if (auto insert = dyn_cast<tensor::InsertOp>(op))
      shaped = insert.getDest();
    else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
      shaped = insert.getDest();
    else if (auto elementOp = dyn_cast<linalg::LinalgOp>(op))
      shaped = elementOp.getTiedOpOperand(cast<OpResult>(shaped))->get();
    else
      break;
  }
  return shaped;
}

/// The tensor or memref, and the dimension, whose size a value is; null if it
/// is none.
static std::pair<Value, int64_t> getMeasured(OpFoldResult size) {
  auto value = dyn_cast<Value>(size);
  Operation *op = value ? value.getDefiningOp() : nullptr;
  if (!isa_and_nonnull<tensor::DimOp, memref::DimOp>(op))
    return {};
  std::optional<int64_t> index = getConstantIntValue(op->getOperand(1));
  Value shaped = op->getOperand(0);
  auto type = dyn_cast<ShapedType>(shaped.getType());
  if (!index || !type || !type.hasRank() || *index < 0 ||
      *index >= type.getRank())
    return {};
  return {getFirstOfSize(shaped), *index};
}

/// A size as a constant, or as the value that something was made with.
static OpFoldResult resolveSize(OpFoldResult size) {
  // The operand may be the size of something else.
  for (unsigned i = 0; i < 16; ++i) {
    auto [shaped, index] = getMeasured(size);
    if (!shaped)
      return size;
    auto type = cast<ShapedType>(shaped.getType());
    if (!type.hasRank() || index >= type.getRank())
      return size;
    if (!type.isDynamicDim(index))
      return Builder(shaped.getContext()).getIndexAttr(type.getDimSize(index));
    Operation *op = shaped.getDefiningOp();
    ValueRange dynamicSizes;
    if (auto alloc = dyn_cast_or_null<memref::AllocOp>(op))
      dynamicSizes = alloc.getDynamicSizes();
    else if (auto alloc = dyn_cast_or_null<memref::AllocaOp>(op))
      dynamicSizes = alloc.getDynamicSizes();
    else if (auto empty = dyn_cast_or_null<tensor::EmptyOp>(op))
      dynamicSizes = empty.getDynamicSizes();
    else
      return size;
    size = getElementSizes(type, dynamicSizes)[index];
  }
  return size;
}

bool mlir::noisy::areSameSize(OpFoldResult a, OpFoldResult b) {
  a = resolveSize(a);
  b = resolveSize(b);
  auto measured = getMeasured(a);
  return isEqualConstantIntOrValue(a, b) ||
         (measured.first && measured == getMeasured(b));
}

/// The induction variables of a loop; none of what is no loop.
static ValueRange getInductionVariables(Operation *op) {
  if (isa<scf::ForOp, affine::AffineForOp>(op))
    return op->getRegion(0).getArguments().take_front();
  if (isa<scf::ParallelOp, affine::AffineParallelOp>(op))
    return op->getRegion(0).getArguments();
  if (auto forall = dyn_cast<scf::ForallOp>(op))
    return op->getRegion(0).getArguments().take_front(forall.getRank());
  return {};
}

bool mlir::noisy::areOfOneIteration(Operation *loop,
                                    ArrayRef<ElementPlace> places) {
  ValueRange variables = getInductionVariables(loop);
  if (variables.empty() ||
      !llvm::all_of(places, [](const auto &place) { return bool(place); }))
    return false;
  size_t rank = places.empty() ? 0 : places.front()->size();
  return llvm::all_of(variables, [&](Value variable) {
    for (size_t i = 0; i < rank; ++i)
      if (llvm::all_of(places, [&](const ElementPlace &place) {
            return i < place->size() && (*place)[i] == OpFoldResult(variable);
          }))
        return true;
    return false;
  });
}

namespace {
/// An induction variable and the values that it has.
struct Induction {
  Value variable;
  OpFoldResult lower, upper, step;

  /// True if slices of this width at its values are all from 0 to below `size`.
  bool covers(OpFoldResult size, int64_t width) const {
    std::optional<int64_t> constantSize = getConstantIntValue(size);
    return isConstantIntValue(lower, 0) && isConstantIntValue(step, width) &&
           areSameSize(upper, size) && constantSize.value_or(0) >= 0 &&
           (width == 1 || (constantSize && *constantSize % width == 0));
  }
  /// The same for slices of a width that is the step, but for the last one,
  /// which ends with the loop: `affine.min` of the step and of what is left.
  bool covers(OpFoldResult size, OpFoldResult width) const {
    auto value = dyn_cast_if_present<Value>(width);
    auto min = value ? value.getDefiningOp<affine::AffineMinOp>() : nullptr;
    std::optional<int64_t> constantStep = getConstantIntValue(step);
    std::optional<int64_t> constantSize = getConstantIntValue(size);
    if (!min || !constantStep || *constantStep < 1 ||
        !isConstantIntValue(lower, 0) || !areSameSize(upper, size) ||
        constantSize.value_or(0) < 0)
      return false;
    AffineMap map = min.getMap();
    // Of the operands, as far as these are known.
    auto is = [&](Value operand, OpFoldResult bound) {
      return operand == dyn_cast<Value>(bound) ||
             areSameSize(getAsOpFoldResult(operand), bound);
    };
    auto getExpr = [&](unsigned i) {
      return i < map.getNumDims()
                 ? getAffineDimExpr(i, map.getContext())
                 : getAffineSymbolExpr(i - map.getNumDims(), map.getContext());
    };
    AffineExpr first, end;
    if (std::optional<int64_t> constant = getConstantIntValue(upper))
      end = getAffineConstantExpr(*constant, map.getContext());
    for (auto [i, operand] : llvm::enumerate(min.getOperands())) {
      if (operand == variable)
        first = getExpr(i);
      else if (is(operand, upper))
        end = getExpr(i);
    }
    if (!first || !end)
      return false;
    AffineExpr rest =
        simplifyAffineExpr(end - first, map.getNumDims(), map.getNumSymbols());
    return llvm::all_of(map.getResults(), [&](AffineExpr result) {
      auto constant = dyn_cast<AffineConstantExpr>(result);
      return constant ? constant.getValue() == *constantStep
                      : simplifyAffineExpr(result, map.getNumDims(),
                                           map.getNumSymbols()) == rest;
    });
  }
  /// The bounds of an index that is the variable, or what is left of a number
  /// without it, and takes all values between; none if they are not known.
  std::optional<std::pair<LinearIndex, LinearIndex>>
  getBounds(const LinearIndex &index) const {
    int64_t factor = index.getFactor(variable);
    std::optional<int64_t> first = getConstantIntValue(lower);
    if ((factor != 1 && factor != -1) || !isConstantIntValue(step, 1) ||
        !first || *first < 0 || !llvm::isInt<32>(*first))
      return std::nullopt;
    LinearIndex rest = index.without(variable),
                end = LinearIndex::of(resolveSize(upper));
    return factor == 1 ? std::pair(rest + *first, rest + end)
                       : std::pair(rest - end + 1, rest - *first + 1);
  }
  /// The same as constants.
  std::optional<std::pair<int64_t, int64_t>>
  getConstantBounds(const LinearIndex &index) const {
    auto bounds = getBounds(index);
    if (!bounds)
      return std::nullopt;
    std::optional<int64_t> begin = bounds->first.getConstant(),
                           end = bounds->second.getConstant();
    if (!begin || !end)
      return std::nullopt;
    return std::pair(*begin, *end);
  }
  /// True if an index has all values from 0 to below `size`, or that of
  /// `target`, a constant.
  bool covers(const LinearIndex &index, OpFoldResult size,
              OpFoldResult target) const {
    auto bounds = getBounds(index);
    if (bounds && bounds->first == LinearIndex(0) &&
        bounds->second == LinearIndex::of(resolveSize(size)) &&
        getConstantIntValue(size).value_or(0) >= 0)
      return true;
    auto constants = getConstantBounds(index);
    std::optional<int64_t> place =
        target ? getConstantIntValue(target) : std::nullopt;
    return constants && place && hasIterations() &&
           *place >= constants->first && *place < constants->second;
  }
  bool hasIterations() const {
    std::optional<int64_t> first = getConstantIntValue(lower);
    std::optional<int64_t> end = getConstantIntValue(upper);
    return first && end && *first < *end;
  }
};
} // namespace

/// The induction variables of a loop that executes its body for all of their
/// values; none for any other operation.
static std::optional<SmallVector<Induction, 2>> getInductions(Operation *op) {
  SmallVector<Induction, 2> inductions;
  if (auto loop = dyn_cast<affine::AffineForOp>(op)) {
    Builder builder(op);
    auto bound = [&](AffineMap map, ValueRange operands) -> OpFoldResult {
      if (map.getNumResults() != 1)
        return {};
      AffineExpr result = map.getResult(0);
      if (auto constant = dyn_cast<AffineConstantExpr>(result))
        return builder.getIndexAttr(constant.getValue());
      if (auto dim = dyn_cast<AffineDimExpr>(result))
        return getAsOpFoldResult(operands[dim.getPosition()]);
      if (auto symbol = dyn_cast<AffineSymbolExpr>(result))
        return getAsOpFoldResult(
            operands[map.getNumDims() + symbol.getPosition()]);
      return {};
    };
    OpFoldResult lower =
        bound(loop.getLowerBoundMap(), loop.getLowerBoundOperands());
    OpFoldResult upper =
        bound(loop.getUpperBoundMap(), loop.getUpperBoundOperands());
    if (!lower || !upper)
      return std::nullopt;
    inductions.push_back({loop.getInductionVar(), lower, upper,
                          builder.getIndexAttr(loop.getStepAsInt())});
    return inductions;
  }
  if (!isa<scf::ForOp, scf::ParallelOp, scf::ForallOp>(op))
    return std::nullopt;
  auto loop = cast<LoopLikeOpInterface>(op);
  auto variables = loop.getLoopInductionVars();
  auto lower = loop.getLoopLowerBounds(), upper = loop.getLoopUpperBounds(),
       steps = loop.getLoopSteps();
  if (!variables || !lower || !upper || !steps)
    return std::nullopt;
  auto fold = [](OpFoldResult bound) {
    auto value = dyn_cast<Value>(bound);
    return value ? getAsOpFoldResult(value) : bound;
  };
  for (auto [i, variable] : llvm::enumerate(*variables))
    inductions.push_back(
        {variable, fold((*lower)[i]), fold((*upper)[i]), fold((*steps)[i])});
  return inductions;
}

bool ElementCover::Write::hasIndices(unsigned rank) const {
  return (place ? place->size() : sums.size()) == rank && (place || rank > 0);
}

LinearIndex ElementCover::Write::getIndex(unsigned dimension) const {
  return place ? LinearIndex::of((*place)[dimension]) : sums[dimension];
}

int64_t ElementCover::Write::getWidth(unsigned dimension) const {
  return widths.empty() ? 1
                        : getConstantIntValue(widths[dimension]).value_or(0);
}

/// Adds the dimensions that the iterations of a loop cover. Returns false if
/// what its body writes in each iteration is not known to be written after it.
bool ElementCover::coverByLoop(Operation *loop, const Write &write,
                               llvm::SmallBitVector &covered) {
  std::optional<SmallVector<Induction, 2>> inductions = getInductions(loop);
  if (!inductions)
    return false;
  for (const Induction &induction : *inductions) {
    // An index that stands in two dimensions covers the diagonal only.
    int dimension = -1;
    bool isUnique = true;
    for (unsigned d = 0; d < covered.size(); ++d)
      if (!covered[d] && write.getIndex(d).getFactor(induction.variable) != 0) {
        isUnique = dimension < 0;
        dimension = d;
      }
    if (dimension >= 0 && isUnique) {
      LinearIndex index = write.getIndex(dimension);
      bool isVariable = index.getFactor(induction.variable) == 1 &&
                        index.without(induction.variable) == LinearIndex(0);
      int64_t width = write.getWidth(dimension);
      OpFoldResult size = sizes[dimension];
      if ((isVariable && (induction.covers(size, width) ||
                          (!write.widths.empty() &&
                           induction.covers(size, write.widths[dimension])))) ||
          (width == 1 &&
           induction.covers(index, size,
                            place ? (*place)[dimension] : OpFoldResult()))) {
        // Without iterations the dimension has no elements.
        covered.set(dimension);
        continue;
      }
    }
    // A dimension whose index it is stays open.
    if (!induction.hasIterations())
      return false;
  }
  return true;
}

bool ElementCover::ascend(const Write &write, llvm::SmallBitVector covered,
                          llvm::function_ref<bool(Operation *)> visit) {
  Operation *op = write.op;
  while (true) {
    if (covered.all() && visit(op))
      return true;
    Operation *parent = op->getParentOp();
    Region *region = op->getParentRegion();
    if (!parent || !region->hasOneBlock())
      return false;
    if (isa<scf::IfOp, affine::AffineIfOp>(parent)) {
      if (!covered.all())
        return false;
      auto [entry, isNew] =
          writtenRegions.try_emplace(parent, parent->getNumRegions());
      entry->second.set(region->getRegionNumber());
      if (!entry->second.all())
        return false;
    } else if (isa<scf::ExecuteRegionOp>(parent)) {
      // One block that is executed once.
    } else if (!coverByLoop(parent, write, covered)) {
      return false;
    }
    op = parent;
  }
}

bool ElementCover::addWrite(const Write &write,
                            llvm::function_ref<bool(Operation *)> visit,
                            const llvm::SmallBitVector &given) {
  llvm::SmallBitVector covered(sizes.size(), write.isWhole);
  if (!write.isWhole) {
    if (!write.hasIndices(sizes.size()))
      return false;
    for (unsigned d = 0; d < sizes.size(); ++d) {
      LinearIndex index = write.getIndex(d);
      OpFoldResult width =
          write.widths.empty() ? OpFoldResult() : write.widths[d];
      OpFoldResult target = place ? (*place)[d] : OpFoldResult();
      std::optional<int64_t> first = index.getConstant();
      bool isAtPlace =
          target &&
          ((first &&
            isWithin(target, Builder(target.getContext()).getIndexAttr(*first),
                     write.getWidth(d))) ||
           (write.getWidth(d) == 1 && index == LinearIndex::of(target)));
      bool isAll = first == 0 && (width ? areSameSize(width, sizes[d])
                                        : isConstantIntValue(sizes[d], 1));
      covered[d] = isAtPlace || isAll || (!given.empty() && given.test(d));
    }
  }
  return ascend(write, covered, visit);
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

/// The boxes that are looked at, at most.
static constexpr size_t kMostBoxes = 256;

ElementBoxes::ElementBoxes(const ElementIndices &sizes) : cuts(sizes.size()) {
  for (auto [d, size] : llvm::enumerate(sizes)) {
    context = size.getContext();
    this->sizes.push_back(getConstantIntValue(size).value_or(-1));
    cut(d, 0);
  }
}

void ElementBoxes::cut(unsigned dimension, int64_t index) {
  if (index >= 0 && index < sizes[dimension])
    cuts[dimension].insert(index);
}

void ElementBoxes::add(const ElementCover::Write &write) {
  if (write.isWhole || !write.hasIndices(sizes.size()))
    return;
  for (unsigned d = 0; d < sizes.size(); ++d) {
    LinearIndex index = write.getIndex(d);
    if (std::optional<int64_t> first = index.getConstant()) {
      int64_t end;
      cut(d, *first);
      if (!llvm::AddOverflow(*first, write.getWidth(d), end))
        cut(d, end);
      continue;
    }
    for (Operation *op = write.op->getParentOp(); op; op = op->getParentOp()) {
      std::optional<SmallVector<Induction, 2>> inductions = getInductions(op);
      if (!inductions)
        continue;
      for (const Induction &induction : *inductions)
        if (auto bounds = induction.getConstantBounds(index)) {
          cut(d, bounds->first);
          cut(d, bounds->second);
        }
    }
  }
}

bool ElementBoxes::allOf(
    llvm::function_ref<bool(const ElementIndices &)> isWritten) const {
  size_t count = 1;
  for (auto [size, begins] : llvm::zip_equal(sizes, cuts)) {
    if (size < 0 || (count *= begins.size()) > kMostBoxes)
      return false;
  }
  for (size_t i = 0; i < count; ++i) {
    ElementIndices element;
    size_t rest = i;
    for (const std::set<int64_t> &begins : cuts) {
      element.push_back(Builder(context).getIndexAttr(
          *std::next(begins.begin(), rest % begins.size())));
      rest /= begins.size();
    }
    if (!isWritten(element))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Elements that earlier iterations write
//===----------------------------------------------------------------------===//

/// The iterations from a write to a read that are looked at, at most.
static constexpr int64_t kMostApart = 16;

std::optional<SmallVector<ElementIndices, 1>>
mlir::noisy::findReadFromBefore(Operation *loop, const ElementSums &indices,
                                const ElementCover::Write &write,
                                const ElementIndices &sizes) {
  std::optional<SmallVector<Induction, 2>> inductions;
  if (isa<scf::ForOp, affine::AffineForOp>(loop))
    inductions = getInductions(loop);
  if (!inductions || indices.size() != sizes.size() || write.isWhole ||
      !write.widths.empty() || !write.hasIndices(sizes.size()))
    return std::nullopt;
  const Induction &induction = inductions->front();
  std::optional<int64_t> lower = getConstantIntValue(induction.lower),
                         step = getConstantIntValue(induction.step);
  if (!lower || !step || *step < 1 || *step > kMostApart || *lower < 0 ||
      !llvm::isInt<32>(*lower))
    return std::nullopt;
  // By how much the variable was less in the iteration that wrote it.
  std::optional<int64_t> distance;
  llvm::SmallBitVector given(sizes.size());
  for (unsigned d = 0; d < sizes.size(); ++d) {
    int64_t factor = indices[d].getFactor(induction.variable);
    LinearIndex written = write.getIndex(d);
    if (factor == 0) {
      if (!indices[d].isFrom(loop) && written == indices[d])
        given.set(d);
      continue;
    }
    std::optional<int64_t> difference = (written - indices[d]).getConstant();
    if ((factor != 1 && factor != -1) || !difference ||
        *difference < -kMostApart || *difference > kMostApart ||
        indices[d].without(induction.variable).isFrom(loop) ||
        (distance && *distance != factor * *difference))
      return std::nullopt;
    distance = factor * *difference;
    given.set(d);
  }
  if (!distance || *distance < 1 || *distance % *step != 0)
    return std::nullopt;
  ElementCover cover(sizes, /*place=*/std::nullopt);
  bool isInEach = cover.addWrite(
      write, [&](Operation *op) { return op->getParentOp() == loop; }, given);
  if (!isInEach)
    return std::nullopt;
  SmallVector<ElementIndices, 1> before;
  for (int64_t i = *lower; i < *lower + *distance; i += *step) {
    ElementIndices &element = before.emplace_back(sizes.size());
    for (unsigned d = 0; d < sizes.size(); ++d) {
      int64_t factor = indices[d].getFactor(induction.variable);
      LinearIndex index =
          indices[d].without(induction.variable) + LinearIndex(i) * factor;
      if (std::optional<int64_t> constant = index.getConstant())
        element[d] = Builder(loop).getIndexAttr(*constant);
      else if (factor != 0)
        return std::nullopt;
      else if (Value value = index.getValue(); value && !index.isFrom(loop))
        element[d] = value;
    }
  }
  return before;
}
