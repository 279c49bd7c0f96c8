//===- ReductionFixKinds.h - Menus of optimal reductions --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_REDUCTIONFIXKINDS_H
#define NOISY_SERVER_FEATURES_FIXES_REDUCTIONFIXKINDS_H

#include "server/features/fixes/FixKind.h"

namespace mlir::noisy::lsp {

namespace fixes {
/// Inserts the cheapest reductions (computeReductionFix): in the function at
/// the place, in the chunk (between two `// -----`), or in the whole document,
/// for fixing on save. With the setting `Rewrite` they rewrite, too, where that
/// is cheaper.
extern const FixKind &ReduceFunction;
extern const FixKind &ReduceChunk;
extern const FixKind &ReduceDocument;
/// The same, rewritten first where that is cheaper (Rewriting::Only).
extern const FixKind &RewriteFunction;
extern const FixKind &RewriteChunk;
extern const FixKind &RewriteDocument;
} // namespace fixes

/// True for the kinds that rewrite first.
bool isRewriting(const FixKind &Kind);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_REDUCTIONFIXKINDS_H
