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
  In = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  Out = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  int Nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (In < 0 || Out < 0 || Nothing < 0)
    return false;
  return ::dup2(Nothing, STDIN_FILENO) >= 0 &&
         ::dup2(Nothing, STDOUT_FILENO) >= 0 &&
         ::dup2(Nothing, STDERR_FILENO) >= 0;
}

void WorkerStreams::send(const CoverAnswer &Answer) const {
  std::string Text = encodeAnswer(Answer);
  for (size_t Sent = 0; Sent != Text.size();) {
    ssize_t Size = ::write(Out, Text.data() + Sent, Text.size() - Sent);
    if (Size < 0 && errno != EINTR)
      ::_exit(EXIT_FAILURE);
    Sent += std::max<ssize_t>(Size, 0);
  }
}

WorkerRequests::WorkerRequests(int In) : In(In) {
  struct stat Info;
  IsFile = ::fstat(In, &Info) == 0 && S_ISREG(Info.st_mode);
  std::thread([this] { read(); }).detach();
}

std::optional<CoverRequest> WorkerRequests::next(std::string &Error) {
  std::unique_lock Lock(Mutex);
  Changed.wait(Lock, [&] { return HasEnded || !Waiting.empty(); });
  Error = Wrong;
  if (Waiting.empty())
    return std::nullopt;
  CoverRequest Request = std::move(Waiting.front());
  Waiting.pop_front();
  return Request;
}

void WorkerRequests::read() {
  LineReader Lines;
  RequestReader Reader;
  std::vector<char> Buffer(1 << 16);
  ssize_t Size;
  while ((Size = ::read(In, Buffer.data(), Buffer.size())) != 0) {
    if (Size < 0 && errno == EINTR)
      continue;
    if (Size < 0)
      break;
    Lines.feed({Buffer.data(), static_cast<size_t>(Size)});
    while (std::optional<std::string_view> Line = Lines.next()) {
      if (std::string Reason = Reader.take(*Line); !Reason.empty())
        return end(Reason);
      if (std::optional<CoverRequest> Request = Reader.finished()) {
        std::lock_guard Lock(Mutex);
        Waiting.push_back(std::move(*Request));
        Changed.notify_one();
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
  Changed.notify_one();
}
