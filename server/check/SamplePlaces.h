//===- SamplePlaces.h - Positions to try features at ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_CHECK_SAMPLEPLACES_H
#define NOISY_SERVER_CHECK_SAMPLEPLACES_H

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace mlir::noisy::lsp {

/// Cursor positions in a text: the beginnings of words, inside of some, and
/// line ends. All of them if there are at most `AtMost`, else a pseudo-random
/// choice, always the same for the same text. In the order of the text, in
/// bytes, never inside of a character.
std::vector<size_t> samplePlaces(llvm::StringRef Text, size_t AtMost);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_CHECK_SAMPLEPLACES_H
