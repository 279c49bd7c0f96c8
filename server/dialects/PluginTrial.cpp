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
#include "server/programs/ProgramRun.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// The longest time for a plugin.
static constexpr std::chrono::seconds MaxTime{30};

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

std::optional<FileProblem>
mlir::noisy::lsp::tryPlugins(const std::vector<std::string> &Launcher,
                             llvm::ArrayRef<std::string> Paths) {
  auto Fail = [&](std::string Message) {
    return FileProblem{Paths.back(), 0, 0, std::move(Message)};
  };
  ProgramTask Task;
  Task.Command = Launcher;
  Task.Command.push_back(TrialFlag);
  llvm::append_range(Task.Command, Paths);
  Task.MaxTime = MaxTime;
  ProgramEnding End = runProgram(Task);
  if (End.Outcome == ProgramEnding::Kind::NotStarted)
    return Fail("it cannot be tried out: " + End.Error);
  if (End.Outcome != ProgramEnding::Kind::Ended)
    return Fail("loading it takes too long");
  if (End.Status == 0 && llvm::StringRef(End.Output).ends_with(LoadedMessage))
    return std::nullopt;
  if (End.Status == RefusedStatus)
    return Fail(End.Output);
  std::string Output = shortenOutput(End.Output);
  return Fail("loading it ends the process (" + End.describeStatus() + ")" +
              (Output.empty() ? "" : ": " + Output));
}
