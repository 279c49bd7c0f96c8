//===- BufferUses.cpp - The uses of a buffer ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/memory/BufferUses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/RegionKindInterface.h"

using namespace mlir;
using namespace mlir::noisy;

bool mlir::noisy::isAllocation(Operation *op) {
  if (!isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(op))
    return false;
  // Other memory may be shared by threads that each execute this.
  Attribute space =
      cast<MemRefType>(op->getResult(0).getType()).getMemorySpace();
  return !space || isConstantIntValue(OpFoldResult(space), 0);
}

ElementBox mlir::noisy::getBox(const BufferAccess &access) {
  ElementBox box = access.box;
  if (!access.place)
    return box;
  if (box.empty())
    box.resize(access.place->size());
  // (A view may have another rank.)
  if (box.size() == access.place->size())
    for (auto [bounds, index] : llvm::zip_equal(box, *access.place))
      if (std::optional<int64_t> number = getConstantIntValue(index);
          number && *number < INT64_MAX)
        bounds = {*number, *number + 1};
  return box;
}

bool mlir::noisy::areDisjoint(const BufferAccess &a, const BufferAccess &b) {
  ElementBox boxOfA = getBox(a), boxOfB = getBox(b);
  return boxOfA.size() == boxOfB.size() &&
         llvm::any_of(llvm::zip_equal(boxOfA, boxOfB), [](auto pair) {
           auto [x, y] = pair;
           return x && y && (x->second <= y->first || y->second <= x->first);
         });
}

ElementCover::Write mlir::noisy::getCoverWrite(const BufferAccess &write) {
  return {write.op, write.place, {}, write.isWhole, write.sums};
}

bool mlir::noisy::coverWrite(ElementCover &cover, const BufferAccess &write,
                             llvm::function_ref<bool(Operation *)> visit) {
  if (write.isMaybe)
    return false;
  return cover.addWrite(getCoverWrite(write), visit) ||
         (write.slice &&
          cover.addWrite({write.op, write.slice->offsets, write.slice->widths},
                         visit)) ||
         llvm::any_of(write.elements, [&](const ElementIndices &element) {
           return cover.addWrite({write.op, element}, visit);
         });
}

/// The operand that `op`, which makes a view, shows in another way; null for
/// other operations. `isIdentity` is true if indices mean the same in both.
static OpOperand *getViewed(Operation *op, bool &isIdentity) {
  isIdentity = isa<memref::CastOp, memref::AssumeAlignmentOp>(op);
  bool isView =
      isIdentity ||
      isa<memref::SubViewOp, memref::CollapseShapeOp, memref::ExpandShapeOp,
          memref::ReinterpretCastOp, memref::TransposeOp>(op);
  return isView ? &op->getOpOperand(0) : nullptr;
}

/// The position of an argument or a result of a counted loop among what that
/// carries; none for other values.
static std::optional<unsigned> getCarried(Value value,
                                          LoopLikeOpInterface loop) {
  auto all = loop.getRegionIterArgs();
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto carried = llvm::find(all, argument);
    if (carried == all.end())
      return std::nullopt;
    return carried - all.begin();
  }
  return cast<OpResult>(value).getResultNumber();
}

/// The memref that `memref` always is: what a counted loop passes on as it is,
/// or both branches of a conditional yield. Null for others.
static Value getPassedOn(Value memref) {
  Operation *op = memref.getDefiningOp();
  if (!op)
    op = memref.getParentBlock()->getParentOp();
  if (isa_and_nonnull<scf::ForOp, affine::AffineForOp>(op)) {
    auto loop = cast<LoopLikeOpInterface>(op);
    std::optional<unsigned> carried = getCarried(memref, loop);
    return carried && loop.getYieldedValues()[*carried] ==
                          loop.getRegionIterArgs()[*carried]
               ? loop.getInits()[*carried]
               : Value();
  }
  auto result = dyn_cast<OpResult>(memref);
  auto ifOp = dyn_cast_or_null<scf::IfOp>(op);
  if (!result || !ifOp)
    return nullptr;
  Value yielded = ifOp.thenYield().getOperand(result.getResultNumber());
  return ifOp.elseYield().getOperand(result.getResultNumber()) == yielded
             ? yielded
             : Value();
}

