//===- CheckFixes.h - The fixes that --check tries out ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_CHECK_CHECKFIXES_H
#define NOISY_SERVER_CHECK_CHECKFIXES_H

#include "server/check/Examination.h"

namespace mlir::noisy::lsp {

/// The number of places that are tried where an answer means to parse, to edit
/// or to solve.
inline constexpr size_t SomePlaces = 40;
/// The number of fixes of each kind that are computed.
inline constexpr size_t FixesOfAKind = 3;

/// Tries the edit of a fix, which must not leave more errors than there were: a
/// preferred one none of any kind, others none of MLIR.
void tryFix(Examination &File, const json &Edit, Position Pos,
            bool IsPreferred);

/// Tries the code actions at the diagnostics, at some places and of each kind.
void tryCodeActions(Examination &File);

/// Tries the code lenses and their commands.
void tryLenses(Examination &File);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_CHECK_CHECKFIXES_H
