//===- TensorFlow.cpp - The flow of noise to elements of tensors ----------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/memory/TensorFlow.h"
#include "analysis/flow/ElementBodies.h"
#include "analysis/flow/ForallOutputs.h"
#include "analysis/memory/ElementPlaces.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"
#include <set>

using namespace mlir;
using namespace mlir::noisy;

/// The tensors that an element is looked for in, and the uses that a tensor
/// without contents is followed to: more take too long.
static constexpr unsigned kMostTensors = 1024, kMostUses = 1u << 14;
/// The loops and conditionals that are gone back through for one element.
static constexpr unsigned kMostWays = 64;

//===----------------------------------------------------------------------===//
// One element
//===----------------------------------------------------------------------===//

/// An index as a number; none if it is not constant, or may be any.
static std::optional<int64_t> getConstant(OpFoldResult index) {
  return index ? getConstantIntValue(index) : std::nullopt;
}

/// The operand of `op` that is the element at these indices, or null.
static Value getElement(tensor::FromElementsOp op,
                        const ElementIndices &indices) {
  int64_t position = 0;
  for (auto [size, index] : llvm::zip_equal(op.getType().getShape(), indices)) {
    std::optional<int64_t> constant = getConstant(index);
    if (!constant || *constant < 0 || *constant >= size)
      return nullptr;
    position = position * size + *constant;
  }
  return op.getElements()[position];
}

/// Where an element of a tensor comes from that `insert` puts a slice into: the
/// slice, with the place there, or the tensor before; null if that is not
/// known.
static Value getSource(tensor::InsertSliceOp insert, ElementPlace &place) {
  ElementIndices inSlice;
  llvm::SmallBitVector dropped = insert.getDroppedDims();
  bool isKnown = true;
  for (auto [d, index] : llvm::enumerate(*place)) {
    std::optional<int64_t> constant = getConstant(index);
    std::optional<int64_t> offset =
        getConstantIntValue(insert.getMixedOffsets()[d]);
    std::optional<int64_t> size =
        getConstantIntValue(insert.getMixedSizes()[d]);
    if (!constant || !offset || *constant < 0 || *offset < 0) {
      isKnown = false;
      continue;
    }
    int64_t distance = *constant - *offset;
    if (distance < 0)
      return insert.getDest();
    std::optional<int64_t> stride =
        getConstantIntValue(insert.getMixedStrides()[d]);
    if (!size || !stride || *stride < 1) {
      isKnown = false;
      continue;
    }
    if (distance % *stride != 0 || distance / *stride >= *size)
      return insert.getDest();
    if (!dropped.test(d))
      inSlice.push_back(Builder(insert).getIndexAttr(distance / *stride));
  }
  if (!isKnown)
    return nullptr;
  place = std::move(inSlice);
  return insert.getSource();
}

/// The operand of `concat` that has an element of it, with the place there;
/// null if that is not known.
static Value getSource(tensor::ConcatOp concat, ElementPlace &place) {
  OpFoldResult &index = (*place)[concat.getDim()];
  std::optional<int64_t> rest = getConstant(index);
  if (!rest || *rest < 0)
    return nullptr;
  for (Value input : concat.getInputs()) {
    auto type = cast<RankedTensorType>(input.getType());
    if (type.isDynamicDim(concat.getDim()))
      return nullptr;
    int64_t size = type.getDimSize(concat.getDim());
    if (*rest < size) {
      index = Builder(concat).getIndexAttr(*rest);
      return input;
    }
    *rest -= size;
  }
  return nullptr;
}

/// `op` as a loop of known bounds that passes values on from one iteration to
/// the next; null if it is none.
static LoopLikeOpInterface getCountedLoop(Operation *op) {
  return isa_and_nonnull<scf::ForOp, affine::AffineForOp>(op)
             ? cast<LoopLikeOpInterface>(op)
             : nullptr;
}

