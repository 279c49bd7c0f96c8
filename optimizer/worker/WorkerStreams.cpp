//===- WorkerStreams.cpp - The worker's input and output --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "optimizer/worker/WorkerStreams.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace mlir::noisy;

bool WorkerStreams::takeStandard() {
  Input = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  Output = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  int NullDevice = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (Input < 0 || Output < 0 || NullDevice < 0)
    return false;
  return ::dup2(NullDevice, STDIN_FILENO) >= 0 &&
         ::dup2(NullDevice, STDOUT_FILENO) >= 0 &&
         ::dup2(NullDevice, STDERR_FILENO) >= 0;
}

void WorkerStreams::write(std::string_view Text) const {
  for (size_t Offset = 0; Offset != Text.size();) {
    ssize_t Size = ::write(Output, Text.data() + Offset, Text.size() - Offset);
    if (Size < 0 && errno != EINTR)
      ::_exit(EXIT_FAILURE);
    Offset += std::max<ssize_t>(Size, 0);
  }
}

WorkerRequests::WorkerRequests(int Input) : Input(Input) {
  struct stat Info;
  IsFile = ::fstat(Input, &Info) == 0 && S_ISREG(Info.st_mode);
  std::thread([this] { read(); }).detach();
}

std::optional<CoverRequest> WorkerRequests::next(std::string &Error) {
  std::unique_lock Lock(Mutex);
  StateChange.wait(Lock, [&] { return HasEnded || !Queue.empty(); });
  Error = Wrong;
  if (Queue.empty())
    return std::nullopt;
  CoverRequest Request = std::move(Queue.front());
  Queue.pop_front();
  return Request;
}

void WorkerRequests::read() {
  LineReader Lines;
  RequestReader Reader;
  std::vector<char> Buffer(1 << 16);
  ssize_t Size;
  while ((Size = ::read(Input, Buffer.data(), Buffer.size())) != 0) {
    if (Size < 0 && errno == EINTR)
      continue;
    if (Size < 0)
      break;
    Lines.feed({Buffer.data(), static_cast<size_t>(Size)});
    while (std::optional<std::string_view> Line = Lines.next()) {
      if (std::string Reason = Reader.take(*Line); !Reason.empty())
        return end(Reason);
      if (std::optional<CoverRequest> Request = Reader.takeRequest()) {
        std::lock_guard Lock(Mutex);
        Queue.push_back(std::move(*Request));
        StateChange.notify_one();
      }
    }
  }
  if (!IsFile)
    ::_exit(EXIT_SUCCESS);
  end("");
}

void WorkerRequests::end(std::string Reason) {
  std::lock_guard Lock(Mutex);
  HasEnded = true;
  Wrong = std::move(Reason);
  StateChange.notify_one();
}
