//===- Occurrences.h - Occurrences of a name --------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NAVIGATION_OCCURRENCES_H
#define NOISY_SERVER_FEATURES_NAVIGATION_OCCURRENCES_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// An occurrence of a name.
struct Occurrence {
  ByteRange Range;
  bool IsDefinition = false;

  friend bool operator==(const Occurrence &, const Occurrence &) = default;
};

/// The meaning of `%r#1` for a group of results `%r:2`.
enum class ResultGroups {
  /// The whole group `%r`.
  Whole,
  /// The single result; the name at its definition stands for the whole group.
  Single
};

/// Returns all occurrences of the target of `Name`, in the order of the text:
/// for a value or block in its section, for a symbol or an alias in the chunk.
/// For the name of an operation these are the occurrences of its results. Names
/// that were edited away are left out.
///
/// The occurrences of an undefined symbol are all uses of the same path that
/// are undefined too.
std::vector<Occurrence> findOccurrences(const Snapshot &State,
                                        const Snapshot::TokenPlace &Name,
                                        ResultGroups Groups);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_OCCURRENCES_H
