//===- MetadataRules.h - Which operations carry metadata -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_ANALYSIS_METADATA_METADATARULES_H
#define NOISY_ANALYSIS_METADATA_METADATARULES_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace mlir::noisy {
class MemoryFlow;

/// The values that the results of `op` are made of, all of them in the same
/// way: the results have the join of the metadata of these. None if no rule
/// says so; then the results may be anything.
///
///   - Arithmetic carries what its operands have: the elementwise operations of
///     all dialects, `index`, `affine`, and those of `noisy` on encrypted
///     values. A cast carries, too. `noisy.encode` and `noisy.decode` do not:
///     a cipher text is another thing than its plain text.
///   - A load has what was stored to its element, where `memory` follows the
///     buffer. What the buffer itself has says nothing of its elements.
///   - A tensor that is made of elements has what all of these have, and so has
///     an element that is taken from it.
///
/// Indices and sizes choose a value, and are no part of it.
std::optional<SmallVector<Value>> findSources(Operation *op,
                                              MemoryFlow &memory);

} // namespace mlir::noisy

#endif // NOISY_ANALYSIS_METADATA_METADATARULES_H
