//===- BrokenParts.h - Parts of a text with errors --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_BROKENPARTS_H
#define NOISY_SERVER_FEATURES_FIXES_BROKENPARTS_H

#include "mlir/IR/DialectRegistry.h"
#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// The message for a text that is not fixed because of its errors.
inline constexpr char FixErrorsFirst[] =
    "the text has errors; fix the errors first";

/// True if a part does not parse or verify, so that any text with it is broken.
bool isBroken(const Snapshot::Part &P);

/// Why a text with a broken part is not fixed, with the line of its first
/// error: "line 3 has errors; fix them first".
std::string explainBroken(const Snapshot &State, const Snapshot::Part &Broken);

/// Replaces the broken parts of a chunk (the text between two `// -----`) by
/// blanks, except for the one around the byte `Offset` and those that it names,
/// directly or not; everything else keeps its place. Not those that may matter
/// to others: containers, and what names a symbol of the rest, such as a
/// function that it may call with any noise.
///
/// Parses the whole chunk; call it on a thread with a large stack
/// (ParserStack.h).
std::string blankBrokenParts(const DialectRegistry &Registry,
                             llvm::StringRef Chunk, size_t Offset);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_BROKENPARTS_H
