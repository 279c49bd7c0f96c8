//===- ChildProcess.h - A program behind two pipes --------------*- C++ -*-===//
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

/// A running program whose stdin and stdout are pipes of ours; it shares our
/// stderr. The program starts with default signal dispositions and an empty
/// signal mask, and holds no pipe of another ChildProcess, whichever threads
/// start them.
///
/// It is not ended by our death as such, but sees the end of its stdin then,
/// and should end by that; ours do even while they are busy (`endWithParent`).
///
/// One thread may write (writeSome, writeAll, closeInput) while another reads
/// `outputFd`; waitFor and kill are for any thread at any time. The destructor
/// kills, and comes after all other calls.
class ChildProcess {
public:
  /// Starts \p Program (looked up in PATH when it has no slash). Null when it
  /// cannot be started, with path and reason in \p Error. `Arguments` does not
  /// have the program's name.
  static std::unique_ptr<ChildProcess>
  start(const std::string &Program, const std::vector<std::string> &Arguments,
        std::string &Error);

  ChildProcess(const ChildProcess &) = delete;
  ChildProcess &operator=(const ChildProcess &) = delete;
  ~ChildProcess();

  /// Its number; that of another process, perhaps, once it has ended.
  pid_t pid() const { return Pid; }
  /// The end to write to, the child's stdin; non-blocking. -1 once closed.
  int inputFd() const { return Input; }
  /// The end to read from, the child's stdout; blocking.
  int outputFd() const { return Output; }

  /// Lets the child see the end of its stdin.
  void closeInput();

  /// Writes what the pipe takes at once and says how many bytes that were;
  /// nullopt when nobody reads any more. Raises no SIGPIPE.
  std::optional<size_t> writeSome(std::string_view Bytes);

  /// Writes everything, waiting where the pipe is full; false when the child
  /// is gone or its stdin closed. Raises no SIGPIPE. A child that lives but
  /// does not read keeps it waiting until another thread calls kill.
  bool writeAll(std::string_view Bytes);

  /// Waits until the child ends, at most this long. Its exit status, or 128
  /// plus the number of the signal that ended it; nullopt if it still runs.
  std::optional<int> waitFor(std::chrono::milliseconds Time);

  /// Ends the child at once. Harmless when it has ended.
  void kill();

private:
  ChildProcess(pid_t Pid, int Input, int Output)
      : Pid(Pid), Input(Input), Output(Output) {}

  std::optional<int> reap(int WaitFlags);

  /// Guards `Status`, and with it `Pid`: a number that was reaped may belong
  /// to another process.
  std::mutex Mutex;
  std::optional<int> Status;
  const pid_t Pid;
  int Input;
  const int Output;
};

/// The running executable, symbolic links resolved, under whatever name it
/// was started; empty when the system does not tell. For any thread.
std::string executablePath();

/// The folder that it is in.
std::string executableFolder();

} // namespace mlir::noisy

#endif // NOISY_SYSTEM_CHILDPROCESS_H
