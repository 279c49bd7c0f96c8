//===- ParserStack.h - The stack of what runs MLIR --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_THREADS_PARSERSTACK_H
#define NOISY_SERVER_THREADS_PARSERSTACK_H

#include <cstddef>

namespace mlir::noisy::lsp {

/// MLIR's parser, verifier and printer recurse over what nests, and what a
/// stack overflow leaves behind is of no use any more. Text that nests deeper
/// than this is never given to them.
inline constexpr unsigned MaxNesting = 2000;

/// The stack of whatever runs them, in bytes: enough for MaxNesting levels.
/// Only what is used is ever backed by memory.
inline constexpr size_t ParserStackBytes = 256u << 20;

/// The same where the system gives less: all threads that run MLIR have a stack
/// of this size, which WorkerPool chooses before anything is parsed.
size_t parserStackBytes();
void setParserStackBytes(size_t Bytes);

/// How deep text may nest for that stack.
unsigned maxNesting();

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_THREADS_PARSERSTACK_H
