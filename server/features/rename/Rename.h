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

namespace mlir::noisy::lsp {

/// A name in the text to rename.
struct RenamePlace {
  /// The range without sigil (% ^ @ # !), quotes, and the number of a result.
  ByteRange Range;
  /// The text to edit: for `@"a b"` this is `a b`.
  std::string Name;
  /// The reason why it cannot be renamed to anything, a sentence for the user
  /// without capital and full stop; empty if it can.
  std::string Refusal;
};

/// Returns the name at `Offset`: of a value or a group of results, a block, a
/// symbol or an alias; the name of an operation is refused. Nothing if there is
/// none.
///
/// A name can only be renamed if all its occurrences are known: they are in
/// text that parses. A name that does not occur in the text that fails to parse
/// can be renamed, too.
std::optional<RenamePlace> prepareRename(const Snapshot &State, size_t Offset);

/// The outcome of renaming.
struct RenameResult {
  /// The edits in the order of the text, without overlaps; none if the name
  /// does not change.
  std::vector<ByteEdit> Edits;
  /// The reason for no renaming, as in RenamePlace; empty if there is none.
  std::string Refusal;
};

/// Renames the target of the name at `Offset`. The new name may include its
/// sigil. Apart from the name the program stays the same: a name that is
/// invalid, or already taken where it would be visible, is refused.
RenameResult rename(const Snapshot &State, size_t Offset,
                    llvm::StringRef NewName);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_RENAME_RENAME_H
