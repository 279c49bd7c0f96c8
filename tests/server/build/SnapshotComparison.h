//===- SnapshotComparison.h - What edited snapshots must be -----*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The judges of incremental builds; each returns "", or what is wrong.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_BUILD_SNAPSHOTCOMPARISON_H
#define NOISY_TESTS_SERVER_BUILD_SNAPSHOTCOMPARISON_H

#include "server/snapshot/Snapshot.h"
#include <string>

namespace mlir::noisy::lsp::test {

/// The section of a part that parses.
inline const PlacedSection *currentSection(const Snapshot::Part &P) {
  return P.Sections.size() == 1 && !P.Sections[0].isStale() ? &P.Sections[0]
                                                            : nullptr;
}

/// Whether a part can be analysed as it is.
inline bool isGood(const Snapshot::Part &P) {
  const PlacedSection *Current = currentSection(P);
  return P.Kind == PieceKind::Separator || (Current && !Current->FactsAreStale);
}

/// Whether MLIR crashed at something.
bool hasCrash(const Snapshot &State);

/// `Scratch` is the snapshot of the same text that was built from nothing.
std::string compareWithScratch(const Snapshot &State, const Snapshot &Scratch);

/// Whether stale sections are those of `OldState`, in their places; `Edits`
/// lead from it to `State`.
std::string checkStale(const Snapshot &State, const Snapshot *OldState,
                       const OffsetMap &Edits);

/// Whether what an edit did not touch is the same object still.
std::string checkReuse(const Snapshot &State, const Snapshot &OldState,
                       const OffsetMap &Edits);

/// Whether what is not known of a part is told, there, at the header of a
/// container around it, or at the first of several that have the same error.
std::string checkTold(const Snapshot &State);

/// Compares with what MLIR and the analyses say of each chunk as a whole.
std::string compareWithWhole(const Snapshot &State);

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_BUILD_SNAPSHOTCOMPARISON_H
