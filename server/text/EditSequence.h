//===- EditSequence.h - Edits after edits --------------------- -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_TEXT_EDITSEQUENCE_H
#define NOISY_SERVER_TEXT_EDITSEQUENCE_H

#include "server/text/ByteEdit.h"

namespace mlir::noisy::lsp {

/// Returns edits of `Text` that do what `First` does, and then `Second`, whose
/// ranges are those of the text after `First`. All edits are in the order of
/// their text, without overlaps. Bytes that both keep stay untouched. Linear in
/// the size of the text.
std::vector<ByteEdit> sequenceEdits(llvm::StringRef Text,
                                    llvm::ArrayRef<ByteEdit> First,
                                    llvm::ArrayRef<ByteEdit> Second);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_TEXT_EDITSEQUENCE_H
