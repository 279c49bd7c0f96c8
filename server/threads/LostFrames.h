//===- LostFrames.h - Stack frames that a crash left ------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_THREADS_LOSTFRAMES_H
#define NOISY_SERVER_THREADS_LOSTFRAMES_H

namespace mlir::noisy::lsp {

/// Tells AddressSanitizer that this thread's stack below the caller's frame is
/// no longer in use: a survived crash left its frames without a return, and the
/// sanitizer itself gives up on stacks as large as ours. Does nothing in builds
/// without it.
void forgetLostFrames();

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_THREADS_LOSTFRAMES_H