Value mlir::noisy::getViewedBuffer(Value memref) {
  bool isIdentity;
  while (true) {
    Operation *op = memref.getDefiningOp();
    OpOperand *viewed = op ? getViewed(op, isIdentity) : nullptr;
    Value next = viewed ? viewed->get() : getPassedOn(memref);
    if (!next)
      return memref;
    memref = next;
  }
}

/// True if no two indices of a memref of this type have the same address, as
/// far as its layout shows.
static bool isInjective(MemRefType type) {
  if (type.getLayout().isIdentity())
    return true;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!type.hasStaticShape() ||
      failed(type.getStridesAndOffset(strides, offset)))
    return false;
  // In the order of the strides, each has to pass all that those before reach.
  SmallVector<std::pair<int64_t, int64_t>> dims;
  for (auto [stride, size] : llvm::zip_equal(strides, type.getShape())) {
    if (ShapedType::isDynamic(stride) || stride < 0)
      return false;
    if (size > 1)
      dims.push_back({stride, size});
  }
  llvm::sort(dims);
  int64_t reach = 0;
  for (auto [stride, size] : dims) {
    int64_t distance;
    if (stride <= reach || llvm::MulOverflow(stride, size - 1, distance) ||
        llvm::AddOverflow(reach, distance, reach))
      return false;
  }
  return true;
}

/// True if no two indices of a memref have the same address.
static bool isInjective(Value memref) {
  bool isIdentity;
  while (true) {
    Operation *op = memref.getDefiningOp();
    OpOperand *viewed = op ? getViewed(op, isIdentity) : nullptr;
    auto subview = dyn_cast_or_null<memref::SubViewOp>(op);
    bool keeps =
        !isa_and_nonnull<memref::ReinterpretCastOp>(op) &&
        (!subview ||
         llvm::all_of(subview.getMixedStrides(), [](OpFoldResult stride) {
           std::optional<int64_t> number = getConstantIntValue(stride);
           return number && *number != 0;
         }));
    Value next = viewed && keeps ? viewed->get()
                 : viewed        ? Value()
                                 : getPassedOn(memref);
    if (!next)
      break;
    memref = next;
  }
  auto type = dyn_cast<MemRefType>(memref.getType());
  return type && isInjective(type);
}

llvm::SetVector<Value, SmallVector<Value, 2>>
mlir::noisy::getViewedBuffers(Value memref) {
  llvm::SetVector<Value, SmallVector<Value, 2>> buffers;
  llvm::SetVector<Value> pending;
  pending.insert(memref);
  for (size_t i = 0; i < pending.size(); ++i) {
    Value buffer = getViewedBuffer(pending[i]);
    if (auto select = buffer.getDefiningOp<arith::SelectOp>()) {
      pending.insert(select.getTrueValue());
      pending.insert(select.getFalseValue());
    } else {
      buffers.insert(buffer);
    }
  }
  return buffers;
}

bool mlir::noisy::mayReadOwnWrites(linalg::LinalgOp op, OpOperand &operand) {
  Value memref = operand.get(), buffer = getViewedBuffer(memref);
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (auto [i, init] : llvm::enumerate(op.getDpsInitsMutable())) {
    if (getViewedBuffer(init.get()) != buffer)
      continue;
    if (!isInjective(memref))
      return true;
    // At each point the elements are read before they are written, and no other
    // point writes them.
    if (&init != &operand &&
        (init.get() != memref || op.getMatchingIndexingMap(&init) != map ||
         getUpdates(op, i).max != 1))
      return true;
  }
  return false;
}

