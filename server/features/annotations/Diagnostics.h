//===- Diagnostics.h - Problems as diagnostics ------------------*- C++ -*-===//
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

/// The maximum number of MLIR's problems that are sent; the rest is only
/// counted. Diagnostics are sent with every edit, and tens of thousands slow
/// down every editor.
inline constexpr size_t MaxDiagnostics = 2000;

/// True if a problem is a finding about integer ranges, which users can turn
/// off (Settings::ShowRangeFindings).
bool isRangeFinding(const Problem &Issue);

/// What is shown beside errors and warnings (the settings of these names).
struct DiagnosticFilter {
  bool RangeFindings = true;
  /// Operations that could be unsigned, if range findings are shown. They say
  /// nothing of whether the program is right.
  bool UnsignedFindings = false;
  /// Computations that could have less noise.
  bool NoiseSavings = true;
  /// Code without effect, after the rest: for clients that can fade it.
  bool IdleCode = false;
};

/// The problems of `State` as diagnostics, in the order of the text. With
/// `SupportsRelated`, notes are related places; otherwise the message ends with
/// them.
std::vector<Diagnostic> getDiagnostics(const Snapshot &State,
                                       const std::string &Uri,
                                       bool SupportsRelated,
                                       PositionEncoding Encoding,
                                       const DiagnosticFilter &Filter = {});

/// Converts one problem, whose ranges are those of the text of `State`.
Diagnostic toDiagnostic(Problem Issue, const Snapshot &State,
                        const std::string &Uri, bool SupportsRelated,
                        PositionEncoding Encoding);

/// The answer to a pull request whose last report was `Previous` (empty: none).
/// The name of a report is a digest of its contents, so the server keeps no
/// state, and an edit that changes no diagnostic is answered with "unchanged".
DiagnosticReport getDiagnosticReport(std::vector<Diagnostic> Items,
                                     const std::string &Previous);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_ANNOTATIONS_DIAGNOSTICS_H
