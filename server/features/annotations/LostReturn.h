//===- LostReturn.h - Returns outside of functions --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_ANNOTATIONS_LOSTRETURN_H
#define NOISY_SERVER_FEATURES_ANNOTATIONS_LOSTRETURN_H

#include "server/snapshot/Problem.h"
#include "server/text/Text.h"

namespace mlir::noisy::lsp {

/// Explains the error about a `return`, or another operation whose dialect goes
/// without saying in a function, that is in no function, as the
/// indentation of the lines before it tells: by the `{` that a function lacks,
/// to whose place the error moves, or by the `}` that ended one too early.
/// `Contents` is the text that the problem's range is in. Leaves all other
/// problems as they are.
void settleLostReturn(Problem &Issue, const Text &Contents);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_ANNOTATIONS_LOSTRETURN_H
