//===- SectionFacts.cpp - The noise facts of a section --------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/snapshot/SectionFacts.h"
#include "dialect/units/NoiseUnit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <tuple>

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

const NoiseInfo *SectionFacts::find(Section::Index ValueIndex) const {
  auto Match = llvm::lower_bound(
      Noise, ValueIndex,
      [](const NoiseInfo &I, Section::Index Value) { return I.Value < Value; });
  return Match != Noise.end() && Match->Value == ValueIndex ? &*Match : nullptr;
}

NoiseReasons SectionFacts::reasonsFor(const NoiseInfo &Info) const {
  NoiseReasons Result;
  Result.IsUnreliable = Info.IsUnreliable;
  Result.IsAssumed = Info.IsAssumed;
  if (Info.Equation)
    Result.Equation = Words->Equations[Info.Equation];
  else
    Result.Equation = formatBound(Info.Bound, Info.Unit);
  if (Info.Remarks)
    Result.Remarks = Words->Remarks[Info.Remarks];
  return Result;
}

namespace mlir::noisy::lsp {

bool operator==(const SectionFacts &A, const SectionFacts &B) {
  auto isLike = [](const OuterReason *OfA, const OuterReason *OfB) {
    return OfA && OfB ? OfA->isLike(*OfB) : OfA == OfB;
  };
  auto isEqual = [&](const NoiseInfo &OfA, NoiseInfo OfB) {
    bool HasSameReasons =
        A.reasonsFor(OfA) == B.reasonsFor(OfB) &&
        isLike(A.outerReason(OfA.OuterRestsOn),
               B.outerReason(OfB.OuterRestsOn)) &&
        isLike(A.outerReason(OfA.OuterCause), B.outerReason(OfB.OuterCause));
    OfB.OuterRestsOn = OfA.OuterRestsOn;
    OfB.OuterCause = OfA.OuterCause;
    OfB.Equation = OfA.Equation;
    OfB.Remarks = OfA.Remarks;
    return HasSameReasons && OfA == OfB;
  };
  return std::tie(A.Sources, A.Problems, A.ProblemValues, A.InvalidOperations,
                  A.RestsOnStale, A.HasNoiseOfBroken) ==
             std::tie(B.Sources, B.Problems, B.ProblemValues,
                      B.InvalidOperations, B.RestsOnStale,
                      B.HasNoiseOfBroken) &&
         llvm::equal(A.Noise, B.Noise, isEqual);
}

} // namespace mlir::noisy::lsp
