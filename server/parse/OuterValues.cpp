//===- OuterValues.cpp - Values of other sections -------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/parse/OuterValues.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

OuterValues::OuterValues(const SectionFacts &Facts, MLIRContext *Context)
    : Facts(Facts) {
  for (const OuterReason &Reason : Facts.OuterReasons) {
    Values.push_back(
        Holder.addArgument(NoneType::get(Context), UnknownLoc::get(Context)));
    Numbers[Values.back()] = uint16_t(Values.size());
    NoiseFact &Fact = NoiseOfValues.emplace_back();
    // Of a value that is not unknown, only that matters.
    Fact.bound =
        Reason.IsUnknown ? NoiseBound::unknown() : NoiseBound::unbounded();
  }
}

const NoiseFact *OuterValues::factOf(Value V) const {
  uint16_t Number = numberOf(V);
  return Number ? &NoiseOfValues[Number - 1] : nullptr;
}

unsigned OuterValues::placeOf(Value V) const {
  const OuterReason &Reason = *find(V);
  unsigned Before =
      llvm::count_if(Facts.OuterReasons, [&](const OuterReason &Other) {
        return Other.Place < Reason.Place;
      });
  return Reason.IsEarlier ? Before : UINT_MAX - MaxEarlier + Before;
}
