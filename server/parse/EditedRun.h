//===- EditedRun.h - The operations at an edit -------------------*- C++
//-*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_EDITEDRUN_H
#define NOISY_SERVER_PARSE_EDITEDRUN_H

#include "server/snapshot/Section.h"
#include "server/text/OffsetMap.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::noisy::lsp {

/// The operations of a section that are parsed again after an edit
/// (OperationRun): those that it touches, the one before and the one after.
struct EditedRun {
  /// The numbers of the operations: the first, and the one after the last.
  Section::Index FirstOperation = 0, EndOperation = 0;
  /// True if the last one is only there because the edited text may go on into
  /// it.
  bool HasOperationAfter = false;
  /// The change of the text of the run.
  TextChange Change;
};

/// Finds the operations at an edit, the change of the text from the first other
/// byte to the last one. Broken operations have no place among the others; they
/// are with what precedes them. Nothing if the edit is not among operations, or
/// if a broken one is elsewhere: the errors of all are found again.
std::optional<EditedRun> findEditedRun(const Section &Data,
                                       const TextChange &Edit);

/// The names in the text of a run.
struct RunNames {
  /// The names of values, with their %.
  llvm::StringSet<> Values;
  bool HasSymbols = false;
};

/// Collects the names in the text of a run. Nothing if it has others than those
/// of values and symbols; aliases count if `HasAliases`.
std::optional<RunNames> findRunNames(llvm::StringRef RunText, bool HasAliases);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_EDITEDRUN_H
