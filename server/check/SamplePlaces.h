//===- SamplePlaces.h - Places to try features at ---------------*- C++ -*-===//
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

/// Places in a text where a cursor may stand: where its words begin, inside
/// of some, and the ends of the lines. All of them where there are no more
/// than `AtMost`, else as many of them by chance, always the same of the same
/// text. In the order of the text, in bytes, never inside of a character.
std::vector<size_t> samplePlaces(llvm::StringRef Text, size_t AtMost);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_CHECK_SAMPLEPLACES_H
