//===- Rename.h - Other names for values, blocks, symbols -------*- C++ -*-===//
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

/// A name in the text that somebody wants to change.
struct RenamePlace {
  /// Without its sigil (% ^ @ # !), quotes, and the number of a result.
  ByteRange Where;
  /// What is to be edited: of `@"a b"` this is `a b`.
  std::string Name;
  /// Why it cannot be changed, whatever the new name, in a sentence for the
  /// user without capital and full stop; empty when it can.
  std::string Refusal;
};

/// The name at `Offset`: of a value or a group of results, a block, a symbol or
/// an alias; that of an operation is refused. Nothing where there is none.
///
/// What can be renamed is known completely: all that it is named by stands in
/// text that parses. Only names of which nothing is in text that does not parse
/// are an exception.
std::optional<RenamePlace> prepareRename(const Snapshot &State, size_t Offset);

/// How a name is changed.
struct Renaming {
  /// In the order of the text, without overlaps; none when the name is the same
  /// as before.
  std::vector<ByteEdit> Edits;
  /// Why it is not, as in RenamePlace; empty when it is.
  std::string Refusal;
};

/// Gives what is named at `Offset` another name, which may be given with or
/// without its sigil. The text stays the same program but for the name: a name
/// that is invalid, or taken where it would be known, is refused.
Renaming rename(const Snapshot &State, size_t Offset, llvm::StringRef NewName);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_RENAME_RENAME_H
