//===- FileDescriptor.cpp - Reading and writing pipes ---------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "system/FileDescriptor.h"
#include <cerrno>
#include <climits>
#include <csignal>
#include <poll.h>
#include <unistd.h>

using namespace mlir::noisy::lsp;

static_assert(WholeWriteBytes <= PIPE_BUF);

bool mlir::noisy::lsp::waitForRoom(int Fd, int Milliseconds) {
  pollfd Poll{Fd, POLLOUT, 0};
  int Count = poll(&Poll, 1, Milliseconds);
  return Count > 0 || (Count < 0 && errno != EINTR);
}

ssize_t mlir::noisy::lsp::readSome(int Fd, char *Buffer, size_t Size) {
  ssize_t Count;
  do
    Count = read(Fd, Buffer, Size);
  while (Count < 0 && errno == EINTR);
  return Count;
}

ssize_t mlir::noisy::lsp::writeSome(int Fd, std::string_view Bytes) {
  // SIGPIPE goes to the thread that writes: it is blocked here, and removed
  // again if it is ours (one that was pending before is not).
  sigset_t Pipe, OldMask, PendingSignals;
  sigemptyset(&Pipe);
  sigaddset(&Pipe, SIGPIPE);
  sigpending(&PendingSignals);
  bool WasPending = sigismember(&PendingSignals, SIGPIPE) == 1;
  pthread_sigmask(SIG_BLOCK, &Pipe, &OldMask);

  ssize_t Count;
  do
    Count = write(Fd, Bytes.data(), Bytes.size());
  while (Count < 0 && errno == EINTR);
  int Error = errno;

  if (Count < 0 && Error == EPIPE && !WasPending) {
    timespec NoTime{0, 0};
    while (sigtimedwait(&Pipe, nullptr, &NoTime) < 0 && errno == EINTR)
      continue;
  }
  pthread_sigmask(SIG_SETMASK, &OldMask, nullptr);
  errno = Error;
  return Count;
}

bool mlir::noisy::lsp::writeAll(int Fd, std::string_view Bytes) {
  while (!Bytes.empty()) {
    ssize_t Count = writeSome(Fd, Bytes);
    if (Count >= 0)
      Bytes.remove_prefix(Count);
    else if (errno == EAGAIN || errno == EWOULDBLOCK)
      waitForRoom(Fd, -1);
    else
      return false;
  }
  return true;
}