/// The element that an access with an affine map is to; none if an index is a
/// sum or a product.
static ElementPlace getAffinePlace(AffineMap map, ValueRange operands) {
  ElementIndices indices;
  Builder builder(map.getContext());
  for (AffineExpr result : map.getResults()) {
    if (auto constant = dyn_cast<AffineConstantExpr>(result))
      indices.push_back(builder.getIndexAttr(constant.getValue()));
    else if (auto dim = dyn_cast<AffineDimExpr>(result))
      indices.push_back(getAsOpFoldResult(operands[dim.getPosition()]));
    else if (auto symbol = dyn_cast<AffineSymbolExpr>(result))
      indices.push_back(
          getAsOpFoldResult(operands[map.getNumDims() + symbol.getPosition()]));
    else
      return std::nullopt;
  }
  return indices;
}

/// The indices of the element, as sums.
static ElementSums getAffineSums(AffineMap map, ValueRange operands) {
  ElementSums sums;
  for (AffineExpr result : map.getResults()) {
    std::optional<LinearIndex> sum =
        LinearIndex::of(result, map.getNumDims(), operands);
    if (!sum)
      return {};
    sums.push_back(*sum);
  }
  return sums;
}

namespace {
/// Follows a buffer to all of its uses.
class UsesFinder {
public:
  UsesFinder(BufferUses &uses, BufferUses::ArgumentOf argumentOf)
      : uses(uses), buffer(uses.buffer), argumentOf(argumentOf) {}

  void find();

private:
  /// A view of the buffer; `isWhole` if it has the indices of the buffer.
  struct View {
    Value memref;
    /// The dimensions of the view, or of what it was before a cast forgot them.
    int64_t rank;
    bool isWhole;
    /// Where its indices lead to, if that is known.
    std::optional<SliceMap> map;
    /// Its part of the buffer, if it has all elements of one.
    std::optional<BufferSlice> slice = std::nullopt;
    /// The bounds of its elements.
    ElementBox box = {};
    /// True if it may be a view of another buffer instead.
    bool isMaybe = false;
  };

  void add(const View &view, OpOperand &use);
  void addUse(const View &view, OpOperand &use);
  void addMoved(const View &view, linalg::LinalgOp op, OpOperand &use);
  /// Adds what reads the buffer, to copy it to another one.
  void addCopied(Operation *op, Value target) {
    uses.loads.push_back({op, target, std::nullopt, /*isCopy=*/true});
  }
  void addBody(const View &view, linalg::LinalgOp op, OpOperand &use);
  /// Adds what writes the buffer, and all elements of the view if `isAll`.
  void addWrite(const View &view, BufferAccess write, bool isAll) {
    write.isWhole = isAll && view.isWhole;
    if (isAll)
      write.slice = view.slice;
    uses.writes.push_back(std::move(write));
  }
  bool checkRegions(Operation *op);
  bool hasAnyOrder(Operation *loop);
  void escape(Operation *op) {
    if (!uses.escape)
      uses.escape = {UnknownReason::Escape, buffer, op};
  }
  /// Sets the place of an affine access of a view.
  template <typename OpT>
  void setPlace(BufferAccess &access, const View &view, OpT op) {
    access.place =
        keepPlace(view, getAffinePlace(op.getAffineMap(), op.getMapOperands()));
    if (!access.place && view.isWhole)
      access.sums = getAffineSums(op.getAffineMap(), op.getMapOperands());
  }
  ElementPlace keepPlace(const View &view, ElementPlace place) const {
    return view.map ? view.map->get(place) : std::nullopt;
  }
  void addView(const View &view, Operation *op, bool isIdentity);
  bool addPassedOn(const View &view, OpOperand &use);
  void addSelected(const View &view, Operation *select);

  BufferUses &uses;
  Value buffer;
  BufferUses::ArgumentOf argumentOf;
  SmallVector<View, 0> worklist;
  llvm::SmallDenseSet<Value, 2> selected;
  /// The loops around uses whose iterations have no order.
  llvm::SmallSetVector<Operation *, 2> parallelLoops;
};
} // namespace

