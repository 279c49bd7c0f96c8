//===- CommandQueue.cpp - Work for a thread that polls --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/upstream/CommandQueue.h"
#include "system/FileDescriptor.h"
#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

CommandQueue::CommandQueue() {
  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC | O_NONBLOCK) != 0)
    throw std::system_error(errno, std::generic_category(), "pipe");
  WakeRead = Ends[0];
  WakeWrite = Ends[1];
}

CommandQueue::~CommandQueue() {
  ::close(WakeRead);
  ::close(WakeWrite);
}

void CommandQueue::post(llvm::unique_function<void()> Command) {
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    Commands.push_back(std::move(Command));
  }
  // If the pipe is full, the thread wakes up anyway.
  writeSome(WakeWrite, "x");
}

void CommandQueue::stop() {
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    IsStopping = true;
  }
  writeSome(WakeWrite, "x");
}

bool CommandQueue::run() {
  while (true) {
    llvm::unique_function<void()> Command;
    {
      std::lock_guard<std::mutex> Lock(Mutex);
      if (Commands.empty())
        return !IsStopping;
      Command = std::move(Commands.front());
      Commands.pop_front();
    }
    Command();
  }
}

void CommandQueue::clearWake() {
  char Drain[256];
  while (readSome(WakeRead, Drain, sizeof(Drain)) > 0)
    continue;
}
