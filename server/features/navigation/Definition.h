//===- Definition.h - Where what is named is defined ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_NAVIGATION_DEFINITION_H
#define NOISY_SERVER_FEATURES_NAVIGATION_DEFINITION_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// What the name at some place stands for.
struct Definitions {
  /// A place in this document.
  struct Target {
    /// All of the definition: of a symbol its operation.
    ByteRange Where;
    /// Where it begins to say what it is: of a symbol the name of its
    /// operation, otherwise the same as `Name`. LLVM's server gives that.
    ByteRange Head;
    /// The name itself, `@f`; of a symbol that stands as a string, `Head`.
    ByteRange Name;

    friend bool operator==(const Target &, const Target &) = default;
  };
  /// A place that `loc("file":line:column)` names.
  struct ForeignTarget {
    /// As it is written there.
    std::string File;
    /// Both from 1; 0 when not known.
    uint32_t Line = 0;
    uint32_t Column = 0;

    friend bool operator==(const ForeignTarget &,
                           const ForeignTarget &) = default;
  };

  /// The name that was asked for.
  ByteRange Asked;
  /// One; none where it was edited away; several where a symbol or alias is
  /// defined more than once.
  std::vector<Target> Targets;
  /// Where the operation that defines it comes from, or the operation whose
  /// name is asked for.
  std::vector<ForeignTarget> Foreign;
};

/// What the name at `Offset` stands for; nothing where there is no name.
std::optional<Definitions> findDefinitions(const Snapshot &State,
                                           size_t Offset);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_NAVIGATION_DEFINITION_H
