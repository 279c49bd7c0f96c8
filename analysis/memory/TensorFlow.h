//===- TensorFlow.h - The flow of noise to elements of tensors  -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_MEMORY_TENSORFLOW_H
#define NOISY_ANALYSIS_MEMORY_TENSORFLOW_H

#include "analysis/memory/ElementPlaces.h"
#include "analysis/memory/UnknownReason.h"

namespace mlir::tensor {
class EmptyOp;
class ExtractOp;
} // namespace mlir::tensor

namespace mlir::noisy {

/// An element of a tensor; several, if an index is null: then it may be any.
struct TensorElement {
  /// The tensor; or the value that is the element, where that is known.
  Value value;
  ElementIndices place;

  /// The same without the indices that are defined in a loop: the elements that
  /// these may be in any of its iterations.
  TensorElement inAnyIteration(Operation *loop) const;
  /// True if nothing is known of the place.
  bool isAny() const;
};

/// Goes back from a tensor to where the element was put into it, as far as one
/// way alone leads there: to its value, or to the tensor that it comes from.
TensorElement followElement(TensorElement element);

/// The value that `extract` reads: the element, if it is known where it was put
/// into the tensor, by indices that are equal or different constants; otherwise
/// a tensor that it is an element of. That is the one before a loop where each
/// iteration writes elements of its own.
Value getExtracted(tensor::ExtractOp extract);

/// False if `getExtracted` is the tensor itself, whatever the indices are.
bool mayFindElement(tensor::ExtractOp extract);

/// The reason why an element of `empty` may be read before it is written; none
/// if that cannot be. Until then it is junk.
///
/// The tensor is followed to all that is made of it, until all of its elements
/// are known to be written: at different constant indices, or by loops over all
/// indices. What was not written may only be passed on in a known way.
std::optional<UnknownReason> findUnfilled(tensor::EmptyOp empty);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_MEMORY_TENSORFLOW_H
