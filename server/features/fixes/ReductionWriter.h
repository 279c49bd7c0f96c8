//===- ReductionWriter.h - Reductions written into a text -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_REDUCTIONWRITER_H
#define NOISY_SERVER_FEATURES_FIXES_REDUCTIONWRITER_H

#include "optimizer/Reductions.h"
#include "server/features/fixes/Fix.h"
#include "server/unit/Chunk.h"
#include <optional>

namespace mlir::noisy::lsp {

/// Returns the edits that write `Reductions` and remove the operations
/// `RemovedOps` (reductions, all in `Program`) in the text of
/// `Program`. Uses of a removed result get the name of its operand, and its
/// line is removed if it contains nothing else. The region of a short form in
/// which a value is reduced is written out. Nothing if some edit has no place
/// in the text, such as an argument that a custom syntax does not name.
std::optional<std::vector<ByteEdit>>
writeReductions(const Chunk &Program, llvm::ArrayRef<Reduction> Reductions,
                llvm::ArrayRef<Operation *> RemovedOps = {});

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_REDUCTIONWRITER_H
