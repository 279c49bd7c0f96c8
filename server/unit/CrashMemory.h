//===- CrashMemory.h - Steps that MLIR crashed in ---------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_UNIT_CRASHMEMORY_H
#define NOISY_SERVER_UNIT_CRASHMEMORY_H

#include "server/snapshot/Problem.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <set>

namespace mlir::noisy::lsp {

/// A step of a build in which MLIR may crash.
enum class BuildStep {
  /// Parsing of a piece; depends on its text and its surroundings.
  Parse,
  /// Recovery of a piece (`recover`); depends on the same.
  Recovery,
  /// Linking of a unit; depends on the texts of all that it uses.
  Link,
  /// The same without stubs for invalid operations (InvalidOperations), after a
  /// crash with them.
  LinkAsIs,
  /// Verification of a container with its contents.
  Container,
  /// Analysis of a group of units; depends on all members and their containers.
  Noise,
  Details
};

/// The result of a step.
enum class StepOutcome { Done, Stopped, Crashed };

/// The steps of builds in which MLIR crashed, so that none is tried again until
/// its inputs change. A hash stands for the inputs, made of texts only: neither
/// IR nor the identity of a unit survives a crash. If an input were missing, a
/// step that would now succeed would be skipped; with an unrelated one, a step
/// would be tried that crashes again.
class CrashMemory {
public:
  void remember(BuildStep Step, uint64_t Texts) {
    Crashes.insert({Step, Texts});
  }
  /// True if this step crashed on these texts. `Texts` is called only if
  /// anything crashed in this kind of step.
  bool contains(BuildStep Step, llvm::function_ref<uint64_t()> Texts) const;

  /// Runs `Work`, a step on these texts, or `Refuse` if MLIR crashed on them
  /// before.
  StepOutcome attempt(BuildStep Step, uint64_t Texts,
                      llvm::function_ref<void()> Work,
                      llvm::function_ref<void()> Refuse);

  /// The problem shown to users, on the first line of a text.
  static Problem describe(BuildStep Step, llvm::StringRef Text);

private:
  std::set<std::pair<BuildStep, uint64_t>> Crashes;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_UNIT_CRASHMEMORY_H
