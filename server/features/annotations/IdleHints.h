//===- IdleHints.h - Code without effect, as hints --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_ANNOTATIONS_IDLEHINTS_H
#define NOISY_SERVER_FEATURES_ANNOTATIONS_IDLEHINTS_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// Returns a hint for each piece of code that could be left out: values that
/// nothing uses, in code without unfinished operations, blocks that are never
/// executed, and then unused functions. The ranges are those of the text. They
/// are no problems, and for editors that can fade them.
std::vector<Problem> getIdleHints(const Snapshot &State);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_ANNOTATIONS_IDLEHINTS_H
