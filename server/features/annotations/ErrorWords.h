//===- ErrorWords.h - Errors in words for users -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_FEATURES_ANNOTATIONS_ERRORWORDS_H
#define NOISY_SERVER_FEATURES_ANNOTATIONS_ERRORWORDS_H

#include "server/snapshot/Problem.h"
#include "server/text/Text.h"

namespace mlir::noisy::lsp {

/// Puts a message of MLIR, which may speak of the inside of its parser, into
/// words for those who write the text. Most messages stay as they are.
std::string putIntoWords(llvm::StringRef Message);

/// Puts a problem of MLIR and its notes into such words, at the place that is
/// to be mended (`settleMissing`). What the text shows to have been meant comes
/// behind the words. `Contents` is the text that the problem's range is in; the
/// error may be due to what is missing in the operation before if that does not
/// parse (`MayFollowBroken`).
void explainError(Problem &Issue, const Text &Contents,
                  llvm::function_ref<bool()> MayFollowBroken);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_FEATURES_ANNOTATIONS_ERRORWORDS_H
