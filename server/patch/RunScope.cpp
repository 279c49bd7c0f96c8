//===- RunScope.cpp - The values that a run may use -----------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/patch/RunScope.h"

using namespace mlir;
using namespace mlir::noisy::lsp;
using Index = Section::Index;

/// True if a value of a region around the run, from before it in the text, is
/// defined on every way to it.
bool RunScope::isDefinedBefore(Value V) {
  Block *Definer = V.getParentBlock();
  Block *Around =
      Definer->getParent()->findAncestorBlockInRegion(*First->getBlock());
  return Around == Definer || Definer->isEntryBlock() ||
         (Dominance.isReachableFromEntry(Around) &&
          Dominance.properlyDominates(Definer, Around));
}

bool RunScope::add(llvm::StringRef Name, llvm::ArrayRef<Value> Candidates) {
  std::optional<Index> Outer;
  for (Value V : Candidates) {
    Index Number = Order.numberOf(V);
    Operation *Definer = V.getDefiningOp();
    Region *Mine = First->getParentRegion(), *Scope = V.getParentRegion();
    bool IsInScope = Scope->isAncestor(Mine);
    bool IsAfter =
        Number >= EndValue || (Definer && Definer->isProperAncestor(First));
    if (IsAfter && (IsInScope || Mine->isAncestor(Scope)))
      return false;
    if (!IsInScope)
      HiddenNames.insert(Name);
    // The run may define its name anew.
    if (Number >= FirstValue || !IsInScope)
      continue;
    if (Outer || !isDefinedBefore(V))
      return false;
    Outer = Number;
  }
  if (!Outer)
    return true;
  OuterGroup Group = {Name, {}, Data.values()[*Outer].Name};
  for (Index I = 0; I < Data.values()[*Outer].GroupSize; ++I) {
    Group.Values.push_back(Values[*Outer + I]);
    Numbers.push_back(*Outer + I);
  }
  Groups.push_back(std::move(Group));
  return true;
}
