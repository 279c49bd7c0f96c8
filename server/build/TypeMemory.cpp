//===- TypeMemory.cpp - Types that a context remembers --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/TypeMemory.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir::noisy::lsp;

static bool differs(const Unit &A, const Unit &B) {
  if (A.isIntact() != B.isIntact() ||
      bool(A.FirstProblems) != bool(B.FirstProblems))
    return true;
  return A.FirstProblems && *A.FirstProblems != *B.FirstProblems;
}

bool TypeMemory::areContradictory(llvm::ArrayRef<const Slot *> Slots) const {
  llvm::StringMap<const IdentifiedBody *> Bodies;
  for (const Slot *S : Slots)
    for (const IdentifiedBody &Body : S->Parsed->IdentifiedBodies) {
      const IdentifiedBody &First =
          *Bodies.try_emplace(Body.Name, &Body).first->second;
      if (First != Body &&
          !(Agreeing.contains(First) && Agreeing.contains(Body)))
        return true;
    }
  return false;
}

bool TypeMemory::shows(
    llvm::ArrayRef<Slot> Slots, bool IsFresh,
    llvm::function_ref<std::shared_ptr<Unit>(const Slot &)> ParseAlone) {
  // Pieces that define resources have a context of their own, and refused ones
  // were not parsed.
  auto hasTypes = [](const Slot &S) {
    return S.Parsed && S.Parsed->OwnGeneration &&
           !S.Parsed->IdentifiedTypes.empty() && !S.Info->DefinesResources;
  };
  // The order of parsing: headers first (SlotReuse).
  std::vector<const Slot *> Order;
  for (bool AreHeaders : {true, false})
    for (const Slot &S : Slots)
      if (hasTypes(S) && (S.Kind == PieceKind::Header) == AreHeaders)
        Order.push_back(&S);
  llvm::hash_code Hash(0);
  for (const Slot *S : Order)
    Hash = llvm::hash_combine(Hash, S->Parsed->Id);
  bool AnyBroken =
      llvm::any_of(Order, [](const Slot *S) { return !S->Parsed->isIntact(); });
  if (IsFresh && !AnyBroken)
    for (const Slot *S : Order)
      Agreeing.insert(S->Parsed->IdentifiedBodies.begin(),
                      S->Parsed->IdentifiedBodies.end());
  if (IsFresh || size_t(Hash) == SettledHash) {
    SettledHash = Hash;
    return false;
  }
  SettledHash = 0;
  // A context that knew one of them before may have taken all.
  if (areContradictory(Order))
    return true;
  if (!AnyBroken)
    return false;
  // A slot that parses agrees with the bodies that the context knows; later
  // errors about these are genuine.
  llvm::StringSet<> AgreedTypes;
  for (const Slot *Candidate : Order) {
    const Slot &S = *Candidate;
    Unit &U = *S.Parsed;
    if (U.isIntact()) {
      for (const std::string &Name : U.IdentifiedTypes)
        AgreedTypes.insert(Name);
      continue;
    }
    if (llvm::all_of(U.IdentifiedTypes, [&](const std::string &Name) {
          return AgreedTypes.contains(Name);
        }))
      continue;
    if (!U.DiffersAlone)
      U.DiffersAlone = differs(U, *ParseAlone(S));
    if (*U.DiffersAlone)
      return true;
  }
  return false;
}
