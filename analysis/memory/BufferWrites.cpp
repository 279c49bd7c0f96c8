//===- BufferWrites.cpp - The writes of a buffer, in order ----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/memory/BufferWrites.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::noisy;

bool BufferCell::isWritten(const BufferAccess &write) const {
  ElementBox box = uses->isInjective ? getBox(write) : ElementBox();
  if (box.size() != place.size())
    return true;
  for (auto [index, bounds] : llvm::zip_equal(place, box)) {
    std::optional<int64_t> constant =
        index ? getConstantIntValue(index) : std::nullopt;
    if (constant && bounds &&
        (*constant < bounds->first || *constant >= bounds->second))
      return false;
  }
  return true;
}

bool BufferCell::isReplaced(const BufferAccess &write) const {
  if (write.isMaybe)
    return false;
  if (write.isWhole)
    return true;
  // (Of what a callee writes only some elements are known.)
  if (write.slice && !write.isCall &&
      llvm::all_of(llvm::enumerate(place), [&](auto entry) {
        auto [d, index] = entry;
        return index &&
               isWithin(
                   index, write.slice->offsets[d],
                   getConstantIntValue(write.slice->widths[d]).value_or(0));
      }))
    return true;
  if (!write.place)
    return false;
  return llvm::all_of(llvm::zip_equal(place, *write.place), [](auto pair) {
    auto [index, written] = pair;
    return index && isEqualConstantIntOrValue(index, written);
  });
}

BufferCell BufferCell::getAny(const BufferUses &uses) {
  BufferCell cell{&uses, ElementIndices(uses.sizes.size())};
  for (auto [index, size] : llvm::zip_equal(cell.place, uses.sizes))
    if (isConstantIntValue(size, 1))
      index = Builder(uses.buffer.getContext()).getIndexAttr(0);
  return cell;
}

ElementPlace BufferCell::getElement() const {
  bool isAny = llvm::any_of(place, [](OpFoldResult index) { return !index; });
  return isAny ? ElementPlace() : ElementPlace(place);
}

BufferCell BufferCell::before(Block *block) const {
  BufferCell cell = *this;
  for (OpFoldResult &index : cell.place)
    if (auto value = dyn_cast_if_present<Value>(index);
        value && block->getParent()->findAncestorBlockInRegion(
                     *value.getParentBlock()) == block)
      index = {};
  return cell;
}

bool mlir::noisy::isEnteredOnce(Operation *op) {
  return isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp,
             affine::AffineIfOp, memref::AllocaScopeOp>(op);
}

ArrayRef<BufferWrite> BufferWrites::get(const BufferUses &uses, Block *block) {
  if (known.insert(&uses).second) {
    llvm::SetVector<Block *> blocks;
    for (const BufferAccess &write : uses.writes)
      for (Operation *op = write.op;; op = op->getParentOp()) {
        events[{&uses, op->getBlock()}].push_back({op, &write});
        blocks.insert(op->getBlock());
        if (op->getParentOp() == uses.getParentOp())
          break;
      }
    for (Block *around : blocks)
      llvm::stable_sort(events[{&uses, around}],
                        [](const BufferWrite &a, const BufferWrite &b) {
                          return a.op != b.op && a.op->isBeforeInBlock(b.op);
                        });
  }
  auto entry = events.find({&uses, block});
  if (entry == events.end())
    return {};
  return entry->second;
}

size_t BufferWrites::countBefore(ArrayRef<BufferWrite> events, Operation *op) {
  return llvm::partition_point(events,
                               [&](const BufferWrite &event) {
                                 return event.op != op &&
                                        event.op->isBeforeInBlock(op);
                               }) -
         events.begin();
}

ArrayRef<BufferWrite> BufferWrites::get(const BufferUses &uses, Operation *op) {
  ArrayRef<BufferWrite> all = get(uses, op->getBlock());
  return all.drop_front(countBefore(all, op))
      .take_while([&](const BufferWrite &event) { return event.op == op; });
}
