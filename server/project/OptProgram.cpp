//===- OptProgram.cpp - A project's own mlir-opt ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/project/OptProgram.h"
#include "server/programs/MemoryFile.h"
#include "server/programs/ProgramRun.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The most that is read of its output: a verifier may print the same error for
/// each operation, with the operation.
static constexpr size_t MaxOutputBytes = 4 << 20;

std::string mlir::noisy::lsp::programName(StringRef Path) {
  return llvm::sys::path::filename(Path).str();
}

static bool hasChunks(const Text &Contents) {
  return llvm::any_of(llvm::split(Contents.bytes(), '\n'), [](StringRef Line) {
    return Line.starts_with("// -----");
  });
}

ProgramAnswer mlir::noisy::lsp::judge(const std::string &Name,
                                      std::vector<Diagnostic> Items) {
  for (const Diagnostic &Item : Items) {
    StringRef Message = Item.Message;
    if (Message.contains("noisy") &&
        (Message.contains("unregistered dialect") ||
         Message.contains("not found for custom op")))
      return ProgramAnswer::failure(
          Name,
          Name +
              " does not check this text: it does not know the dialect noisy",
          DiagnosticSeverity::Information);
  }
  return {std::move(Items)};
}

std::optional<ProgramAnswer> mlir::noisy::lsp::runOpt(OptTask Task) {
  const std::string Name = programName(Task.Program);
  auto Fail = [&](std::string Reason) {
    return ProgramAnswer::failure(Name, std::move(Reason),
                                  DiagnosticSeverity::Warning);
  };
  MemoryFile Input;
  if (!Input.isOpen() || !Input.write(Task.File.Contents.bytes()))
    return Fail("the system has no room for the input of " + Name);
  Task.File.Path = Input.path();

  ProgramTask Run;
  Run.Command = Task.Launcher;
  Run.Command.push_back(Task.Program);
  llvm::append_range(Run.Command, Task.Arguments);
  if (hasChunks(Task.File.Contents))
    Run.Command.push_back("--split-input-file");
  llvm::append_range(Run.Command,
                     std::vector<std::string>{"-o", "/dev/null", Input.path()});
  Run.MaxOutputBytes = MaxOutputBytes;
  Run.ShouldStop = std::move(Task.ShouldStop);
  ProgramEnding End = runProgram(Run);
  switch (End.Outcome) {
  case ProgramEnding::Kind::Stopped:
    return std::nullopt;
  case ProgramEnding::Kind::NotStarted:
    return Fail(Name + " cannot be started: " + End.Error);
  case ProgramEnding::Kind::TooLong:
    return Fail(Name + " has not checked the text: it was stopped after a "
                       "minute");
  case ProgramEnding::Kind::Ended:
    break;
  }
  std::vector<Diagnostic> Items =
      readPrintedDiagnostics(End.Output, Task.File, Name);
  bool HasError = llvm::any_of(Items, [](const Diagnostic &Item) {
    return Item.Severity == DiagnosticSeverity::Error;
  });
  // A program that fails says why; a crash says nothing of the text.
  if (End.Status != 0 && (!HasError || End.Status > 128)) {
    std::string Output = shortenOutput(End.Output);
    return Fail(Name + " has not checked the text (" + End.describeStatus() +
                ")" + (Output.empty() ? "" : ": " + Output));
  }
  return judge(Name, std::move(Items));
}
