//===- ParentWatch.cpp - End with the process that started this -*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "system/ParentWatch.h"

#include <cstdlib>
#include <poll.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

/// The time between two checks of the parent's id; the pipe reports at once.
static constexpr int MillisecondsBetween = 50;

void mlir::noisy::endWithParent(int Input) {
  struct stat Info;
  if (::fstat(Input, &Info) != 0 || !S_ISFIFO(Info.st_mode))
    return;
  // A process whose parent ends gets another parent. A parent that ended before
  // this point has closed the pipe.
  std::thread([Input, Parent = ::getppid()] {
    while (::getppid() == Parent) {
      // No event is requested: data to read does not matter.
      pollfd Pipe = {Input, 0, 0};
      if (::poll(&Pipe, 1, MillisecondsBetween) > 0)
        break;
    }
    // Skips destructors: the other threads are still running.
    ::_exit(EXIT_FAILURE);
  }).detach();
}
