//===- ParserStack.h - The stack size for MLIR ------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_THREADS_PARSERSTACK_H
#define NOISY_SERVER_THREADS_PARSERSTACK_H

#include <cstddef>

namespace mlir::noisy::lsp {

/// The deepest nesting of text that is parsed. MLIR's parser, verifier and
/// printer recurse over nested text, and after a stack overflow their state is
/// unusable. Deeper text is never given to them.
inline constexpr unsigned MaxNesting = 2000;

/// The stack size of threads that run MLIR, in bytes: enough for MaxNesting
/// levels. Only the used part is ever backed by memory.
inline constexpr size_t ParserStackBytes = 256u << 20;

/// The actual stack size of all threads that run MLIR, in bytes: less than
/// ParserStackBytes if the system gives less. WorkerPool chooses it before
/// anything is parsed.
size_t parserStackBytes();
void setParserStackBytes(size_t Bytes);

/// The deepest nesting of text that this stack allows.
unsigned maxNesting();

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_THREADS_PARSERSTACK_H
