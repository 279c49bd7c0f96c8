//===- Rename.h - Renaming of values, blocks and symbols --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_RENAME_RENAME_H
#define NOISY_SERVER_FEATURES_RENAME_RENAME_H

#include "server/snapshot/Snapshot.h"
#include "server/text/ByteEdit.h"
#include "server/text/Refusal.h"

namespace mlir::noisy::lsp {

/// A name in the text to rename.
struct RenamePlace {
  /// The range without sigil (% ^ @ # !), quotes, and the number of a result.
  ByteRange Range;
  /// The text to edit: for `@"a b"` this is `a b`.
  std::string Name;
};

/// Returns the name at `Offset`: of a value or a group of results, a block, a
/// symbol or an alias; nothing if there is none. Refuses the name of an
/// operation, and one that cannot be renamed to anything.
///
/// A name can only be renamed if all its occurrences are known: they are in
/// text that parses. A name that does not occur in the text that fails to parse
/// can be renamed, too.
llvm::Expected<std::optional<RenamePlace>> prepareRename(const Snapshot &State,
                                                         size_t Offset);

/// Renames the target of the name at `Offset`: returns the edits in the order
/// of the text, without overlaps; none if the name does not change. The new
/// name may include its sigil. Apart from the name the program stays the same:
/// a name that is invalid, or already taken where it would be visible, is
/// refused.
llvm::Expected<std::vector<ByteEdit>>
rename(const Snapshot &State, size_t Offset, llvm::StringRef NewName);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_RENAME_RENAME_H
