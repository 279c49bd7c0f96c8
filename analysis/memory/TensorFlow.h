//===- TensorFlow.h - The flow of noise to elements of tensors  -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_MEMORY_TENSORFLOW_H
#define NOISY_ANALYSIS_MEMORY_TENSORFLOW_H

#include "analysis/memory/UnknownReason.h"

namespace mlir::tensor {
class EmptyOp;
class ExtractOp;
} // namespace mlir::tensor

namespace mlir::noisy {

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
