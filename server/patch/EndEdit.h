//===- EndEdit.h - A closing brace that comes or goes -----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PATCH_ENDEDIT_H
#define NOISY_SERVER_PATCH_ENDEDIT_H

#include "server/snapshot/Section.h"
#include "server/text/OffsetMap.h"
#include <optional>

namespace mlir::noisy::lsp {

/// An edit of a function whose closing brace comes or goes, and nothing else.
struct EndEdit {
  TextChange Change;
  /// True if the brace is there now.
  bool IsClosed = false;
  /// The place of the opening one.
  size_t Brace = 0;
};

/// Returns what `Change`, all that makes `Text` from that of the section `Data`
/// (TextChange::diff), is as such an edit. `Data` is that of a function in
/// which nothing is broken but its end, if that is missing. Nothing if the edit
/// is another, or if without the brace another end than that of the text is
/// likely (BraceRepair).
std::optional<EndEdit> findEndEdit(const Section &Data, llvm::StringRef Text,
                                   const TextChange &Change);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PATCH_ENDEDIT_H
