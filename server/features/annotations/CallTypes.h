//===- CallTypes.h - Calls with other types than the function ---*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_ANNOTATIONS_CALLTYPES_H
#define NOISY_SERVER_FEATURES_ANNOTATIONS_CALLTYPES_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// Says of a call with too few or too many values how many it has, and what the
/// function takes; and puts the error about one value at its name. The
/// problem's range is in the text of `State`. Leaves all other problems as they
/// are, and calls whose function is not found.
void settleCallTypes(Problem &Issue, const Snapshot &State);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_ANNOTATIONS_CALLTYPES_H