/// Looks at the operations between `op` and the allocation or the function with
/// the argument. Returns false if it is not known what one of them does with
/// its regions.
bool UsesFinder::checkRegions(Operation *op) {
  for (Operation *parent = op->getParentOp(); parent != uses.getParentOp();
       parent = parent->getParentOp()) {
    if (!parent->isRegistered())
      return false;
    for (Region &region : parent->getRegions())
      if (mayBeGraphRegion(region))
        return false;
    if (!isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::IndexSwitchOp,
             scf::ExecuteRegionOp, affine::AffineForOp, affine::AffineIfOp,
             memref::AllocaScopeOp>(parent)) {
      if (isa<scf::ParallelOp, scf::ForallOp, affine::AffineParallelOp>(parent))
        parallelLoops.insert(parent);
      else
        uses.unordered = parent;
    }
  }
  return true;
}

/// Adds a use; what it accesses is within the view.
void UsesFinder::add(const View &view, OpOperand &use) {
  size_t numLoads = uses.loads.size(), numWrites = uses.writes.size();
  addUse(view, use);
  auto setView = [&](BufferAccess &access) {
    // (A callee may have another view of what its own is one of.)
    if (!access.isCall)
      access.box = view.box;
    access.isMaybe = view.isMaybe;
  };
  std::for_each(uses.loads.begin() + numLoads, uses.loads.end(), setView);
  std::for_each(uses.writes.begin() + numWrites, uses.writes.end(), setView);
}

void UsesFinder::addUse(const View &view, OpOperand &use) {
  Operation *op = use.getOwner();
  bool isIdentity;
  if (!checkRegions(op)) {
    escape(op);
  } else if (auto load = dyn_cast<memref::LoadOp>(op)) {
    uses.loads.push_back(
        {op, load.getResult(),
         keepPlace(view, getElementIndices(load.getIndices()))});
  } else if (auto load = dyn_cast<affine::AffineLoadOp>(op)) {
    uses.loads.push_back({op, load.getResult()});
    setPlace(uses.loads.back(), view, load);
  } else if (auto store = dyn_cast<memref::StoreOp>(op);
             store && store.getValue() != view.memref) {
    uses.writes.push_back(
        {op, store.getValue(),
         keepPlace(view, getElementIndices(store.getIndices()))});
  } else if (auto store = dyn_cast<affine::AffineStoreOp>(op);
             store && store.getValue() != view.memref) {
    uses.writes.push_back({op, store.getValue()});
    setPlace(uses.writes.back(), view, store);
  } else if (getViewed(op, isIdentity) == &use) {
    addView(view, op, isIdentity);
  } else if (addPassedOn(view, use)) {
    // Its uses follow.
  } else if (isa<arith::SelectOp>(op)) {
    addSelected(view, op);
  } else if (view.isMaybe && !isa<memref::DeallocOp, memref::DimOp>(op)) {
    escape(op);
  } else if (auto copy = dyn_cast<memref::CopyOp>(op)) {
    if (&use == &copy.getTargetMutable())
      addWrite(view,
               {op, copy.getSource(), std::nullopt,
                /*isCopy=*/true},
               /*isAll=*/true);
    else
      addCopied(op, copy.getTarget());
  } else if (BlockArgument argument = argumentOf(use)) {
    // What the callee does with it: `MemoryFlow` sets the rest.
    BufferAccess access{op,
                        argument,
                        std::nullopt,
                        /*isCopy=*/false,
                        /*isCall=*/true,
                        view.isWhole};
    uses.loads.push_back(access);
    addWrite(view, std::move(access), /*isAll=*/true);
  } else if (auto moved = dyn_cast<linalg::LinalgOp>(op);
             moved && !showsBody(moved) && moved.hasPureBufferSemantics()) {
    addMoved(view, moved, use);
  } else if (auto elementOp = dyn_cast<linalg::LinalgOp>(op);
             elementOp && showsBody(elementOp) &&
             elementOp.hasPureBufferSemantics()) {
    addBody(view, elementOp, use);
  } else if (!isa<memref::DeallocOp, memref::DimOp>(op)) {
    escape(op);
  }
}

