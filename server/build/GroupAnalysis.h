//===- GroupAnalysis.h - Facts and details of all groups --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_GROUPANALYSIS_H
#define NOISY_SERVER_BUILD_GROUPANALYSIS_H

#include "server/build/CrashMemory.h"
#include "server/build/Leftovers.h"
#include "server/build/ProgramGroup.h"

namespace mlir::noisy::lsp {

/// Analyses the slots of a text, group by group (ProgramGroup), as far as they
/// have changed. A group that MLIR crashes on has no facts, or no details, and
/// is not tried again until one of its texts changes; what is not in the text
/// any more is left out of it first.
///
/// After `Crashed` the contexts of all units are to be replaced before anything
/// else is done with them. On a thread with a large stack.
class GroupAnalysis {
public:
  using StopFunction = llvm::function_ref<bool()>;

  GroupAnalysis(std::vector<Slot> &Slots, const Linker &Symbols,
                CrashMemory &Crashes)
      : Slots(Slots), Symbols(Symbols), Crashes(Crashes) {}

  /// Gives every slot that is good its facts, and its details where these are
  /// quick to make. Asks `Stopped` between groups; what `Known` has is not
  /// computed again.
  StepOutcome addFacts(const Leftovers &Known, StopFunction Stopped);
  /// Gives every slot the details that were left for later. Asks `Stopped` now
  /// and then.
  StepOutcome addDetails(StopFunction Stopped);

private:
  using Numbers = llvm::ArrayRef<size_t>;
  struct Entered;

  uint64_t textsOf(Numbers Members, bool HasOlder) const;
  StepOutcome enter(Entered &Group) const;
  StepOutcome addFacts(Entered &Group, const Leftovers &Known,
                       StopFunction Stopped);
  StepOutcome addQuickDetails(Entered &Group);
  StepOutcome addDetails(Entered &Group, StopFunction Stopped);
  void giveUp(Numbers Members);

  std::vector<Slot> &Slots;
  const Linker &Symbols;
  CrashMemory &Crashes;
  /// How much text has quick details that were made here.
  size_t QuickBytesDone = 0;
};

/// Takes all facts and details away.
void dropAnalyses(std::vector<Slot> &Slots);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_GROUPANALYSIS_H
