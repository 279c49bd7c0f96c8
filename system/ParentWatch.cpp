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

/// How often it is looked who the parent is; the pipe tells at once.
static constexpr int MillisecondsBetween = 50;

void mlir::noisy::endWithParent(int Input) {
  struct stat Info;
  if (::fstat(Input, &Info) != 0 || !S_ISFIFO(Info.st_mode))
    return;
  // A process whose parent ends gets another one. One that ended before this
  // has closed the pipe.
  std::thread([Input, Parent = ::getppid()] {
    while (::getppid() == Parent) {
      // That there is something to read is not asked for.
      pollfd Pipe = {Input, 0, 0};
      if (::poll(&Pipe, 1, MillisecondsBetween) > 0)
        break;
    }
    // Without destructors: the other threads are still at work.
    ::_exit(EXIT_FAILURE);
  }).detach();
}
