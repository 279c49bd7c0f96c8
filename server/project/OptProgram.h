//===- OptProgram.h - A project's own mlir-opt -----------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_PROJECT_OPTPROGRAM_H
#define NOISY_SERVER_PROJECT_OPTPROGRAM_H

#include "server/project/PrintedDiagnostics.h"
#include "server/project/ProgramReport.h"
#include <functional>

namespace mlir::noisy::lsp {

/// A run of a project's own `*-opt` on a text: it is parsed and verified.
struct OptTask {
  /// Its path, and further arguments of the user.
  std::string Program;
  std::vector<std::string> Arguments;
  /// See OdsTask::Launcher.
  std::vector<std::string> Launcher;
  /// The text; `Path` is set by the run.
  PrintedFile File;
  /// True to stop soon; may be empty.
  std::function<bool()> ShouldStop;
};

/// Runs the program, for at most a minute. It gets the text as a file in
/// memory, and `--split-input-file` where the text has several chunks. Nothing
/// if it was stopped. Any thread that does not end before.
std::optional<ProgramAnswer> runOpt(OptTask Task);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_PROJECT_OPTPROGRAM_H
