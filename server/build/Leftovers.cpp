//===- Leftovers.cpp - Results of stopped builds --------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/Leftovers.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

void Leftovers::keep(llvm::ArrayRef<Slot> New, llvm::ArrayRef<Slot> Slots) {
  llvm::DenseSet<const Unit *> KnownUnits;
  for (const Slot &S : Slots)
    KnownUnits.insert(S.Parsed.get());
  for (const std::shared_ptr<Unit> &U : Units)
    KnownUnits.insert(U.get());
  for (const Slot &S : New)
    if (S.Parsed && KnownUnits.insert(S.Parsed.get()).second)
      Units.push_back(S.Parsed);
  for (const Slot &S : New)
    if (S.isGood() && S.NoiseKey)
      Facts[S.Parsed->Id] = {S.NoiseKey, S.Facts};
}

void Leftovers::clear() {
  Units.clear();
  Facts.clear();
}

std::optional<std::shared_ptr<const SectionFacts>>
Leftovers::findFacts(const Slot &S, uint64_t Key) const {
  auto Entry = Facts.find(S.Parsed ? S.Parsed->Id : 0);
  if (Entry == Facts.end() || Entry->second.first != Key)
    return std::nullopt;
  return Entry->second.second;
}

Slot Leftovers::slotOf(const std::shared_ptr<Unit> &U) const {
  Slot Result;
  Result.Parsed = U;
  if (auto Entry = Facts.find(U->Id); Entry != Facts.end())
    std::tie(Result.NoiseKey, Result.Facts) = Entry->second;
  return Result;
}
