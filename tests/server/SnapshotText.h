//===- SnapshotText.h - All that a snapshot says, as text -------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For tests that compare snapshots: two are the same when these texts are, and
// the first line that differs says where.
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_TESTS_SERVER_SNAPSHOTTEXT_H
#define NOISY_TESTS_SERVER_SNAPSHOTTEXT_H

#include "server/snapshot/Snapshot.h"
#include <string>
#include <vector>

namespace mlir::noisy::lsp::test {

/// Every list and every string of a section.
std::string describe(const Section &Data);

/// The facts of a section of `State`; parts are named by their numbers, not by
/// their identities, which differ between builders.
std::string describe(const SectionFacts &Facts, const Snapshot &State);

/// Where a part is and what it consists of, without what is known of it.
std::string describePiece(const Snapshot::Part &P);

/// A problem in one line, with its notes; ranges as they are.
std::string describe(const Problem &Issue);

/// The message with the names of resources that are in the text: MLIR gives one
/// whose name its context knows already another name, with a number.
std::string withoutNumbers(const std::string &Message);

/// The problems of parts by themselves (Part::Problems): of MLIR.
std::vector<std::string> describeProblems(const Snapshot::Part &P,
                                          const Snapshot &State);

/// "" when both are the same; otherwise the first line that is not, of both.
std::string difference(const std::string &One, const std::string &OtherText);

} // namespace mlir::noisy::lsp::test

#endif // NOISY_TESTS_SERVER_SNAPSHOTTEXT_H