/// Visits the operations that put elements into the tensors by which `tensor`
/// is made of `origin`, a carried value of a loop, whatever conditions and
/// inner loops pass on. Returns false if it may be made in another way.
static bool findInsertions(Value tensor, Value origin,
                           llvm::function_ref<void(Operation *)> visit) {
  llvm::SmallSetVector<Value, 8> tensors;
  tensors.insert(tensor);
  for (size_t i = 0; i < tensors.size(); ++i) {
    Value made = tensors[i];
    if (made == origin)
      continue;
    if (tensors.size() > kMostTensors)
      return false;
    Operation *op = made.getDefiningOp();
    if (!op) {
      // What an inner loop carries is what it gets, or what it passes on.
      auto argument = cast<BlockArgument>(made);
      LoopLikeOpInterface inner =
          getCountedLoop(argument.getOwner()->getParentOp());
      OpOperand *init = inner ? inner.getTiedLoopInit(argument) : nullptr;
      if (!init)
        return false;
      tensors.insert(init->get());
      tensors.insert(inner.getTiedLoopYieldedValue(argument)->get());
    } else if (isa<tensor::InsertOp, tensor::InsertSliceOp>(op)) {
      visit(op);
      tensors.insert(
          cast<DestinationStyleOpInterface>(op).getDpsInitOperand(0)->get());
    } else if (LoopLikeOpInterface loop = getCountedLoop(op)) {
      unsigned index = cast<OpResult>(made).getResultNumber();
      tensors.insert(loop.getYieldedValues()[index]);
      tensors.insert(loop.getInits()[index]);
    } else if (isa<scf::IfOp, affine::AffineIfOp>(op)) {
      unsigned index = cast<OpResult>(made).getResultNumber();
      for (Region &region : op->getRegions())
        tensors.insert(region.front().getTerminator()->getOperand(index));
    } else {
      return false;
    }
  }
  return true;
}

/// The tensor before a loop that has the element at `place` of `carried`, which
/// the loop carries, in each iteration: no other iteration writes that element.
/// Null if there is none.
static Value getBeforeLoop(BlockArgument carried, const ElementPlace &place) {
  LoopLikeOpInterface loop = getCountedLoop(carried.getOwner()->getParentOp());
  OpOperand *init = loop ? loop.getTiedLoopInit(carried) : nullptr;
  if (!init)
    return nullptr;
  std::vector<ElementPlace> places = {place};
  bool isKnown = findInsertions(
      loop.getTiedLoopYieldedValue(carried)->get(), carried,
      [&](Operation *op) {
        auto insert = dyn_cast<tensor::InsertOp>(op);
        places.push_back(insert ? getElementIndices(insert.getIndices())
                                : ElementPlace());
      });
  return isKnown && areOfOneIteration(loop, places) ? init->get() : Value();
}

TensorElement TensorElement::inAnyIteration(Operation *loop) const {
  TensorElement result = *this;
  for (OpFoldResult &index : result.place)
    if (auto value = dyn_cast_if_present<Value>(index);
        value && loop->isAncestor(value.getParentBlock()->getParentOp()))
      index = {};
  return result;
}

bool TensorElement::isAny() const {
  return !place.empty() &&
         llvm::all_of(place, [](OpFoldResult index) { return !index; });
}

/// One step of `followElement`. Returns false if there is none.
static bool stepBack(Value &tensor, ElementPlace &place) {
  Operation *op = tensor.getDefiningOp();
  auto go = [&](Value source) {
    if (source)
      tensor = source;
    return bool(source);
  };
  if (!op)
    return go(getBeforeLoop(cast<BlockArgument>(tensor), place));
  if (auto fromElements = dyn_cast<tensor::FromElementsOp>(op))
    return go(getElement(fromElements, *place));
  if (auto splat = dyn_cast<tensor::SplatOp>(op))
    return go(splat.getInput());
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return isa<RankedTensorType>(cast.getSource().getType()) &&
           go(cast.getSource());
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    std::optional<SliceMap> map =
        SliceMap(slice.getSourceType().getRank(), op->getContext())
            .slice(slice.getMixedOffsets(), slice.getMixedStrides(),
                   slice.getDroppedDims());
    ElementPlace inSource = map ? map->get(place) : std::nullopt;
    if (!inSource)
      return false;
    place = std::move(inSource);
    return go(slice.getSource());
  }
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    return go(getSource(concat, place));
  if (auto slice = dyn_cast<tensor::InsertSliceOp>(op))
    return go(getSource(slice, place));
  auto insert = dyn_cast<tensor::InsertOp>(op);
  if (!insert)
    return false;
  ElementPlace inserted = getElementIndices(insert.getIndices());
  if (isSamePlace(inserted, place))
    return go(insert.getScalar());
  return areDisjoint(inserted, place) && go(insert.getDest());
}

