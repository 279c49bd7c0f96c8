//===- IntactText.h - A text without what is broken -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_INTACTTEXT_H
#define NOISY_SERVER_FEATURES_FIXES_INTACTTEXT_H

#include "mlir/IR/DialectRegistry.h"
#include "server/snapshot/Snapshot.h"
#include <string>

namespace mlir::noisy::lsp {

/// Why a text with errors is not fixed.
inline constexpr char FixErrorsFirst[] =
    "the text has errors; mend these first";

/// Whether a part does not parse or verify, so that nothing is that has it.
bool isBroken(const Snapshot::Part &P);

/// A chunk in which what is broken was replaced by blanks, so that everything
/// else stands where it did.
struct IntactText {
  /// Empty when there is none.
  std::string Text;
  /// Why there is none; a sentence without capital and full stop.
  std::string Refused;
};

/// Leaves out of a chunk (all between two `// -----`) the operations that do
/// not parse or verify, for what is to be known of the function around the byte
/// `Offset`. They must not matter to it: where they name a symbol of the rest,
/// such as a function that they may call with any noise, there is no such
/// text. Whether what is left parses as a whole is for the caller to see.
///
/// Parses all of it; to be called on a thread with a large stack
/// (ParserStack.h).
IntactText leaveOutBroken(const DialectRegistry &Registry,
                          llvm::StringRef Chunk, size_t Offset);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_INTACTTEXT_H
