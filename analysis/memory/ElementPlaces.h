//===- ElementPlaces.h - The elements that code writes -------- -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_MEMORY_ELEMENTPLACES_H
#define NOISY_ANALYSIS_MEMORY_ELEMENTPLACES_H

#include "analysis/memory/LinearIndex.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallBitVector.h"
#include <set>

namespace mlir::noisy {

/// The indices of an element, or the sizes of a tensor or memref: constants
/// where they are known, otherwise values.
using ElementIndices = SmallVector<OpFoldResult, 4>;

/// The place of an element; none if it may be any. An index that may be any is
/// null, where that is said.
using ElementPlace = std::optional<ElementIndices>;

ElementIndices getElementIndices(ValueRange indices);

/// The indices of an element as sums.
using ElementSums = SmallVector<LinearIndex, 2>;

ElementSums getElementSums(ArrayRef<OpFoldResult> indices);

/// True if no iteration of a loop has elements of another one: all of `places`
/// have each of its induction variables as the same index. False for what is no
/// loop.
bool areOfOneIteration(Operation *loop, ArrayRef<ElementPlace> places);

/// The sizes of `type`, with `dynamicSizes` where it does not state them.
ElementIndices getElementSizes(ShapedType type, ValueRange dynamicSizes);

/// Constants between which the indices of some elements are, in each dimension:
/// from the first on to below the second; none if they are not known. Empty if
/// nothing is known.
using ElementBox = SmallVector<std::optional<std::pair<int64_t, int64_t>>, 4>;

/// Where the indices of a slice, or of a subview, lead to in what it is taken
/// of: `offset + stride * index` in each dimension; only the offset if there is
/// no index.
class SliceMap {
public:
  /// That of a whole with `rank` dimensions.
  SliceMap(unsigned rank, MLIRContext *context);
  /// That of a slice of what this leads from; none if it is not known. Of
  /// `dropped` dimensions the slice has no index.
  std::optional<SliceMap> slice(ArrayRef<OpFoldResult> offsets,
                                ArrayRef<OpFoldResult> strides,
                                const llvm::SmallBitVector &dropped) const;
  /// The place that the indices lead to; none if it is not known.
  ElementPlace get(const ElementPlace &place) const;
  /// The bounds of the indices that those of a slice of these sizes lead to, as
  /// far as they are known; `box` has those of the slices that it is one of.
  ElementBox getBox(const ElementBox &box, ArrayRef<OpFoldResult> sizes) const;
  /// Where the slice begins.
  ElementIndices getOffsets() const;
  /// The widths of the slice in the dimensions of the whole, from its sizes;
  /// in dimensions of which it has no index, 1.
  ElementIndices getWidths(ArrayRef<OpFoldResult> sizes) const;

private:
  struct Dimension {
    OpFoldResult offset;
    int64_t stride;
    int index;
  };
  std::optional<OpFoldResult> lead(const Dimension &to,
                                   OpFoldResult index) const;

  MLIRContext *context;
  SmallVector<Dimension, 4> dimensions;
};

/// True if two sizes are equal: constants, the same value, or dimensions of
/// what has the same size.
bool areSameSize(OpFoldResult a, OpFoldResult b);

/// True if two places are never the same: the indices in one dimension are
/// different constants. For elements of a buffer this holds only if no two
/// indices have the same address.
bool areDisjoint(const ElementPlace &a, const ElementPlace &b);

/// True if an index is one of `width` from `offset` on, all constants.
bool isWithin(OpFoldResult index, OpFoldResult offset, int64_t width);

/// True if both places are known, and the same as long as no index that is a
/// value is defined anew.
bool isSamePlace(const ElementPlace &a, const ElementPlace &b);

/// The operations that are known to write an element of a tensor or a buffer
/// whenever they are executed: writes, loops that execute a write in each
/// iteration, and conditionals that do so in all cases.
class ElementCover {
public:
  /// `place` is the element; all elements if it is none, and those at any index
  /// in dimensions where that is null.
  ElementCover(ElementIndices sizes, ElementPlace place)
      : sizes(std::move(sizes)), place(std::move(place)) {}

  /// What an operation writes: a slice that begins at `place` and has `widths`
  /// (empty if it is one element), or everything.
  struct Write {
    Operation *op;
    ElementPlace place;
    ElementIndices widths = {};
    bool isWhole = false;
    /// The indices of one element, if `place` is none because some are sums.
    ElementSums sums = {};

    /// False if it is not known where it begins, in so many dimensions.
    bool hasIndices(unsigned rank) const;
    LinearIndex getIndex(unsigned dimension) const;
    /// The number of indices from there on; 0 if it is unknown.
    int64_t getWidth(unsigned dimension) const;
  };

  /// Adds a write. Calls `visit` with each operation that is now known to write
  /// the element, inner ones first, until that returns true; returns true then.
  /// In `given` dimensions the write is at the place.
  bool addWrite(const Write &write, llvm::function_ref<bool(Operation *)> visit,
                const llvm::SmallBitVector &given = {});

private:
  bool ascend(const Write &write, llvm::SmallBitVector covered,
              llvm::function_ref<bool(Operation *)> visit);
  bool coverByLoop(Operation *loop, const Write &write,
                   llvm::SmallBitVector &covered);

  ElementIndices sizes;
  ElementPlace place;
  /// The regions of conditionals in which the element is written.
  llvm::DenseMap<Operation *, llvm::SmallBitVector> writtenRegions;
};

/// Cuts the elements of a tensor or buffer into boxes, by the bounds of what
/// some operations write: an `ElementCover` with these says the same of all
/// elements of a box.
class ElementBoxes {
public:
  explicit ElementBoxes(const ElementIndices &sizes);

  void add(const ElementCover::Write &write);
  /// True if `isWritten` holds for an element of each box. False if they are
  /// too many, or if a size is not constant.
  bool allOf(llvm::function_ref<bool(const ElementIndices &)> isWritten) const;

private:
  void cut(unsigned dimension, int64_t index);

  MLIRContext *context = nullptr;
  SmallVector<int64_t, 4> sizes;
  /// Where boxes begin, in each dimension.
  SmallVector<std::set<int64_t>, 4> cuts;
};

/// What has to be written before a loop so that an element is written which one
/// of its iterations reads at these indices: `write`, which is executed in each
/// iteration, has written it in an earlier one, but for the elements that the
/// first iterations read. Of an index that is null, all are meant. None if that
/// is not so, or not known.
std::optional<SmallVector<ElementIndices, 1>>
findReadFromBefore(Operation *loop, const ElementSums &indices,
                   const ElementCover::Write &write,
                   const ElementIndices &sizes);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_MEMORY_ELEMENTPLACES_H