/// All values on the way are operands of operations that dominate what has the
/// tensor, or of loops around it: they are those that the tensor was made of,
/// and so are the indices.
TensorElement mlir::noisy::followElement(TensorElement element) {
  ElementPlace place = std::move(element.place);
  for (unsigned i = 0;
       i < kMostTensors && isa<RankedTensorType>(element.value.getType()); ++i)
    if (!stepBack(element.value, place))
      break;
  element.place = std::move(*place);
  return element;
}

Value mlir::noisy::getExtracted(tensor::ExtractOp extract) {
  return followElement(
             {extract.getTensor(), getElementIndices(extract.getIndices())})
      .value;
}

bool mlir::noisy::mayFindElement(tensor::ExtractOp extract) {
  Value tensor = extract.getTensor();
  Operation *op = tensor.getDefiningOp();
  if (!op)
    return getCountedLoop(tensor.getParentBlock()->getParentOp()) != nullptr;
  // In a loop that is run, or a conditional, an element may be told apart.
  if (isa<scf::ForOp, affine::AffineForOp, scf::IfOp, affine::AffineIfOp,
          scf::IndexSwitchOp>(op))
    return true;
  return isa<tensor::FromElementsOp, tensor::SplatOp, tensor::CastOp,
             tensor::InsertOp, tensor::ExtractSliceOp, tensor::InsertSliceOp,
             tensor::ConcatOp>(op);
}

//===----------------------------------------------------------------------===//
// Tensors without contents
//===----------------------------------------------------------------------===//

namespace {
/// Constant indices of elements.
using Places = std::set<std::vector<int64_t>>;

/// A tensor of which not all elements are known to be written.
struct Partial {
  Value tensor;
  ElementIndices sizes;
  /// The elements that are written in any case.
  Places written;
};

/// Follows a tensor until all of its elements are written.
class FillChecker {
public:
  explicit FillChecker(tensor::EmptyOp empty) : empty(empty) {}

  std::optional<UnknownReason> run();

private:
  void push(Value tensor, const Partial &source, Places written);
  bool add(const Partial &partial, OpOperand &use);
  bool addInsert(const Partial &partial, tensor::InsertOp insert);
  void addLoop(const Partial &partial, OpOperand &use, Value argument,
               Value result, bool isFilled);
  bool addElements(const Partial &partial, linalg::LinalgOp op, OpOperand &use);
  bool addYield(const Partial &partial, OpOperand &use);

  tensor::EmptyOp empty;
  std::vector<Partial> worklist;
  /// The partial tensors, with what is written in them whatever way they were
  /// reached.
  llvm::DenseMap<Value, Places> states;
  /// The results of loops that write all elements.
  llvm::DenseSet<Value> filledResults;
};
} // namespace

/// The indices as numbers; none if one is not constant.
static std::optional<std::vector<int64_t>> getConstants(ValueRange indices) {
  std::vector<int64_t> constants;
  for (OpFoldResult index : getElementIndices(indices)) {
    std::optional<int64_t> constant = getConstantIntValue(index);
    if (!constant)
      return std::nullopt;
    constants.push_back(*constant);
  }
  return constants;
}

/// True if there are as many elements as `written` has.
static bool areAll(const Places &written, const ElementIndices &sizes) {
  uint64_t count = 1;
  for (OpFoldResult size : sizes) {
    std::optional<int64_t> constant = getConstantIntValue(size);
    if (!constant || *constant < 0 || count > written.size())
      return false;
    count *= *constant;
  }
  return written.size() >= count;
}

/// Adds the writes by which `tensor` is made of `origin`, a carried value of a
/// loop. Returns false if it is made in another way: then what an iteration
/// writes need not be passed on.
static bool collectWrites(Value tensor, Value origin,
                          std::vector<ElementCover::Write> &writes) {
  while (tensor != origin) {
    Operation *op = tensor.getDefiningOp();
    if (!op || writes.size() > kMostTensors)
      return false;
    if (auto insert = dyn_cast<tensor::InsertOp>(op)) {
      writes.push_back({op, getElementIndices(insert.getIndices())});
      tensor = insert.getDest();
    } else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op)) {
      if (insert.hasUnitStride())
        writes.push_back({op, ElementIndices(insert.getMixedOffsets()),
                          ElementIndices(insert.getMixedSizes())});
      tensor = insert.getDest();
    } else if (LoopLikeOpInterface loop = getCountedLoop(op)) {
      // Each iteration has to go on from the one before.
      unsigned index = cast<OpResult>(tensor).getResultNumber();
      if (!collectWrites(loop.getYieldedValues()[index],
                         loop.getRegionIterArgs()[index], writes))
        return false;
      tensor = loop.getInits()[index];
    } else {
      return false;
    }
  }
  return true;
}

