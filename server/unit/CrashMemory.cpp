//===- CrashMemory.cpp - Steps that MLIR crashed in -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/unit/CrashMemory.h"
#include "server/threads/Thread.h"

using namespace mlir::noisy::lsp;

bool CrashMemory::contains(BuildStep Step,
                           llvm::function_ref<uint64_t()> Texts) const {
  auto First = Crashes.lower_bound({Step, 0});
  return First != Crashes.end() && First->first == Step &&
         Crashes.contains({Step, Texts()});
}

StepOutcome CrashMemory::attempt(BuildStep Step, uint64_t Texts,
                                 llvm::function_ref<void()> Work,
                                 llvm::function_ref<void()> Refuse) {
  if (contains(Step, [&] { return Texts; })) {
    Refuse();
    return StepOutcome::Done;
  }
  if (survive(Work))
    return StepOutcome::Done;
  remember(Step, Texts);
  return StepOutcome::Crashed;
}

static const char *messageFor(BuildStep Step) {
  switch (Step) {
  case BuildStep::Parse:
  case BuildStep::Recovery:
    return "MLIR crashed on this text; it will be tried again when it changes";
  case BuildStep::Link:
  case BuildStep::LinkAsIs:
    return "MLIR crashed on this text together with the definitions that it "
           "uses; it will be tried "
           "again when one of them changes";
  case BuildStep::Container:
    return "MLIR crashed on this container; it will be tried again when it, or "
           "what is in it, changes";
  case BuildStep::Noise:
    return "MLIR crashed in the analysis of this, so its noise is unknown; "
           "it will be tried again when this, or what is analysed with it, "
           "changes";
  case BuildStep::Details:
    return "MLIR crashed in the analysis of the integers here, so their ranges "
           "are unknown; it will be tried again when this, or what is "
           "analysed with it, changes";
  }
  return "";
}

Problem CrashMemory::describe(BuildStep Step, llvm::StringRef Text) {
  Problem Result;
  Result.Source = "noisy";
  Result.Range = {0, std::min(Text.find('\n'), Text.size())};
  Result.Message = messageFor(Step);
  if (Step == BuildStep::Details)
    Result.Severity = Problem::Level::Warning;
  return Result;
}
