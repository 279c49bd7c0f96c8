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
#include "server/text/Refusal.h"

namespace mlir::noisy::lsp {

/// The message for a text that is not fixed because of its errors.
inline constexpr char FixErrorsFirst[] =
    "the text has errors; fix the errors first";

/// True if a part does not parse or verify, so that any text with it is broken.
bool isBroken(const Snapshot::Part &P);

/// Replaces the operations that do not parse or verify in a chunk (the text
/// between two `// -----`) by blanks, to analyse the function around the byte
/// `Offset`; everything else keeps its place. They must not affect it: refuses
/// if they name a symbol of the rest, such as a function that they may call
/// with any noise. The caller must check whether the rest parses as a whole.
///
/// Parses the whole chunk; call it on a thread with a large stack
/// (ParserStack.h).
llvm::Expected<std::string> leaveOutBroken(const DialectRegistry &Registry,
                                           llvm::StringRef Chunk,
                                           size_t Offset);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_INTACTTEXT_H
