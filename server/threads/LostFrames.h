//===- LostFrames.h - What a crash leaves on the stack ----------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_THREADS_LOSTFRAMES_H
#define NOISY_SERVER_THREADS_LOSTFRAMES_H

namespace mlir::noisy::lsp {

/// Tells AddressSanitizer that what lies deeper on the stack of this thread
/// than the caller is in use no more: a crash that was survived left its frames
/// without a return, and by itself the sanitizer gives up on stacks as large as
/// ours. Does nothing in builds without it.
void forgetLostFrames();

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_THREADS_LOSTFRAMES_H
