//===- RewriteRemarks.h - What was rewritten, as remarks --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_PASSES_REWRITEREMARKS_H
#define NOISY_PASSES_REWRITEREMARKS_H

#include "optimizer/rewrites/Rewriter.h"

namespace mlir::noisy {

/// True if anybody sees remarks: what was not rewritten is explained only then.
bool seesRemarks(MLIRContext *context);

/// Emits a remark for each note, in the category `noisy`: passed for what was
/// done, missed for what was not.
void emitRewriteRemarks(ArrayRef<RewriteNote> notes);

} // namespace mlir::noisy

#endif // NOISY_PASSES_REWRITEREMARKS_H
