//===- BufferWrites.h - The writes of a buffer, in order --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_MEMORY_BUFFERWRITES_H
#define NOISY_ANALYSIS_MEMORY_BUFFERWRITES_H

#include "analysis/memory/BufferUses.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::noisy {

/// Some elements of a buffer: those at a place whose indices are known, as far
/// as they are; a null index may be any.
struct BufferCell {
  const BufferUses *uses;
  ElementIndices place;

  /// All elements of a buffer.
  static BufferCell getAny(const BufferUses &uses);

  /// The place, if it is one element; none if it may be several.
  ElementPlace getElement() const;

  /// The same without the indices that are defined in `block`, or in a region
  /// in it: those of the elements before the block was entered, if it may have
  /// been executed before.
  BufferCell before(Block *block) const;

  auto key() const {
    std::vector<void *> indices;
    for (OpFoldResult index : place)
      indices.push_back(index.getOpaqueValue());
    return std::pair(uses, std::move(indices));
  }
  /// True if a write may be to one of the elements.
  bool isWritten(const BufferAccess &write) const;
  /// True if a write is to the one element.
  bool isReplaced(const BufferAccess &write) const;
};

/// A write, and the operation around it that stands in some block.
struct BufferWrite {
  Operation *op;
  const BufferAccess *access;
};

/// The writes of buffers, by the blocks around them, in order.
class BufferWrites {
public:
  /// The writes in a block, each with the operation of the block around it.
  ArrayRef<BufferWrite> get(const BufferUses &uses, Block *block);
  /// The writes in an operation.
  ArrayRef<BufferWrite> get(const BufferUses &uses, Operation *op);

  /// The number of the writes of a block that are before `op`.
  static size_t countBefore(ArrayRef<BufferWrite> writes, Operation *op);

private:
  llvm::DenseMap<std::pair<const BufferUses *, Block *>,
                 std::vector<BufferWrite>>
      events;
  llvm::DenseSet<const BufferUses *> known;
};

/// True if the regions of `op` are entered at most once each time that `op` is
/// executed, and not from each other.
bool isEnteredOnce(Operation *op);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_MEMORY_BUFFERWRITES_H
