//===- BoundProgram.cpp - A program with limits ---------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "system/BoundProgram.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

static void limit(__rlimit_resource_t Resource, size_t Bytes) {
  rlimit Limit;
  if (::getrlimit(Resource, &Limit) != 0)
    return;
  // What was lower before stays.
  if (Limit.rlim_max == RLIM_INFINITY || Limit.rlim_max > Bytes)
    Limit.rlim_max = Bytes;
  if (Limit.rlim_cur == RLIM_INFINITY || Limit.rlim_cur > Limit.rlim_max)
    Limit.rlim_cur = Limit.rlim_max;
  ::setrlimit(Resource, &Limit);
}

int mlir::noisy::runBound(char **Arguments, const ProgramLimits &Limits) {
  // Stays over the change of the program.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // A parent that ended before has closed the pipe.
  pollfd Pipe = {STDIN_FILENO, 0, 0};
  if (::poll(&Pipe, 1, 0) > 0)
    return EXIT_FAILURE;
  if (int Empty = ::open("/dev/null", O_RDONLY); Empty >= 0) {
    ::dup2(Empty, STDIN_FILENO);
    ::close(Empty);
  }
  limit(RLIMIT_AS, Limits.Memory);
  limit(RLIMIT_FSIZE, Limits.File);
  ::execv(Arguments[0], Arguments);
  std::fprintf(stderr, "cannot start '%s': %s\n", Arguments[0],
               std::strerror(errno));
  return EXIT_FAILURE;
}
