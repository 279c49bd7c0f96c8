//===- ParserStack.cpp - The stack size for MLIR --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/threads/ParserStack.h"
#include <algorithm>
#include <atomic>

using namespace mlir::noisy::lsp;

/// The stack needed without any nesting.
static constexpr size_t FlatStackBytes = 1u << 20;

static std::atomic<size_t> StackBytes = ParserStackBytes;

size_t mlir::noisy::lsp::parserStackBytes() { return StackBytes; }

void mlir::noisy::lsp::setParserStackBytes(size_t Bytes) {
  StackBytes = std::clamp(Bytes, 2 * FlatStackBytes, ParserStackBytes);
}

unsigned mlir::noisy::lsp::maxNesting() {
  return MaxNesting * (StackBytes - FlatStackBytes) /
         (ParserStackBytes - FlatStackBytes);
}
