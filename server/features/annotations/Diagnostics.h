//===- Diagnostics.h - What is wrong, for the editor ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_ANNOTATIONS_DIAGNOSTICS_H
#define NOISY_SERVER_FEATURES_ANNOTATIONS_DIAGNOSTICS_H

#include "server/protocol/Lsp.h"
#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// After this many of MLIR's problems the rest are counted only: they are sent
/// with every edit, and no editor is quick with tens of thousands.
inline constexpr size_t MaxDiagnostics = 2000;

/// Whether a problem is a finding about the ranges of integers, which users can
/// leave out (Settings::ShowRangeFindings).
bool isRangeFinding(const Problem &Found);

/// The problems of `State` as diagnostics, in the order of the text. With
/// `Related`, notes are related places; otherwise the message ends with them.
std::vector<Diagnostic> getDiagnostics(const Snapshot &State,
                                       const std::string &Uri, bool Related,
                                       PositionEncoding Encoding,
                                       bool WithRangeFindings = true);

/// One problem, whose ranges are those of `Contents`.
Diagnostic toDiagnostic(const Problem &Found, const Text &Contents,
                        const std::string &Uri, bool Related,
                        PositionEncoding Encoding);

/// What a client that asks is answered, when the report that it got last was
/// `Previous` (empty: none). Reports are named by a digest of all that they
/// say, so that nothing has to be kept, and an edit that changes no diagnostic
/// is "unchanged".
DiagnosticReport getDiagnosticReport(std::vector<Diagnostic> Items,
                                     const std::string &Previous);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_ANNOTATIONS_DIAGNOSTICS_H
