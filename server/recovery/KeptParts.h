//===- KeptParts.h - A text with other signs --------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_RECOVERY_KEPTPARTS_H
#define NOISY_SERVER_RECOVERY_KEPTPARTS_H

#include "server/text/ByteEdit.h"
#include <vector>

namespace mlir::noisy::lsp {

/// A part of a text that stays as it is.
struct KeptPart {
  ByteRange Range;
  /// The signs that must be between it and the part before.
  std::string Before;
};

/// The edits that leave nothing of a text, from `Begin` on, but its parts, with
/// the signs between them. There are none where the signs are there already.
std::vector<ByteEdit> keepParts(llvm::StringRef Text, size_t Begin,
                                llvm::ArrayRef<KeptPart> Parts);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_RECOVERY_KEPTPARTS_H
