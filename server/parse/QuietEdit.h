//===- QuietEdit.h - Edits that change no noise -------------------*- C++
//-*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PARSE_QUIETEDIT_H
#define NOISY_SERVER_PARSE_QUIETEDIT_H

#include "server/parse/EditedRun.h"
#include "server/parse/OperationRun.h"
#include "server/snapshot/FactsShift.h"

namespace mlir::noisy::lsp {

/// An edit of a function, with what it makes of the operations there.
struct RunEdit {
  Operation *Function;
  /// The section, the text and the operations of the run before.
  const Section &OldData;
  const EditedRun &Place;
  llvm::ArrayRef<Operation *> OldRun;
  /// The text of the function after the edit, and the operations in it.
  llvm::StringRef NewText;
  const OperationRun &NewRun;
  /// The edit, from the first other byte to the last one.
  TextChange Edit;
};

/// The change of the section, if it cannot matter to the noise of other values.
/// Before the new operations take the place of the old ones.
std::optional<ValueChange> findQuietChange(const RunEdit &Edit);

/// True if attributes may state something about an operation, such as a range.
bool mayState(Operation *Op);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PARSE_QUIETEDIT_H
