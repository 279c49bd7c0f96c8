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

/// True if slots give one structure several bodies: which of these is refused
/// is a matter of the order in which a context reads them, broken or not.
static bool areContradictory(llvm::ArrayRef<const Slot *> Slots) {
  llvm::StringMap<uint64_t> Bodies;
  for (const Slot *S : Slots)
    for (const IdentifiedBody &Body : S->Parsed->IdentifiedBodies)
      if (Bodies.try_emplace(Body.Name, Body.Hash).first->second != Body.Hash)
        return true;
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
  llvm::hash_code Hash(0);
  bool AnyBroken = false;
  for (const Slot &S : Slots)
    if (hasTypes(S)) {
      Hash = llvm::hash_combine(Hash, S.Parsed->Id);
      AnyBroken |= !S.Parsed->isIntact();
    }
  if (IsFresh || size_t(Hash) == SettledHash) {
    SettledHash = Hash;
    return false;
  }
  SettledHash = 0;
  if (!AnyBroken)
    return false;
  // The order of parsing: headers first (SlotReuse).
  std::vector<const Slot *> Order;
  for (bool AreHeaders : {true, false})
    for (const Slot &S : Slots)
      if (hasTypes(S) && (S.Kind == PieceKind::Header) == AreHeaders)
        Order.push_back(&S);
  if (areContradictory(Order))
    return true;
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
