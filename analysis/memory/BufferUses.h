//===- BufferUses.h - The uses of a buffer -------------------- -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_MEMORY_BUFFERUSES_H
#define NOISY_ANALYSIS_MEMORY_BUFFERUSES_H

#include "analysis/flow/ElementBodies.h"
#include "analysis/memory/ElementPlaces.h"
#include "analysis/memory/UnknownReason.h"
#include "llvm/ADT/SetVector.h"
#include <vector>

namespace mlir::noisy {

/// The part of a buffer from `offsets` on, with `widths` indices in each
/// dimension.
struct BufferSlice {
  ElementIndices offsets, widths;
};

/// A load from a buffer, or a write into it.
struct BufferAccess {
  Operation *op = nullptr;
  /// The value that is loaded or stored; for a copy, the buffer that is copied,
  /// or the one that it is copied to; for a call, the argument of the callee
  /// that the buffer becomes.
  Value value;
  /// The element; none if it may be any.
  ElementPlace place = std::nullopt;
  bool isCopy = false, isCall = false;
  /// True if it writes all elements.
  bool isWhole = false;
  /// For a call: elements that it is known to write.
  SmallVector<ElementIndices, 0> elements = {};
  /// A part of the buffer, all elements of which it writes; of a view that has
  /// one.
  std::optional<BufferSlice> slice = std::nullopt;
  /// Bounds of all elements that it may be to: those of a view.
  ElementBox box = {};
  /// True if it may be to another buffer instead: one of several is selected.
  bool isMaybe = false;
  /// The indices of the element as sums, if `place` does not have them.
  ElementSums sums = {};

  /// The argument of the callee, for a call.
  BlockArgument getArgument() const { return cast<BlockArgument>(value); }
};

/// The bounds of the elements that an access may be to.
ElementBox getBox(const BufferAccess &access);

/// True if two accesses of a buffer in which no two indices have the same
/// address are never to the same element.
bool areDisjoint(const BufferAccess &a, const BufferAccess &b);

/// What a write of a buffer writes, but for what a slice or a call adds.
ElementCover::Write getCoverWrite(const BufferAccess &write);

/// Adds all that a write of a buffer is known to write to `cover`; see
/// `ElementCover::addWrite`.
bool coverWrite(ElementCover &cover, const BufferAccess &write,
                llvm::function_ref<bool(Operation *)> visit);

/// All uses of a buffer that is allocated in a function, or that a function
/// gets as an argument.
///
/// A buffer that does not escape is used by loads, stores, copies and
/// deallocations only, and by calls of functions that are followed
/// (`PassedBuffers`), through its allocation or argument, or through views of
/// that which are used in the same way. No other code can have its address, so
/// what is in it are the values of these stores, and what is in it when it is
/// passed. Each execution of the allocation makes another buffer.
struct BufferUses {
  /// The argument of the callee that the operand of a call becomes, if what is
  /// in a buffer is followed there; otherwise null.
  using ArgumentOf = llvm::function_ref<BlockArgument(OpOperand &)>;
  static BlockArgument getNoArgument(OpOperand &) { return nullptr; }

  /// Finds the uses of `buffer`, the result of an allocation (`isAllocation`)
  /// or an argument of a function.
  static BufferUses find(Value buffer, ArgumentOf argumentOf = getNoArgument);

  /// The operation around the whole use of the buffer.
  Operation *getParentOp() const { return getBlock()->getParentOp(); }
  Block *getBlock() const { return Value(buffer).getParentBlock(); }
  /// True if a function gets it as an argument.
  bool isArgument() const { return isa<BlockArgument>(buffer); }

  Value buffer;
  ElementIndices sizes;
  std::vector<BufferAccess> loads, writes;
  /// Why it escapes; none if it does not.
  std::optional<UnknownReason> escape;
  /// True if no two indices have the same address.
  bool isInjective = true;
  /// What may execute loads and writes by several threads, or in another order
  /// than that of the text; null if there is nothing.
  Operation *unordered = nullptr;
  bool isSequential() const { return !unordered; }

  /// What a look at all writes takes, in writes of one element at a place that
  /// is compared with others: of many elements that a call writes, each takes
  /// far less.
  size_t countSteps() const;
};

/// True if an operation of linalg may read elements through `operand`, a
/// memref, that it has written itself, at another point or through another
/// operand. What it has written there through `operand` itself counts as well
/// if two indices of that may have the same address.
bool mayReadOwnWrites(linalg::LinalgOp op, OpOperand &operand);

/// True for an operation that makes a buffer which only the code that has its
/// result can access: in the default memory space, without contents.
bool isAllocation(Operation *op);

/// The sizes of a buffer, the result of an allocation or an argument. Where
/// nothing says a size of an argument, the argument stands for one that is
/// equal to no other.
ElementIndices getBufferSizes(Value buffer);

/// The buffer that a memref is a view of: the result of an allocation or of
/// another operation, or an argument.
Value getViewedBuffer(Value memref);

/// The buffers that a memref may be a view of, if some operations select one of
/// several; otherwise the one of `getViewedBuffer`.
llvm::SetVector<Value, SmallVector<Value, 2>> getViewedBuffers(Value memref);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_MEMORY_BUFFERUSES_H
