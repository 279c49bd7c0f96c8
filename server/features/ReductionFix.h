//===- ReductionFix.h - Insert optimal reduce_noise -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_REDUCTIONFIX_H
#define NOISY_SERVER_FEATURES_REDUCTIONFIX_H

#include "optimizer/Optimizer.h"
#include "server/document/Chunk.h"
#include "server/document/Text.h"
#include <optional>

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

/// The edits that write `Reductions`, and take out the operations `Removed`
/// (`noisy.reduce_noise`, all in `Built`), in the text of `Built`: the uses of
/// what is removed get the name of what it reduced, and its line goes with it
/// when nothing else stands there. Nothing when something of this has no place
/// in the text, such as an argument that a custom syntax does not name.
std::optional<std::vector<ByteEdit>>
writeReductions(const Chunk &Built, llvm::ArrayRef<Reduction> Reductions,
                llvm::ArrayRef<Operation *> Removed = {});

/// The text after the edits.
std::string applyEdits(llvm::StringRef Text, llvm::ArrayRef<ByteEdit> Edits);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_REDUCTIONFIX_H