/// True if the writes are known to write all elements whenever `loop` is
/// executed, but for those that are `written` before.
static bool covers(ArrayRef<ElementCover::Write> writes,
                   const ElementIndices &sizes, Operation *loop,
                   const Places &written = {}) {
  auto areAt = [&](const ElementPlace &place) {
    ElementCover cover(sizes, place);
    return llvm::any_of(writes, [&](const ElementCover::Write &write) {
      return cover.addWrite(write, [&](Operation *op) { return op == loop; });
    });
  };
  if (areAt(std::nullopt))
    return true;
  if (written.size() > kMostWays)
    return false;
  ElementBoxes boxes(sizes);
  for (const ElementCover::Write &write : writes)
    boxes.add(write);
  Builder builder(loop);
  for (const std::vector<int64_t> &place : written) {
    ElementIndices indices;
    for (int64_t index : place)
      indices.push_back(builder.getIndexAttr(index));
    boxes.add({loop, std::move(indices)});
  }
  return boxes.allOf([&](const ElementIndices &element) {
    std::vector<int64_t> place;
    for (OpFoldResult index : element)
      place.push_back(*getConstantIntValue(index));
    return written.count(place) || areAt(element);
  });
}

/// True if a loop writes all elements of a carried value, but for those that
/// are `written` before, and passes on what is written.
static bool fills(LoopLikeOpInterface loop, unsigned index,
                  const ElementIndices &sizes, const Places &written) {
  std::vector<ElementCover::Write> writes;
  return collectWrites(loop.getYieldedValues()[index],
                       loop.getRegionIterArgs()[index], writes) &&
         covers(writes, sizes, loop, written);
}

static bool fills(scf::ForallOp loop, unsigned index,
                  const ElementIndices &sizes) {
  std::vector<ElementCover::Write> writes;
  if (!getInserted(loop, index))
    return false;
  // The terminator is executed in each iteration, and so are its insertions.
  scf::InParallelOp terminator = loop.getTerminator();
  for (auto insert :
       terminator.getBody()->getOps<tensor::ParallelInsertSliceOp>())
    if (insert.getDest() == loop.getRegionIterArgs()[index] &&
        insert.hasUnitStride())
      writes.push_back({terminator, ElementIndices(insert.getMixedOffsets()),
                        ElementIndices(insert.getMixedSizes())});
  return covers(writes, sizes, loop);
}

/// Adds a tensor with the sizes of `source`.
void FillChecker::push(Value tensor, const Partial &source, Places written) {
  worklist.push_back({tensor, source.sizes, std::move(written)});
}

bool FillChecker::addInsert(const Partial &partial, tensor::InsertOp insert) {
  Places written = partial.written;
  if (std::optional<std::vector<int64_t>> place =
          getConstants(insert.getIndices()))
    written.insert(std::move(*place));
  if (!areAll(written, partial.sizes))
    push(insert.getResult(), partial, std::move(written));
  return true;
}

void FillChecker::addLoop(const Partial &partial, OpOperand &use,
                          Value argument, Value result, bool isFilled) {
  if (isFilled) {
    filledResults.insert(result);
  } else {
    // It may have been filled with what was thought to be written before.
    if (filledResults.erase(result))
      states.erase(argument);
    push(result, partial, partial.written);
  }
  // The body may read what it did not write yet.
  push(argument, partial, partial.written);
}

/// A body that does not read the elements may replace all of them.
bool FillChecker::addElements(const Partial &partial, linalg::LinalgOp op,
                              OpOperand &use) {
  // (`payloadUsesValueFromOperand` ignores some uses in `linalg.map`.)
  if (!op.getMatchingBlockArgument(&use).use_empty())
    return false;
  unsigned output = use.getOperandNumber() - op.getNumDpsInputs();
  if (op.isDpsInit(&use) && getUpdates(op, output).min == 0)
    push(op.getTiedOpResult(&use), partial, partial.written);
  return true;
}

