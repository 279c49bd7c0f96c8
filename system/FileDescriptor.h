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

/// What read(2) answers, tried again where a signal came in between; on a
/// descriptor that does not block it answers -1 with EAGAIN as usual.
ssize_t readSome(int Fd, char *Buffer, size_t Size);

/// What write(2) answers, but a reader that is gone gives -1 with EPIPE and
/// never SIGPIPE, whatever the process does with that signal. Any thread.
ssize_t writeSome(int Fd, std::string_view Bytes);

/// Where waitForRoom has said that there is room, so many bytes can be written
/// without waiting (POSIX's PIPE_BUF; the descriptor may be shared, so it
/// cannot be made one that does not block).
inline constexpr size_t WholeWriteBytes = 4096;

/// Waits until something can be written, at most this long; false when it
/// cannot. True also where writing will say what is wrong.
bool waitForRoom(int Fd, int Milliseconds);

/// Writes everything, waiting where the descriptor does not block. False when
/// the other end is gone or the descriptor is unusable.
bool writeAll(int Fd, std::string_view Bytes);

} // namespace mlir::noisy::lsp

#endif // NOISY_SYSTEM_FILEDESCRIPTOR_H
