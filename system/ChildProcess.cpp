//===- ChildProcess.cpp - A program with two pipes --------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "system/ChildProcess.h"
#include "system/FileDescriptor.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

using namespace mlir::noisy;
using namespace std::chrono_literals;

namespace {

/// A descriptor that closes itself.
class Descriptor {
public:
  Descriptor() = default;
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() { reset(-1); }

  int get() const { return Fd; }
  int release() { return std::exchange(Fd, -1); }
  void reset(int NewFd) {
    if (Fd >= 0)
      ::close(Fd);
    Fd = NewFd;
  }

private:
  int Fd = -1;
};

struct Pipe {
  Descriptor ReadEnd;
  Descriptor WriteEnd;

  /// Opens both ends so that no program started elsewhere inherits them. Sets
  /// errno on failure.
  bool open() {
    int Ends[2];
    if (::pipe2(Ends, O_CLOEXEC) != 0)
      return false;
    ReadEnd.reset(Ends[0]);
    WriteEnd.reset(Ends[1]);
    return moveAboveStandard(ReadEnd) && moveAboveStandard(WriteEnd);
  }

private:
  /// Moves a descriptor above the standard ones. In a process without standard
  /// streams a pipe may get their numbers, and setting up the child's would
  /// then overwrite it.
  static bool moveAboveStandard(Descriptor &End) {
    if (End.get() > STDERR_FILENO)
      return true;
    int NewFd = ::fcntl(End.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (NewFd < 0)
      return false;
    End.reset(NewFd);
    return true;
  }
};

} // namespace

static std::string reason(int Code) {
  return std::generic_category().message(Code);
}

/// Calls posix_spawnp with \p ChildInput and \p ChildOutput as standard
/// streams; returns 0 or the error number.
static int spawn(const std::string &Program,
                 const std::vector<std::string> &Arguments, int ChildInput,
                 int ChildOutput, ChildErrors Errors, pid_t &Pid) {
  std::vector<char *> Argv = {const_cast<char *>(Program.c_str())};
  for (const std::string &Argument : Arguments)
    Argv.push_back(const_cast<char *>(Argument.c_str()));
  Argv.push_back(nullptr);

  posix_spawn_file_actions_t Actions;
  ::posix_spawn_file_actions_init(&Actions);
  ::posix_spawn_file_actions_adddup2(&Actions, ChildInput, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&Actions, ChildOutput, STDOUT_FILENO);
  if (Errors == ChildErrors::ToOutput)
    ::posix_spawn_file_actions_adddup2(&Actions, ChildOutput, STDERR_FILENO);

  posix_spawnattr_t Attributes;
  ::posix_spawnattr_init(&Attributes);
  sigset_t NoSignals, AllSignals;
  ::sigemptyset(&NoSignals);
  ::sigfillset(&AllSignals);
  ::posix_spawnattr_setsigmask(&Attributes, &NoSignals);
  ::posix_spawnattr_setsigdefault(&Attributes, &AllSignals);
  ::posix_spawnattr_setflags(&Attributes,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

  int Code = ::posix_spawnp(&Pid, Program.c_str(), &Actions, &Attributes,
                            Argv.data(), environ);
  ::posix_spawnattr_destroy(&Attributes);
  ::posix_spawn_file_actions_destroy(&Actions);
  return Code;
}

std::unique_ptr<ChildProcess>
ChildProcess::start(const std::string &Program,
                    const std::vector<std::string> &Arguments,
                    std::string &Error, ChildErrors Errors) {
  auto Fail = [&](int Code) {
    Error = "cannot start '" + Program + "': " + reason(Code);
    return nullptr;
  };
  Pipe ToChild, FromChild;
  if (!ToChild.open() || !FromChild.open())
    return Fail(errno);
  // Sets only our end: each end of a pipe has its own flags.
  if (::fcntl(ToChild.WriteEnd.get(), F_SETFL, O_NONBLOCK) != 0)
    return Fail(errno);

  pid_t Pid = -1;
  if (int Code = spawn(Program, Arguments, ToChild.ReadEnd.get(),
                       FromChild.WriteEnd.get(), Errors, Pid))
    return Fail(Code);
  return std::unique_ptr<ChildProcess>(new ChildProcess(
      Pid, ToChild.WriteEnd.release(), FromChild.ReadEnd.release()));
}

ChildProcess::~ChildProcess() {
  kill();
  closeInput();
  ::close(Output);
  reap(0);
}

void ChildProcess::closeInput() {
  if (Input >= 0)
    ::close(std::exchange(Input, -1));
}

std::optional<size_t> ChildProcess::writeSome(std::string_view Bytes) {
  if (Input < 0)
    return std::nullopt;
  ssize_t Count = lsp::writeSome(Input, Bytes);
  if (Count < 0 && errno != EAGAIN)
    return std::nullopt;
  return std::max<ssize_t>(Count, 0);
}

bool ChildProcess::writeAll(std::string_view Bytes) {
  while (!Bytes.empty()) {
    std::optional<size_t> Count = writeSome(Bytes);
    if (!Count)
      return false;
    Bytes.remove_prefix(*Count);
    if (*Count != 0)
      continue;
    // A grandchild may hold the reading end after the child is gone, so the
    // pipe alone does not show the child's end.
    if (!lsp::waitForRoom(Input, 100) && reap(WNOHANG))
      return false;
  }
  return true;
}

std::optional<int> ChildProcess::reap(int WaitFlags) {
  std::lock_guard Lock(Mutex);
  if (Status)
    return Status;
  int Raw = 0;
  pid_t WaitResult;
  do
    WaitResult = ::waitpid(Pid, &Raw, WaitFlags);
  while (WaitResult < 0 && errno == EINTR);
  if (WaitResult == 0)
    return std::nullopt;
  if (WaitResult < 0) // SIGCHLD is ignored: ended, with unknown status.
    Status = 0;
  else
    Status = WIFSIGNALED(Raw) ? 128 + WTERMSIG(Raw) : WEXITSTATUS(Raw);
  return Status;
}

std::optional<int> ChildProcess::waitFor(std::chrono::milliseconds Time) {
  auto Deadline = std::chrono::steady_clock::now() + Time;
  for (auto Pause = 1ms;; Pause = std::min(Pause * 2, 20ms)) {
    if (std::optional<int> ExitStatus = reap(WNOHANG))
      return ExitStatus;
    auto TimeLeft = std::chrono::ceil<std::chrono::milliseconds>(
        Deadline - std::chrono::steady_clock::now());
    if (TimeLeft <= 0ms)
      return std::nullopt;
    std::this_thread::sleep_for(std::min(TimeLeft, Pause));
  }
}

void ChildProcess::kill() {
  std::lock_guard Lock(Mutex);
  if (!Status)
    ::kill(Pid, SIGKILL);
}

std::string mlir::noisy::executablePath() {
  std::error_code Error;
  std::filesystem::path Self =
      std::filesystem::read_symlink("/proc/self/exe", Error);
  return Error ? std::string() : Self.string();
}

std::string mlir::noisy::executableFolder() {
  return std::filesystem::path(executablePath()).parent_path().string();
}
