//===- Occurrences.h - Where a thing is named -------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NAVIGATION_OCCURRENCES_H
#define NOISY_SERVER_FEATURES_NAVIGATION_OCCURRENCES_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// A place where something is named.
struct Occurrence {
  ByteRange Where;
  bool IsDefinition = false;

  friend bool operator==(const Occurrence &, const Occurrence &) = default;
};

/// Of `%r:2`, what `%r#1` stands for.
enum class ResultGroups {
  /// All of `%r`.
  Whole,
  /// The one result; the name at its definition stands for all of them.
  Single
};

/// All places that name what `Name` stands for, in the order of the text: of a
/// value or block in its section, of a symbol or an alias in the chunk. For
/// the name of an operation they are those of its results. Names that were
/// edited away are left out.
///
/// A symbol that is nowhere defined is named wherever the same path, too, is
/// not defined.
std::vector<Occurrence> findOccurrences(const Snapshot &State,
                                        const Snapshot::Found &Name,
                                        ResultGroups Groups);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_OCCURRENCES_H
