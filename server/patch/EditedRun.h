//===- EditedRun.h - The operations at an edit ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PATCH_EDITEDRUN_H
#define NOISY_SERVER_PATCH_EDITEDRUN_H

#include "mlir/IR/Operation.h"
#include "server/snapshot/Section.h"
#include "server/text/OffsetMap.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::noisy::lsp {

/// The operations of a section that are parsed again after an edit
/// (OperationRun): those that it touches, the one before and the one after. All
/// are in one block.
struct EditedRun {
  /// The numbers of the operations: the first, and the one after the last.
  Section::Index FirstOperation = 0, EndOperation = 0;
  /// The beginning of the first one that is not broken.
  size_t FirstInText = 0;
  /// The operation around them.
  Section::Index Parent = 0;
  /// True if the operation before is not among them.
  bool IsAfterOther = false;
  /// True if the last one is only there because the edited text may go on into
  /// it.
  bool HasOperationAfter = false;
  /// True if no other operation of the block in the text follows.
  bool EndsBlock = false;
  /// The change of the text of the run.
  TextChange Change;
};

/// Finds the operations at an edit, the change of the text from the first other
/// byte to the last one. `Operations` are those of the section, whose numbers
/// are in the order of the text. Broken operations have no place among the
/// others; they are with what precedes them. Nothing if the edit is not among
/// operations, or touches one with regions or successors.
std::optional<EditedRun> findEditedRun(const Section &Data,
                                       llvm::ArrayRef<Operation *> Operations,
                                       const TextChange &Edit);

/// The names in the text of a run.
struct RunNames {
  /// The names of values, with their %; and those that are in front of a `=`,
  /// as all are that an operation defines which is not broken.
  llvm::StringSet<> Values, Defined;
  /// Those of aliases, with # or !.
  llvm::StringSet<> Aliases;
  bool HasSymbols = false;
};

/// Collects the names in the text of a run, or in definitions of aliases that
/// it uses. Nothing if it has others than those of values, symbols and aliases,
/// or parts that mean something else without the rest of the file.
std::optional<RunNames> findRunNames(llvm::StringRef RunText);

/// The range from the first token to the last one that are no comments.
ByteRange findCodeRange(llvm::StringRef Text);

/// True if a text ends in a comment, which may go on over what follows.
bool endsInComment(llvm::StringRef Text);

/// True if a text may go on with an operation with regions before it, such as
/// `else`.
bool mayGoOn(llvm::StringRef Text);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PATCH_EDITEDRUN_H
