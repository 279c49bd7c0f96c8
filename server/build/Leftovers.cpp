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
  llvm::DenseSet<const Unit *> Known;
  for (const Slot &S : Slots)
    Known.insert(S.Of.get());
  for (const std::shared_ptr<Unit> &U : Units)
    Known.insert(U.get());
  for (const Slot &S : New)
    if (S.Of && Known.insert(S.Of.get()).second)
      Units.push_back(S.Of);
  for (const Slot &S : New)
    if (S.isGood() && S.NoiseKey)
      Facts[S.Of->Id] = {S.NoiseKey, S.Facts};
}

void Leftovers::clear() {
  Units.clear();
  Facts.clear();
}

std::optional<std::shared_ptr<const SectionFacts>>
Leftovers::findFacts(const Slot &S, uint64_t Key) const {
  auto Found = Facts.find(S.Of ? S.Of->Id : 0);
  if (Found == Facts.end() || Found->second.first != Key)
    return std::nullopt;
  return Found->second.second;
}
