//===- QuietEdit.h - Edits that change no noise -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PATCH_QUIETEDIT_H
#define NOISY_SERVER_PATCH_QUIETEDIT_H

#include "server/patch/EditedRun.h"
#include "server/patch/OperationRun.h"
#include "server/snapshot/FactsShift.h"

namespace mlir::noisy::lsp {

/// An edit of a function, with what it makes of the operations there.
struct RunEdit {
  Operation *Function;
  /// The section, the text and the operations of the run before.
  const Section &OldData;
  const EditedRun &Place;
  llvm::ArrayRef<Operation *> OldRun;
  /// The values of the function before, by number.
  llvm::ArrayRef<Value> OldValues;
  /// The text of the function after the edit, and the operations in it.
  llvm::StringRef NewText;
  const OperationRun &NewRun;
  /// The edit, from the first other byte to the last one.
  TextChange Edit;
};

/// How far the change of a section can reach.
struct EditReach {
  /// The change, if it cannot matter to the noise of other values.
  std::optional<ValueChange> Quiet;
  /// The change, if it can matter only through the noise of results: its
  /// operations name no symbols, end no block and have to do with no memory,
  /// and nothing uses their integers.
  std::optional<ValueChange> Local;
};

/// Before the new operations take the place of the old ones.
EditReach findReach(const RunEdit &Edit);

/// True if an operation passes nothing out of sight (HiddenFlow), and states
/// nothing.
bool isPlainOperation(Operation *Op);

/// True if attributes may state something about an operation, such as a range.
bool mayState(Operation *Op);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PATCH_QUIETEDIT_H
