//===- UnitRecovery.cpp - Broken units without their errors ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/UnitRecovery.h"
#include "llvm/ADT/Hashing.h"

using namespace mlir::noisy::lsp;

StepOutcome UnitRecovery::run(
    std::vector<Slot> &Slots, llvm::StringRef Bytes,
    llvm::function_ref<std::shared_ptr<Unit>(const Slot &)> ParseAlone,
    const StopFunction &ShouldStop) {
  llvm::hash_code TypeUsers(0);
  for (const Slot &S : Slots)
    if (S.Parsed && !S.Parsed->IdentifiedTypes.empty())
      TypeUsers = llvm::hash_combine(TypeUsers, S.Parsed->Id);
  bool IsSettled = size_t(TypeUsers) == SettledHash;
  for (Slot &S : Slots) {
    if (!S.Parsed || S.Parsed->isIntact())
      continue;
    Unit &U = *S.Parsed;
    llvm::StringRef Mine = Bytes.slice(S.Range.Begin, S.Range.End);
    bool IsNew = U.mayRecover();
    if (StepOutcome Result = run(U, Mine, ShouldStop);
        Result != StepOutcome::Done)
      return Result;
    if (IsNew && !U.IdentifiedTypes.empty() && !S.Info->DefinesResources)
      U.RecoversAlike = recoversAlike(U, *ParseAlone(S), Mine);
    if (!IsSettled && !U.RecoversAlike &&
        RenewedChunks.insert(S.Chunk).second && Contexts.renew(S.Chunk)) {
      HasRenewed = true;
      return StepOutcome::Done;
    }
  }
  SettledHash = TypeUsers;
  return StepOutcome::Done;
}

/// True if a unit has recovered as one of the same text does in a context of
/// its own.
bool UnitRecovery::recoversAlike(const Unit &U, Unit &Alone,
                                 llvm::StringRef Mine) const {
  if (Alone.mayRecover())
    Alone.recover(Mine, FileName, Later, /*ShouldStop=*/[] { return false; });
  return U.isParsed() == Alone.isParsed() &&
         bool(U.Problems) == bool(Alone.Problems) &&
         (!U.Problems || *U.Problems == *Alone.Problems);
}

StepOutcome UnitRecovery::run(Unit &Broken, llvm::StringRef Mine,
                              const StopFunction &ShouldStop) {
  auto texts = [&] { return Broken.TextKey; };
  if (!Broken.mayRecover() || Crashes.contains(BuildStep::Recovery, texts))
    return StepOutcome::Done;
  bool IsStopped = false;
  Broken.recover(Mine, FileName, Later,
                 [&] { return IsStopped |= ShouldStop && ShouldStop(); });
  if (Broken.OwnGeneration->HasCrashed) {
    Crashes.remember(BuildStep::Recovery, texts());
    return StepOutcome::Crashed;
  }
  return IsStopped ? StepOutcome::Stopped : StepOutcome::Done;
}
