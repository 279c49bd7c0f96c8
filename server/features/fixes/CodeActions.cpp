//===- CodeActions.cpp - The kinds of fixes and their offers --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/fixes/CodeActions.h"
#include "server/features/fixes/ConstantFix.h"
#include "server/features/fixes/DeclareBoundFix.h"
#include "server/features/fixes/IntegerFixAll.h"
#include "server/features/fixes/LessNoiseFix.h"
#include "server/features/fixes/MeantOperationFix.h"
#include "server/features/fixes/ReduceValueFix.h"
#include "server/features/fixes/ReductionFixKinds.h"
#include "server/features/fixes/RemoveReductionFix.h"
#include "server/features/fixes/UnsignedFix.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

llvm::ArrayRef<const FixKind *> mlir::noisy::lsp::allFixKinds() {
  static const FixKind *const Kinds[] = {
      &fixes::ReduceFunction,    &fixes::ReduceChunk,
      &fixes::ReduceDocument,    &fixes::RewriteFunction,
      &fixes::RewriteChunk,      &fixes::RewriteDocument,
      &fixes::RewriteForNoise,   &fixes::ReduceValue,
      &fixes::RemoveReduction,   &fixes::DeclareBound,
      &fixes::ReplaceByConstant, &fixes::UseUnsigned,
      &fixes::UseMeantOperation, &fixes::SimplifyIntegers,
  };
  return Kinds;
}

const FixKind *mlir::noisy::lsp::findFixKind(llvm::StringRef Id) {
  auto It = llvm::find_if(
      allFixKinds(), [&](const FixKind *Kind) { return Kind->id() == Id; });
  return It == allFixKinds().end() ? nullptr : *It;
}

std::vector<OfferedFix> mlir::noisy::lsp::listFixes(const Snapshot &State,
                                                    ByteRange Selection,
                                                    const FixFilter &Filter) {
  FixOffers Offers(State, Selection, Filter);
  if (Filter.QuickFixes)
    for (const FixKind *Kind : allFixKinds())
      Kind->offerQuickFixes(Offers);
  // A light bulb at every value would be useless.
  if (Filter.Rewrites &&
      (!Filter.IsAutomatic || !Selection.empty() || !Offers.empty()))
    for (const FixKind *Kind : allFixKinds())
      Kind->offerRewrites(Offers);
  if (Filter.FixAll || Filter.SimplifyAll)
    for (const FixKind *Kind : allFixKinds())
      Kind->offerFixAll(Offers);

  std::vector<OfferedFix> Result = Offers.take();
  llvm::erase_if(Result, [&](const OfferedFix &Offer) {
    return (Offer.Group == FixGroup::FixAll && !Filter.FixAll) ||
           (Offer.Group == FixGroup::SimplifyAll && !Filter.SimplifyAll);
  });
  llvm::stable_sort(Result, [](const OfferedFix &A, const OfferedFix &B) {
    return std::pair(A.Group, A.Rank) < std::pair(B.Group, B.Rank);
  });
  if (Filter.IsAutomatic)
    llvm::erase_if(
        Result, [](const OfferedFix &Offer) { return !Offer.Refusal.empty(); });
  return Result;
}
