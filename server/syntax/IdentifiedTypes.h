//===- IdentifiedTypes.h - Types that have a name for good ------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_SYNTAX_IDENTIFIEDTYPES_H
#define NOISY_SERVER_SYNTAX_IDENTIFIEDTYPES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// A body that a text gives an identified structure: a hash of its tokens. MLIR
/// identifies such a type by its name, with one body for the lifetime of the
/// context. A text that names the structure without one, other than in its
/// body, has that of no tokens.
struct IdentifiedBody {
  /// As written: `"s"` of `!llvm.struct<"s", (i32)>`.
  std::string Name;
  uint64_t Hash;

  friend bool operator==(const IdentifiedBody &,
                         const IdentifiedBody &) = default;
  friend auto operator<=>(const IdentifiedBody &,
                          const IdentifiedBody &) = default;
};

/// The bodies of the identified structures in `Text`, sorted, each once. Two of
/// a name may still be the same: by aliases.
std::vector<IdentifiedBody> findIdentifiedBodies(llvm::StringRef Text);

/// The names of bodies, sorted, each once.
std::vector<std::string> namesOf(llvm::ArrayRef<IdentifiedBody> Bodies);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_SYNTAX_IDENTIFIEDTYPES_H
