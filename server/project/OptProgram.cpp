//===- OptProgram.cpp - A project's own mlir-opt ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/project/OptProgram.h"
#include "server/programs/MemoryFile.h"
#include "server/programs/ProgramRun.h"
#include "server/syntax/Lexer.h"
#include "server/upstream/PositionTranslation.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The most that is read of its output: a verifier may print the same error for
/// each operation, with the operation.
static constexpr size_t MaxOutputBytes = 4 << 20;

std::optional<ProgramAnswer> mlir::noisy::lsp::runOpt(OptTask Task) {
  const std::string Name = programName(Task.Program);
  auto Fail = [&](std::string Reason) {
    return ProgramAnswer::failure(Name, std::move(Reason),
                                  DiagnosticSeverity::Warning);
  };
  MemoryFile Input;
  // Separators of LLVM's that are none here, and bytes that are no text.
  if (!Input.isOpen() || !Input.write(textForUpstream(Task.File.Contents)))
    return Fail("the system has no room for the input of " + Name);
  Task.File.Path = Input.path();

  ProgramTask Run;
  Run.Command = Task.Launcher;
  Run.Command.push_back(Task.Program);
  llvm::append_range(Run.Command, Task.Arguments);
  if (lex::findSplitMarker(Task.File.Contents.bytes()) != StringRef::npos)
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
  PrintedDiagnostics Printed =
      readPrintedDiagnostics(End.Output, Task.File, Name);
  bool HasError = llvm::any_of(Printed.Items, [](const Diagnostic &Item) {
    return Item.Severity == DiagnosticSeverity::Error;
  });
  // A program that fails says why; a crash says nothing of the text.
  if (End.Status != 0 && (!HasError || End.Status > 128)) {
    std::string Output = shortenOutput(End.Output);
    return Fail(Name + " has not checked the text (" + End.describeStatus() +
                ")" + (Output.empty() ? "" : ": " + Output));
  }
  ProgramAnswer Answer = ProgramAnswer::of(Name, std::move(Printed.Items));
  Answer.HasAllPlaces =
      Printed.HaveAllPlaces && End.Output.size() < MaxOutputBytes;
  return Answer;
}
