//===- Definition.h - Definitions of names ----------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NAVIGATION_DEFINITION_H
#define NOISY_SERVER_FEATURES_NAVIGATION_DEFINITION_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// The targets of a name.
struct Definitions {
  /// A place in this document.
  struct Target {
    /// The whole definition; for a symbol its operation.
    ByteRange Range;
    /// The head of the definition: for a symbol the name of its operation,
    /// otherwise the same as `Name`. Same as in LLVM's server.
    ByteRange Head;
    /// The name itself, `@f`; for a symbol written as a string, `Head`.
    ByteRange Name;

    friend bool operator==(const Target &, const Target &) = default;
  };
  /// A place that `loc("file":line:column)` names.
  struct ForeignTarget {
    /// The file name as written there.
    std::string File;
    /// Line and column from 1; 0 if unknown.
    uint32_t Line = 0;
    uint32_t Column = 0;

    friend bool operator==(const ForeignTarget &,
                           const ForeignTarget &) = default;
  };

  /// The name under the cursor.
  ByteRange OriginRange;
  /// The definitions: one; none if it was edited away; several if a symbol or
  /// alias is defined more than once.
  std::vector<Target> Targets;
  /// The source locations of the defining operation, or of the operation whose
  /// name is under the cursor.
  std::vector<ForeignTarget> Foreign;
};

/// Returns the definitions of the name at `Offset`; nothing if there is no
/// name.
std::optional<Definitions> findDefinitions(const Snapshot &State,
                                           size_t Offset);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_DEFINITION_H