bool FillChecker::addYield(const Partial &partial, OpOperand &use) {
  Operation *parent = use.getOwner()->getParentOp();
  if (!isa<scf::ForOp, scf::IfOp, scf::ExecuteRegionOp, scf::IndexSwitchOp,
           affine::AffineForOp, affine::AffineIfOp>(parent))
    return false;
  unsigned index = use.getOperandNumber();
  Value result = parent->getResult(index);
  if (filledResults.contains(result))
    return true;
  LoopLikeOpInterface loop = getCountedLoop(parent);
  if (!loop) {
    push(result, partial, partial.written);
    return true;
  }
  // In the next iteration a size that is a value may be another one.
  Partial carried = partial;
  for (OpFoldResult &size : carried.sizes)
    if (!getConstantIntValue(size))
      size = Builder(loop).getIndexAttr(ShapedType::kDynamic);
  push(result, carried, carried.written);
  push(loop.getRegionIterArgs()[index], carried, carried.written);
  return true;
}

namespace {
/// Finds out whether an element of a tensor was written, whatever way the
/// tensor was made.
class WrittenElement {
public:
  bool isWritten(TensorElement element);

private:
  /// The elements that loops carry and that are being looked at. What an
  /// iteration gets was left by the one before, or was there before the loop.
  std::set<std::pair<void *, std::vector<void *>>> assumed;
  unsigned stepsLeft = kMostWays;
};
} // namespace

bool WrittenElement::isWritten(TensorElement element) {
  if (stepsLeft-- == 0)
    return stepsLeft = 0;
  element = followElement(std::move(element));
  Value tensor = element.value;
  if (!isa<TensorType>(tensor.getType()))
    return true;
  Operation *op = tensor.getDefiningOp();
  if (isa_and_nonnull<scf::IfOp, affine::AffineIfOp, scf::IndexSwitchOp>(op)) {
    unsigned index = cast<OpResult>(tensor).getResultNumber();
    return llvm::all_of(op->getRegions(), [&](Region &region) {
      return isWritten(
          {region.front().getTerminator()->getOperand(index), element.place});
    });
  }
  LoopLikeOpInterface loop =
      getCountedLoop(op ? op : tensor.getParentBlock()->getParentOp());
  if (!loop)
    return false;
  unsigned index;
  if (op) {
    index = cast<OpResult>(tensor).getResultNumber();
  } else {
    auto carried = llvm::find(loop.getRegionIterArgs(), tensor);
    if (carried == loop.getRegionIterArgs().end())
      return false;
    index = carried - loop.getRegionIterArgs().begin();
    element = element.inAnyIteration(loop);
  }
  // Of several elements each would have to be written.
  std::vector<void *> key;
  for (OpFoldResult place : element.place) {
    if (!place)
      return false;
    key.push_back(place.getOpaqueValue());
  }
  void *carried = loop.getRegionIterArgs()[index].getAsOpaquePointer();
  if (!assumed.emplace(carried, std::move(key)).second)
    return true;
  return isWritten({loop.getInits()[index], element.place}) &&
         isWritten({loop.getYieldedValues()[index], element.place});
}

/// True if the element that is read in an iteration of a loop was written in an
/// earlier one, or before: `out[i - 1]`.
static bool isWrittenEarlier(const Partial &partial,
                             tensor::ExtractOp extract) {
  ElementSums indices = getElementSums(getElementIndices(extract.getIndices()));
  Value tensor = extract.getTensor();
  for (Operation *op = extract->getParentOp();
       op && !op->hasTrait<OpTrait::IsIsolatedFromAbove>();
       op = op->getParentOp()) {
    LoopLikeOpInterface loop = getCountedLoop(op);
    if (!loop || llvm::none_of(indices, [&](const LinearIndex &index) {
          return index.getFactor(op->getRegion(0).getArgument(0)) != 0;
        }))
      continue;
    for (auto [init, argument, yielded] :
         llvm::zip_equal(loop.getInits(), loop.getRegionIterArgs(),
                         loop.getYieldedValues())) {
      std::vector<ElementCover::Write> writes;
      // Nothing but insertions, so what was there is written.
      if (argument.getType() != tensor.getType() ||
          !findInsertions(tensor, argument, [](Operation *) {}) ||
          !collectWrites(yielded, argument, writes))
        continue;
      auto isWritten = [&, init = init](const ElementIndices &element) {
        std::vector<int64_t> place;
        for (OpFoldResult index : element)
          place.push_back(getConstant(index).value_or(-1));
        return partial.written.count(place) > 0 ||
               WrittenElement().isWritten({init, element});
      };
      for (const ElementCover::Write &write : writes)
        if (auto before = findReadFromBefore(op, indices, write, partial.sizes);
            before && llvm::all_of(*before, isWritten))
          return true;
    }
  }
  return false;
}

