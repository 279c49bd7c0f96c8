//===- UnitRecovery.cpp - Broken units without their errors ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/UnitRecovery.h"
#include "llvm/ADT/Hashing.h"

using namespace mlir::noisy::lsp;

/// True if two units of the same text leave out the same of it.
static bool omitTheSame(const Unit &A, const Unit &B) {
  return bool(A.Data) == bool(B.Data) &&
         (!A.Data || A.Data->brokenRanges() == B.Data->brokenRanges());
}

/// True if two units of the same text have recovered alike.
static bool isAlike(const Unit &A, const Unit &B) {
  return A.isParsed() == B.isParsed() && bool(A.Problems) == bool(B.Problems) &&
         (!A.Problems || *A.Problems == *B.Problems) && omitTheSame(A, B);
}

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
    // The unit may have been parsed for another cut, with other aliases.
    if (U.mayRecover())
      U.Info = S.Info;
    llvm::StringRef Mine = Bytes.slice(S.Range.Begin, S.Range.End);
    std::shared_ptr<Unit> Alone;
    if (U.mayRecover() && !U.IdentifiedTypes.empty() &&
        !S.Info->DefinesResources) {
      Alone = ParseAlone(S);
      if (run(*Alone, Mine, ShouldStop) == StepOutcome::Stopped)
        return StepOutcome::Stopped;
    }
    if (StepOutcome Result = run(U, Mine, ShouldStop);
        Result != StepOutcome::Done)
      return Result;
    if (Alone)
      U.RecoversAlike = isAlike(U, *Alone);
    if (!IsSettled && !U.RecoversAlike &&
        RenewedChunks.insert(S.Chunk).second && Contexts.renew(S.Chunk)) {
      HasRenewed = true;
      return StepOutcome::Done;
    }
  }
  SettledHash = TypeUsers;
  return StepOutcome::Done;
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
