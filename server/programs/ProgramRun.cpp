//===- ProgramRun.cpp - Runs a program to its end -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/programs/ProgramRun.h"
#include "system/ChildProcess.h"
#include "system/FileDescriptor.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cstring>
#include <poll.h>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace std::chrono_literals;

/// Reads what a child has printed; true if that was something.
static bool readMore(ChildProcess &Child, int Milliseconds, size_t MaxBytes,
                     std::string &Output) {
  pollfd Pipe = {Child.outputFd(), POLLIN, 0};
  if (::poll(&Pipe, 1, Milliseconds) <= 0)
    return false;
  char Buffer[4096];
  ssize_t Count = readSome(Child.outputFd(), Buffer, sizeof(Buffer));
  if (Count <= 0)
    return false;
  Output.append(Buffer, std::min<size_t>(Count, MaxBytes - Output.size()));
  return true;
}

ProgramEnding mlir::noisy::lsp::runProgram(const ProgramTask &Task) {
  using Clock = std::chrono::steady_clock;
  using Kind = ProgramEnding::Kind;
  ProgramEnding Result;
  auto ShouldStop = [&] { return Task.ShouldStop && Task.ShouldStop(); };
  if (ShouldStop())
    return Result;
  std::vector<std::string> Arguments(Task.Command.begin() + 1,
                                     Task.Command.end());
  auto Child = ChildProcess::start(Task.Command.front(), Arguments,
                                   Result.Error, ChildErrors::ToOutput);
  if (!Child) {
    Result.Outcome = Kind::NotStarted;
    return Result;
  }
  Clock::time_point End = Clock::now() + Task.MaxTime;
  auto ReadMore = [&](int Milliseconds) {
    return readMore(*Child, Milliseconds, Task.MaxOutputBytes, Result.Output);
  };
  while (true) {
    bool HasRead = ReadMore(/*Milliseconds=*/10);
    // A pipe that is closed does not wait.
    if (std::optional<int> Status = Child->waitFor(HasRead ? 0ms : 1ms)) {
      while (Result.Output.size() < Task.MaxOutputBytes && ReadMore(0)) {
      }
      Result.Outcome = Kind::Ended;
      Result.Status = *Status;
      return Result;
    }
    if (ShouldStop())
      return Result;
    if (Clock::now() > End) {
      Result.Outcome = Kind::TooLong;
      return Result;
    }
  }
}

std::string ProgramEnding::describeStatus() const {
  return Status > 128
             ? std::string("killed by a signal: ") + ::strsignal(Status - 128)
             : "exit status " + std::to_string(Status);
}

std::string mlir::noisy::lsp::shortenOutput(llvm::StringRef Output,
                                            size_t MaxBytes) {
  std::string Result;
  for (llvm::StringRef Line : llvm::split(Output, '\n')) {
    Line = Line.trim();
    if (Line.starts_with("PLEASE submit") || Line.starts_with("Stack dump"))
      break;
    if (!Line.empty())
      Result += (Result.empty() ? "" : " ") + Line.str();
  }
  if (Result.size() > MaxBytes)
    Result = Result.substr(0, MaxBytes) + "...";
  return Result;
}
