//===- SmallFix.h - Fixes of one value or one operation ---------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_SMALLFIX_H
#define NOISY_SERVER_FEATURES_FIXES_SMALLFIX_H

#include "server/features/fixes/FixDraft.h"
#include "server/features/fixes/FixKind.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::noisy::lsp {

/// A kind of fix for one value or one operation that needs no optimizer.
///
/// Bytes that need no change stay. The result is parsed, verified and analysed
/// again: apart from the purpose of the fix, nothing gets worse, and there are
/// no new problems.
///
/// Takes as long as parsing and analysing the text between two `// -----` a few
/// times.
class SmallFixKind : public FixKind {
public:
  using FixKind::FixKind;

  /// Returns the unchecked fix for the name or operation at the byte `Offset`
  /// of a chunk.
  virtual llvm::Expected<FixDraft> draft(const Chunk &Program,
                                         size_t Offset) const = 0;

  llvm::Expected<Fix> compute(const FixTask &Task,
                              const FixTools &Tools) const final;
};

/// Runs `Compute` with the dialects of a task and its noise model; refuses if
/// MLIR crashes.
llvm::Expected<Fix> computeSafely(
    const FixTask &Task,
    llvm::function_ref<llvm::Expected<Fix>(const DialectRegistry &)> Compute);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_SMALLFIX_H
