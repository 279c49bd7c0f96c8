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

namespace mlir::noisy::lsp {

/// A kind of fix that is about one value or one operation, and needs no
/// optimizer.
///
/// Every byte that the fix does not have to change stays. The result was
/// parsed, verified and analysed again: apart from what the fix is for, nothing
/// is worse than before, and nothing is reported that was not.
///
/// Takes as long as parsing and analysing what is between two `// -----` a few
/// times.
class SmallFixKind : public FixKind {
public:
  using FixKind::FixKind;

  /// The fix for what stands at the byte `Offset` of a chunk, a name or an
  /// operation, before it is checked.
  virtual FixDraft draft(const Chunk &Built, size_t Offset) const = 0;

  Fix compute(const FixTask &Task, const FixTools &Tools) const final;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_SMALLFIX_H
