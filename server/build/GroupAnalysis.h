//===- GroupAnalysis.h - Facts and details of all groups --------*- C++ -*-===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef NOISY_SERVER_BUILD_GROUPANALYSIS_H
#define NOISY_SERVER_BUILD_GROUPANALYSIS_H

#include "server/build/Leftovers.h"
#include "server/build/ProgramGroup.h"
#include "server/unit/CrashMemory.h"

namespace mlir::noisy::lsp {

/// Analyses the slots of a text that have changed, group by group
/// (ProgramGroup). If MLIR crashes on the noise of a group, the group is tried
/// again without its older units. After further crashes it has no facts, or no
/// details, until one of its texts changes.
///
/// After `Crashed` the contexts of all units must be replaced before anything
/// else is done with them. On a thread with a large stack.
class GroupAnalysis {
public:
  using StopFunction = llvm::function_ref<bool()>;

  GroupAnalysis(std::vector<Slot> &Slots, const Linker &Symbols,
                CrashMemory &Crashes)
      : Slots(Slots), Symbols(Symbols), Crashes(Crashes) {}

  /// Adds facts to every good slot, and details if these are quick. Calls
  /// `ShouldStop` between groups; facts in `Spare` are not computed again.
  StepOutcome addFacts(const Leftovers &Spare, StopFunction ShouldStop);
  /// Adds the postponed details to every slot. Calls `ShouldStop` now and then.
  StepOutcome addDetails(StopFunction ShouldStop);

private:
  using Numbers = llvm::ArrayRef<size_t>;
  struct GroupState;

  uint64_t textsOf(Numbers Members, bool HasOlder) const;
  StepOutcome enter(GroupState &Group) const;
  StepOutcome addFacts(GroupState &Group, const Leftovers &Spare,
                       StopFunction ShouldStop);
  StepOutcome addQuickDetails(GroupState &Group);
  StepOutcome addDetails(GroupState &Group, StopFunction ShouldStop);
  void giveUp(Numbers Members);

  std::vector<Slot> &Slots;
  const Linker &Symbols;
  CrashMemory &Crashes;
  /// The bytes of text for which quick details were made.
  size_t QuickBytesDone = 0;
};

/// Removes all facts and details.
void dropAnalyses(std::vector<Slot> &Slots);

} // namespace mlir::noisy::lsp

#endif // NOISY_SERVER_BUILD_GROUPANALYSIS_H
