//===- ProgramRun.h - Runs a program to its end -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROGRAMS_PROGRAMRUN_H
#define NOISY_SERVER_PROGRAMS_PROGRAMRUN_H

#include "llvm/ADT/ArrayRef.h"
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mlir::noisy::lsp {

/// A program that is not ours, and what it may take.
struct ProgramTask {
  /// A program and its arguments, without an empty list.
  std::vector<std::string> Command;
  std::chrono::milliseconds MaxTime{60000};
  /// What is kept of its output; the rest is read and dropped.
  size_t MaxOutputBytes = 1 << 16;
  /// True to stop soon; may be empty. Called on the thread of the run.
  std::function<bool()> ShouldStop;
};

/// How it ended.
struct ProgramEnding {
  enum class Kind {
    /// By itself: `Status` is there.
    Ended,
    /// It could not be started; `Error` says why.
    NotStarted,
    /// It was killed after `MaxTime`.
    TooLong,
    /// It was killed because it was to stop.
    Stopped
  };
  Kind Outcome = Kind::Stopped;
  /// The exit status, or 128 and the number of the signal that ended it.
  int Status = 0;
  /// Its standard output and standard error, as they came.
  std::string Output;
  std::string Error;

  /// "killed by a signal: Segmentation fault", "exit status 2".
  std::string describeStatus() const;
};

/// Runs a program and waits until it ends. Any thread that does not end before.
ProgramEnding runProgram(const ProgramTask &Task);

/// The beginning of what a process printed, in one line of at most \p MaxBytes,
/// as LLVM's own messages are: without the backtrace that follows them.
std::string shortenOutput(llvm::StringRef Output, size_t MaxBytes = 400);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROGRAMS_PROGRAMRUN_H
