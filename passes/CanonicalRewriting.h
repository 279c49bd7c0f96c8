//===- CanonicalRewriting.h - The canonical patterns, with reasons *- C++
//-*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_PASSES_CANONICALREWRITING_H
#define NOISY_PASSES_CANONICALREWRITING_H

#include "optimizer/rewrites/Rewriter.h"

namespace mlir::noisy {

/// Applies the patterns of `--canonicalize` that the dialect has, which never
/// make a value noisier (dialect/Patterns.h), to its operations below `root`.
/// Operations of other dialects stay as they are. Returns a note for each
/// pattern that was applied; with `explains` also for each that was tried in
/// vain, with the reason that the pattern gives.
std::vector<RewriteNote> applyCanonicalPatterns(Operation *root, bool explains);

} // namespace mlir::noisy

#endif // NOISY_PASSES_CANONICALREWRITING_H