/// The indices with constants as attributes.
static ElementIndices getFolded(ArrayRef<OpFoldResult> indices) {
  return ElementIndices(llvm::map_range(indices, [](OpFoldResult index) {
    auto value = dyn_cast<Value>(index);
    return value ? getAsOpFoldResult(value) : index;
  }));
}

/// The sizes of a view, from those with the dimensions that it drops.
static ElementIndices getKept(ArrayRef<OpFoldResult> sizes,
                              const llvm::SmallBitVector &dropped) {
  ElementIndices kept;
  for (auto [d, size] : llvm::enumerate(getFolded(sizes)))
    if (!dropped.test(d))
      kept.push_back(size);
  return kept;
}

void UsesFinder::addView(const View &view, Operation *op, bool isIdentity) {
  auto type = dyn_cast<MemRefType>(op->getResult(0).getType());
  int64_t rank = type ? type.getRank() : view.rank;
  // A cast of one without a rank may give it another one.
  isIdentity &= rank == view.rank;
  View next{op->getResult(0), rank, view.isWhole && isIdentity, std::nullopt};
  // Its elements are among those of what it is a view of; but this one begins
  // where it likes.
  if (!isa<memref::ReinterpretCastOp>(op))
    next.box = view.box;
  next.isMaybe = view.isMaybe;
  auto subview = dyn_cast<memref::SubViewOp>(op);
  if (isIdentity) {
    next.map = view.map;
    next.slice = view.slice;
  } else if (subview && view.map) {
    next.map =
        view.map->slice(subview.getMixedOffsets(), subview.getMixedStrides(),
                        subview.getDroppedDims());
    if (next.map)
      next.box = next.map->getBox(
          view.box, getKept(subview.getMixedSizes(), subview.getDroppedDims()));
  }
  // It has all elements of a part of the buffer, if what it is a view of has
  // them of a larger one.
  bool isDense =
      subview && next.map && (view.isWhole || view.slice) &&
      llvm::all_of(subview.getMixedStrides(), [](OpFoldResult stride) {
        return isConstantIntValue(stride, 1);
      });
  if (isDense)
    next.slice = {next.map->getOffsets(),
                  view.map->getWidths(getFolded(subview.getMixedSizes()))};
  worklist.push_back(std::move(next));
}

/// Adds what a loop carries, or a conditional yields, and is the view itself.
/// Returns false for other uses.
bool UsesFinder::addPassedOn(const View &view, OpOperand &use) {
  Operation *op = use.getOwner();
  auto add = [&](Value memref) {
    View next = view;
    next.memref = memref;
    worklist.push_back(std::move(next));
  };
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
    BlockArgument argument = loop.getTiedLoopRegionIterArg(&use);
    if (!argument || getPassedOn(argument) != view.memref)
      return false;
    add(argument);
    add(loop.getTiedLoopResult(&use));
    return true;
  }
  Operation *parent = op->getParentOp();
  if (!isa<scf::YieldOp, affine::AffineYieldOp>(op) ||
      use.getOperandNumber() >= parent->getNumResults())
    return false;
  OpResult result = parent->getResult(use.getOperandNumber());
  if (auto ifOp = dyn_cast<scf::IfOp>(parent)) {
    if (getPassedOn(result) != view.memref)
      return false;
    if (op == ifOp.thenYield())
      add(result);
    return true;
  }
  // What the loop begins with has been added.
  return isa<scf::ForOp, affine::AffineForOp>(parent) && getPassedOn(result) &&
         cast<LoopLikeOpInterface>(parent)
                 .getRegionIterArgs()[use.getOperandNumber()] == view.memref;
}

/// The buffer that is selected may be this one. Which one an access is to, and
/// so what is in it at that time, is not told. Nor is where: both operands may
/// be views of the same buffer.
void UsesFinder::addSelected(const View &view, Operation *select) {
  uses.unordered = select;
  Value memref = select->getResult(0);
  if (selected.insert(memref).second)
    worklist.push_back({memref, view.rank, /*isWhole=*/false, std::nullopt,
                        std::nullopt, ElementBox(), /*isMaybe=*/true});
}

