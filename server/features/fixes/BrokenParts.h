//===- BrokenParts.h - Parts of a text with errors --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_FIXES_BROKENPARTS_H
#define NOISY_SERVER_FEATURES_FIXES_BROKENPARTS_H

#include "server/snapshot/Snapshot.h"

namespace mlir::noisy::lsp {

/// The message for a text that is not fixed because of its errors.
inline constexpr char FixErrorsFirst[] =
    "the text has errors; fix the errors first";

/// True if a part does not parse or verify, so that any text with it is broken.
bool isBroken(const Snapshot::Part &P);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_FIXES_BROKENPARTS_H
