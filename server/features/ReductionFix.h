//===- ReductionFix.h - Insert optimal reduce_noise -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_REDUCTIONFIX_H
#define NOISY_SERVER_FEATURES_REDUCTIONFIX_H

#include "optimizer/Optimizer.h"
#include "server/document/Snapshot.h"

namespace mlir::noisy::lsp {

/// A replacement of bytes; an insertion where the range is empty.
struct ByteEdit {
  ByteRange Where;
  std::string NewText;
};

/// The outcome of the quick fix.
struct ReductionFix {
  /// In the order of the text, in bytes of it, without overlaps. Empty when
  /// there is no fix.
  std::vector<ByteEdit> Edits;
  /// In either case, what to tell the user.
  std::string Message;
};

/// Whether `Found` is something that the fix is for.
bool isFixable(const Problem &Found);

/// Finds the fewest reductions for the part of `Contents` that the byte
/// `Offset` is in, and writes them down: a line behind each definition, and
/// the uses renamed; every other byte stays. The result was parsed and
/// analysed again and has nothing to report. Takes up to
/// `Options.timeLimit`; any thread.
ReductionFix computeReductionFix(const DialectRegistry &Registry,
                                 const Text &Contents, size_t Offset,
                                 const OptimizerOptions &Options);

/// The edits that make `Reductions`, which are in `Built`, in its text.
std::vector<ByteEdit> writeReductions(const Chunk &Built,
                                      llvm::ArrayRef<Reduction> Reductions);

/// The text after the edits.
std::string applyEdits(llvm::StringRef Text, llvm::ArrayRef<ByteEdit> Edits);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_REDUCTIONFIX_H