/// A body that no text shows passes on elements, or one value for all of them.
void UsesFinder::addMoved(const View &view, linalg::LinalgOp op,
                          OpOperand &use) {
  if (!op.isDpsInit(&use)) {
    // (A body without a text may read nothing of it; then it counts as read.)
    addCopied(op, op.getDpsInits().front());
    return;
  }
  unsigned output = use.getOperandNumber() - op.getNumDpsInputs();
  auto passedOn = dyn_cast<BlockArgument>(getYielded(op, output));
  if (!passedOn || op->getNumResults() != 0)
    return escape(op);
  Value source = getOperandOf(op, passedOn).get();
  bool isCopy = isa<BaseMemRefType>(source.getType());
  addWrite(view, {op, source, std::nullopt, isCopy},
           getUpdates(op, output).min > 0);
}

/// A body reads an element for each of its points, and may write one.
void UsesFinder::addBody(const View &view, linalg::LinalgOp op,
                         OpOperand &use) {
  uses.loads.push_back({op, op.getMatchingBlockArgument(&use)});
  if (!op.isDpsInit(&use))
    return;
  unsigned output = use.getOperandNumber() - op.getNumDpsInputs();
  addWrite(view, {op, getYielded(op, output)}, getUpdates(op, output).min > 0);
}

void UsesFinder::find() {
  // The order of a graph region says nothing.
  if (mayBeGraphRegion(*buffer.getParentRegion()))
    escape(uses.getParentOp());
  auto rank = cast<MemRefType>(buffer.getType()).getRank();
  worklist.push_back(
      {buffer, rank, /*isWhole=*/true, SliceMap(rank, buffer.getContext())});
  while (!worklist.empty()) {
    View view = worklist.pop_back_val();
    for (OpOperand &use : view.memref.getUses())
      add(view, use);
  }
  for (Operation *loop : parallelLoops)
    if (!hasAnyOrder(loop))
      uses.unordered = loop;
}

/// True if it does not matter in which order the iterations of a loop are
/// executed, nor whether they are at the same time: each writes elements of its
/// own. What another one reads of these may be there or not.
bool UsesFinder::hasAnyOrder(Operation *loop) {
  std::vector<ElementPlace> places;
  for (const BufferAccess &write : uses.writes)
    if (loop->isProperAncestor(write.op))
      places.push_back(write.place);
  return places.empty() ||
         (uses.isInjective && areOfOneIteration(loop, places));
}

/// The sizes that the type of `buffer` does not state: the operands of its
/// allocation, or what measures an argument.
static SmallVector<Value> getDynamicSizes(Value buffer) {
  if (auto op = buffer.getDefiningOp<memref::AllocOp>())
    return op.getDynamicSizes();
  if (auto op = buffer.getDefiningOp<memref::AllocaOp>())
    return op.getDynamicSizes();
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<Value> sizes;
  for (auto [i, size] : llvm::enumerate(type.getShape())) {
    if (!ShapedType::isDynamic(size))
      continue;
    sizes.push_back(buffer);
    for (Operation *user : buffer.getUsers())
      if (auto dim = dyn_cast<memref::DimOp>(user);
          dim && dim.getConstantIndex() == int64_t(i))
        sizes.back() = dim;
  }
  return sizes;
}

ElementIndices mlir::noisy::getBufferSizes(Value buffer) {
  return getElementSizes(cast<MemRefType>(buffer.getType()),
                         getDynamicSizes(buffer));
}

size_t BufferUses::countSteps() const {
  size_t numElements = 0;
  for (const BufferAccess &write : writes)
    numElements += write.elements.size();
  return writes.size() + numElements / 8;
}

BufferUses BufferUses::find(Value buffer, ArgumentOf argumentOf) {
  BufferUses uses;
  uses.buffer = buffer;
  uses.sizes = getBufferSizes(buffer);
  uses.isInjective =
      cast<MemRefType>(buffer.getType()).getLayout().isIdentity();
  UsesFinder(uses, argumentOf).find();
  return uses;
}
