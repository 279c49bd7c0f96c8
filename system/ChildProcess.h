//===- ChildProcess.h - A program with two pipes ----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SYSTEM_CHILDPROCESS_H
#define NOISY_SYSTEM_CHILDPROCESS_H

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace mlir::noisy {

/// Where a child's stderr goes: to ours, or into the pipe of its stdout.
enum class ChildErrors { Shared, ToOutput };

/// A running program whose stdin and stdout are pipes of ours; it shares our
/// stderr, unless `ChildErrors` says otherwise. The program starts with default
/// signal dispositions and an empty signal mask, and inherits no pipe of
/// another ChildProcess, even if threads start several at once.
///
/// The end of this process does not kill it, but closes its stdin, at which it
/// should exit; our own programs do even while they are busy (`endWithParent`),
/// others run by `runBound`.
///
/// One thread may write (writeSome, writeAll, closeInput) while another reads
/// `outputFd`; waitFor and kill may be called by any thread at any time. The
/// destructor kills, and must come after all other calls.
class ChildProcess {
public:
  /// Starts \p Program (looked up in PATH when it has no slash). Returns null
  /// if it cannot be started, with path and reason in \p Error. `Arguments`
  /// does not include the program's name.
  static std::unique_ptr<ChildProcess>
  start(const std::string &Program, const std::vector<std::string> &Arguments,
        std::string &Error, ChildErrors Errors = ChildErrors::Shared);

  ChildProcess(const ChildProcess &) = delete;
  ChildProcess &operator=(const ChildProcess &) = delete;
  ~ChildProcess();

  /// The process id; it may belong to another process once this one has ended.
  pid_t pid() const { return Pid; }
  /// The end to write to, the child's stdin; non-blocking. -1 once closed.
  int inputFd() const { return Input; }
  /// The end to read from, the child's stdout; blocking.
  int outputFd() const { return Output; }

  /// Closes the child's stdin, so that the child reads its end.
  void closeInput();

  /// Writes the bytes that fit in the pipe at once and returns their number;
  /// nullopt if the reading end is closed. Raises no SIGPIPE.
  std::optional<size_t> writeSome(std::string_view Bytes);

  /// Writes all bytes, waiting while the pipe is full; false if the child is
  /// gone or its stdin closed. Raises no SIGPIPE. A live child that does not
  /// read blocks it until another thread calls kill.
  bool writeAll(std::string_view Bytes);

  /// Waits until the child ends, at most \p Time. Returns its exit status, or
  /// 128 plus the number of the signal that ended it; nullopt if it still runs.
  std::optional<int> waitFor(std::chrono::milliseconds Time);

  /// Kills the child at once. Does nothing if it has ended.
  void kill();

private:
  ChildProcess(pid_t Pid, int Input, int Output)
      : Pid(Pid), Input(Input), Output(Output) {}

  std::optional<int> reap(int WaitFlags);

  /// Guards `Status` and `Pid`: a reaped number may belong to another process.
  std::mutex Mutex;
  std::optional<int> Status;
  const pid_t Pid;
  int Input;
  const int Output;
};

/// The path of the running executable, symbolic links resolved; empty if the
/// system does not tell it. For any thread.
std::string executablePath();

/// The folder of the running executable.
std::string executableFolder();

} // namespace mlir::noisy

#endif // NOISY_SYSTEM_CHILDPROCESS_H
