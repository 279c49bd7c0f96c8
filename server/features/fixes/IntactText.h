//===- IntactText.h - A text without its broken parts -----------*- C++ -*-===//
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

/// The message for a text that is not fixed because of its errors.
inline constexpr char FixErrorsFirst[] =
    "the text has errors; mend these first";

/// True if a part does not parse or verify, so that any text with it is broken.
bool isBroken(const Snapshot::Part &P);

/// A chunk whose broken parts are replaced by blanks, so that everything else
/// keeps its place.
struct IntactText {
  /// The text; empty if there is none.
  std::string Text;
  /// The reason why there is none; a sentence without capital and full stop.
  std::string Refusal;
};

/// Removes the operations that do not parse or verify from a chunk (the text
/// between two `// -----`), to analyse the function around the byte `Offset`.
/// They must not affect it: if they name a symbol of the rest, such as a
/// function that they may call with any noise, there is no such text. The
/// caller must check whether the rest parses as a whole.
///
/// Parses the whole chunk; call it on a thread with a large stack
/// (ParserStack.h).
IntactText leaveOutBroken(const DialectRegistry &Registry,
                          llvm::StringRef Chunk, size_t Offset);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_INTACTTEXT_H
