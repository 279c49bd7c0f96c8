//===- FileDescriptor.h - Reading and writing pipes -------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SYSTEM_FILEDESCRIPTOR_H
#define NOISY_SYSTEM_FILEDESCRIPTOR_H

#include <cstddef>
#include <string_view>
#include <sys/types.h>

namespace mlir::noisy::lsp {

/// Calls read(2), again after an interruption by a signal; on a non-blocking
/// descriptor it returns -1 with EAGAIN as usual.
ssize_t readSome(int Fd, char *Buffer, size_t Size);

/// Calls write(2), but a closed reading end gives -1 with EPIPE and never
/// SIGPIPE, whatever the process does with that signal. Any thread.
ssize_t writeSome(int Fd, std::string_view Bytes);

/// The number of bytes that can be written without waiting after waitForRoom
/// has returned true (POSIX's PIPE_BUF; the descriptor may be shared, so it
/// cannot be made non-blocking).
inline constexpr size_t WholeWriteBytes = 4096;

/// Waits until something can be written, at most this long; false if it cannot.
/// Also true if the write will report an error.
bool waitForRoom(int Fd, int Milliseconds);

/// Writes all bytes, waiting if the descriptor is non-blocking and full. False
/// if the other end is gone or the descriptor is unusable.
bool writeAll(int Fd, std::string_view Bytes);

} // namespace mlir::noisy::lsp

#endif // NOISY_SYSTEM_FILEDESCRIPTOR_H
