//===- PluginTrial.cpp - Plugins in another process -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/dialects/PluginTrial.h"
#include "dialect/loading/PluginFile.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "system/ChildProcess.h"
#include "system/FileDescriptor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>
#include <poll.h>

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using namespace std::chrono_literals;

/// The longest time for a plugin.
static constexpr std::chrono::seconds MaxTime{30};
/// The most that is taken of its messages, and that is shown.
static constexpr size_t MaxMessageBytes = 1 << 16, MaxShownBytes = 400;

/// The exit status of a trial that has found a problem, and printed it.
static constexpr int RefusedStatus = 3;
/// Printed when all is loaded: a plugin may end the process with status 0.
static constexpr llvm::StringLiteral LoadedMessage =
    "noisy: plugins are loaded";

int mlir::noisy::lsp::runPluginTrial(llvm::ArrayRef<char *> Paths,
                                     DialectRegistry &Registry) {
  std::vector<std::string> OldNames(Registry.getDialectNames().begin(),
                                    Registry.getDialectNames().end());
  for (const char *Path : Paths)
    if (std::optional<FileProblem> Problem =
            loadDialectPlugin(Path, Registry)) {
      llvm::outs() << Problem->message;
      return RefusedStatus;
    }
  // Their constructors run, too.
  MLIRContext Context(Registry, MLIRContext::Threading::DISABLED);
  for (llvm::StringRef Name : Registry.getDialectNames())
    if (!llvm::is_contained(OldNames, Name))
      (void)Context.getOrLoadDialect(Name);
  llvm::outs() << "\n" << LoadedMessage;
  llvm::outs().flush();
  return 0;
}

namespace {
/// How a process ended.
struct Ending {
  /// Nothing if it took too long.
  std::optional<int> Status;
  std::string Output;
};
} // namespace

static Ending waitFor(ChildProcess &Child) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point End = Clock::now() + MaxTime;
  Ending Result;
  auto ReadMore = [&](int Milliseconds) {
    pollfd Pipe = {Child.outputFd(), POLLIN, 0};
    if (::poll(&Pipe, 1, Milliseconds) <= 0)
      return false;
    char Buffer[4096];
    ssize_t Count = readSome(Child.outputFd(), Buffer, sizeof(Buffer));
    if (Count <= 0)
      return false;
    size_t Room = MaxMessageBytes - Result.Output.size();
    Result.Output.append(Buffer, std::min<size_t>(Count, Room));
    return true;
  };
  while (Clock::now() < End) {
    bool HasRead = ReadMore(/*Milliseconds=*/10);
    Result.Status = Child.waitFor(HasRead ? 0ms : 1ms);
    if (Result.Status) {
      while (Result.Output.size() < MaxMessageBytes && ReadMore(0)) {
      }
      break;
    }
  }
  return Result;
}

/// The beginning of what a process printed, in one line, as LLVM's own messages
/// are: a backtrace follows them.
static std::string shorten(llvm::StringRef Output) {
  std::string Result;
  for (llvm::StringRef Line : llvm::split(Output, '\n')) {
    Line = Line.trim();
    if (Line.starts_with("PLEASE submit") || Line.starts_with("Stack dump"))
      break;
    if (!Line.empty())
      Result += (Result.empty() ? "" : " ") + Line.str();
  }
  if (Result.size() > MaxShownBytes)
    Result = Result.substr(0, MaxShownBytes) + "...";
  return Result;
}

std::optional<FileProblem>
mlir::noisy::lsp::tryPlugins(const std::vector<std::string> &Launcher,
                             llvm::ArrayRef<std::string> Paths) {
  auto Fail = [&](std::string Message) {
    return FileProblem{Paths.back(), 0, 0, std::move(Message)};
  };
  std::vector<std::string> Arguments(Launcher.begin() + 1, Launcher.end());
  Arguments.push_back(TrialFlag);
  llvm::append_range(Arguments, Paths);
  std::string Error;
  std::unique_ptr<ChildProcess> Child = ChildProcess::start(
      Launcher.front(), Arguments, Error, ChildErrors::ToOutput);
  if (!Child)
    return Fail("it cannot be tried out: " + Error);
  Ending Result = waitFor(*Child);
  if (!Result.Status)
    return Fail("loading it takes too long");
  if (*Result.Status == 0 &&
      llvm::StringRef(Result.Output).ends_with(LoadedMessage))
    return std::nullopt;
  if (*Result.Status == RefusedStatus)
    return Fail(Result.Output);
  std::string Way = *Result.Status > 128
                        ? ::strsignal(*Result.Status - 128)
                        : "exit status " + std::to_string(*Result.Status);
  std::string Output = shorten(Result.Output);
  return Fail("loading it ends the process (" + Way + ")" +
              (Output.empty() ? "" : ": " + Output));
}
