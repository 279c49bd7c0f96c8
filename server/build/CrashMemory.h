//===- CrashMemory.h - What MLIR crashed on ---------------------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_CRASHMEMORY_H
#define NOISY_SERVER_BUILD_CRASHMEMORY_H

#include "server/snapshot/Problem.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <set>

namespace mlir::noisy::lsp {

/// A step of a build that MLIR may crash in.
enum class BuildStep {
  /// A piece by itself: its text, and what is around it.
  Parse,
  /// A unit beside what it uses: the texts of all of that.
  Link,
  /// A container with what is in it.
  Container,
  /// A group of units: all members, and which containers they share.
  Noise,
  Details
};

/// How a step ended.
enum class StepOutcome { Done, Stopped, Crashed };

/// The steps of builds that MLIR crashed in, so that none is tried again as
/// long as nothing changes that it depends on. That is said by one number, made
/// of texts only: neither IR nor the identity of a unit survives a crash. With
/// less than all of it, a step that is fine by now would not be tried; with
/// more, one would be tried that crashes again.
class CrashMemory {
public:
  void remember(BuildStep Crashed, uint64_t Texts) {
    Known.insert({Crashed, Texts});
  }
  /// `Texts` is asked for only where anything crashed in such a step.
  bool contains(BuildStep Step, llvm::function_ref<uint64_t()> Texts) const;

  /// Does `Work`, a step of what these texts are. Where MLIR crashed on them
  /// before it is `Refuse` that is done.
  StepOutcome attempt(BuildStep Step, uint64_t Texts,
                      llvm::function_ref<void()> Work,
                      llvm::function_ref<void()> Refuse);

  /// What users are told, on the first line of a text.
  static Problem describe(BuildStep Crashed, llvm::StringRef Text);

private:
  std::set<std::pair<BuildStep, uint64_t>> Known;
};

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_CRASHMEMORY_H
