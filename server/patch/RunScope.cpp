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

void RunScope::addGroup(llvm::StringRef Name, Index FirstOfGroup,
                        bool IsLater) {
  const Section::Value &Source = Data.values()[FirstOfGroup];
  OuterGroup Group = {Name, {}, Source.Name, IsLater};
  for (Index I = 0; I < Source.GroupSize; ++I) {
    Group.Values.push_back(Values[FirstOfGroup + I]);
    Numbers.push_back(FirstOfGroup + I);
  }
  Groups.push_back(std::move(Group));
}

bool RunScope::add(llvm::StringRef Name, llvm::ArrayRef<Value> Candidates,
                   bool MayDefine) {
  std::optional<Index> Outer;
  if (Candidates.size() == 1 && !MayDefine) {
    Operation *Definer = Candidates.front().getDefiningOp();
    Index Number = Order.numberOf(Candidates.front());
    if (Number >= EndValue && Definer &&
        Definer->getBlock() == First->getBlock()) {
      addGroup(Name, Number, /*IsLater=*/true);
      return true;
    }
  }
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
  if (Outer)
    addGroup(Name, *Outer, /*IsLater=*/false);
  return true;
}