/// Follows a use of a partial tensor. Returns false if it may read an element
/// that was not written, or is not known.
bool FillChecker::add(const Partial &partial, OpOperand &use) {
  Operation *op = use.getOwner();
  if (isa<tensor::DimOp, tensor::RankOp>(op))
    return true;
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    std::optional<std::vector<int64_t>> place =
        getConstants(extract.getIndices());
    return (place && partial.written.count(*place)) ||
           isWrittenEarlier(partial, extract) ||
           WrittenElement().isWritten(
               {extract.getTensor(), getElementIndices(extract.getIndices())});
  }
  if (auto insert = dyn_cast<tensor::InsertOp>(op))
    return addInsert(partial, insert);
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op)) {
    // Elements of a source are put into another tensor.
    if (insert.getSource() == partial.tensor)
      return false;
    std::vector<ElementCover::Write> writes;
    (void)collectWrites(insert.getResult(), insert.getDest(), writes);
    if (!covers(writes, partial.sizes, op))
      push(insert.getResult(), partial, partial.written);
    return true;
  }
  if (auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(op))
    return insert.getSource() != partial.tensor;
  if (auto cast = dyn_cast<tensor::CastOp>(op)) {
    push(cast.getResult(), partial, partial.written);
    return true;
  }
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    // Its elements are others; what is written of these is not known.
    ElementIndices sizes;
    for (int64_t size : slice.getType().getShape())
      sizes.push_back(Builder(op).getIndexAttr(size)); // or kDynamic
    worklist.push_back({slice.getResult(), std::move(sizes), {}});
    return true;
  }
  if (LoopLikeOpInterface loop = getCountedLoop(op)) {
    BlockArgument argument = loop.getTiedLoopRegionIterArg(&use);
    if (!argument)
      return false;
    unsigned index = llvm::find(loop.getRegionIterArgs(), argument) -
                     loop.getRegionIterArgs().begin();
    addLoop(partial, use, argument, op->getResult(index),
            fills(loop, index, partial.sizes, partial.written));
    return true;
  }
  if (auto loop = dyn_cast<scf::ForallOp>(op)) {
    unsigned index =
        cast<OpResult>(loop.getTiedOpResult(&use)).getResultNumber();
    addLoop(partial, use, loop.getRegionIterArgs()[index],
            loop.getResult(index), fills(loop, index, partial.sizes));
    return true;
  }
  if (auto elementOp = dyn_cast<linalg::LinalgOp>(op))
    return addElements(partial, elementOp, use);
  return isa<scf::YieldOp, affine::AffineYieldOp>(op) && addYield(partial, use);
}

std::optional<UnknownReason> FillChecker::run() {
  worklist.push_back({empty.getResult(),
                      getElementSizes(empty.getType(), empty.getDynamicSizes()),
                      {}});
  unsigned usesLeft = kMostUses;
  while (!worklist.empty()) {
    Partial partial = std::move(worklist.back());
    worklist.pop_back();
    // A tensor without elements has none to read.
    if (areAll(partial.written, partial.sizes))
      continue;
    if (partial.tensor.hasOneUse()) {
      // Most come by once, and need not be remembered.
      OpOperand &use = *partial.tensor.use_begin();
      if (auto insert = dyn_cast<tensor::InsertOp>(use.getOwner())) {
        if (auto place = getConstants(insert.getIndices()))
          partial.written.insert(std::move(*place));
        partial.tensor = insert.getResult();
        worklist.push_back(std::move(partial));
        continue;
      }
    }
    auto [entry, isNew] = states.try_emplace(partial.tensor, partial.written);
    if (!isNew) {
      Places common;
      llvm::copy_if(entry->second, std::inserter(common, common.end()),
                    [&](const std::vector<int64_t> &place) {
                      return partial.written.count(place);
                    });
      if (common == entry->second)
        continue;
      entry->second = partial.written = std::move(common);
    }
    for (OpOperand &use : partial.tensor.getUses())
      if (usesLeft-- == 0 || !add(partial, use))
        return UnknownReason{UnknownReason::Unfilled, empty.getResult(),
                             use.getOwner()};
  }
  return std::nullopt;
}

std::optional<UnknownReason> mlir::noisy::findUnfilled(tensor::EmptyOp empty) {
  return FillChecker(empty).run();
}
