//===- NoiseLevel.cpp - Levels of noise, from good to bad -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/noise/NoiseLevel.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

NoiseLevel mlir::noisy::lsp::getNoiseLevel(const NoiseInfo &Info,
                                           uint32_t NearLimit) {
  if (Info.Bound.isUnreachable())
    return NoiseLevel::Safe;
  if (Info.Bound.isUnknown())
    return NoiseLevel::Unknown;
  if (Info.Bound.exceeds(Info.Limit))
    return NoiseLevel::OverLimit;
  if (Info.IsUnreliable)
    return NoiseLevel::Unreliable;
  return Info.Limit - Info.Bound.getBits() <= NearLimit ? NoiseLevel::NearLimit
                                                        : NoiseLevel::Safe;
}

std::string mlir::noisy::lsp::describeNoiseShortly(const NoiseInfo &Info,
                                                   bool IsStale) {
  if (Info.Bound.isUnreachable())
    return "";
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  if (Info.Bound.isMoreThanCap())
    OS << ">" << NoiseBound::kCap << "/" << Info.Limit;
  else if (Info.Bound.isBits())
    OS << Info.Bound << "/" << Info.Limit;
  else
    OS << Info.Bound;
  if (Info.IsUnreliable)
    OS << " unreliable";
  if (Info.IsAssumed && Info.Bound.isBits())
    OS << " assumed";
  if (IsStale)
    OS << " stale";
  return Result;
}

bool mlir::noisy::lsp::isNoiseStale(const PlacedSection &Placement) {
  return Placement.isStale() || Placement.FactsAreStale ||
         (Placement.Facts && Placement.Facts->RestsOnStale);
}

std::string
mlir::noisy::lsp::explainStaleNoise(const PlacedSection &Placement) {
  if (Placement.isStale())
    return "the text does not parse; this is from the last version that did";
  if (Placement.FactsAreStale)
    return "the text does not verify; its noise is from the last version that "
           "did";
  if (isNoiseStale(Placement))
    return "the noise depends on a part that does not parse; it is from the "
           "last version that did";
  return "";
}

std::string mlir::noisy::lsp::explainMissingNoise(ValueRef Value) {
  if (Value.isInMemory())
    return "values stored in memory are not tracked";
  if (!Value.section().Facts)
    return Value.section().FactsAreStale ? "the text does not verify"
                                         : "the text was not analysed";
  return "the analysis has not reached this value";
}

/// The number of operations in a function that do not parse or verify.
static unsigned countBroken(OperationRef Function) {
  const PlacedSection &Placement = Function.section();
  ByteRange Range = Function->Range;
  auto isInside = [&](ByteRange Other) {
    return Range.Begin <= Other.Begin && Other.End <= Range.End;
  };
  unsigned Result = llvm::count_if(Placement.Data->brokenRanges(), isInside);
  if (Placement.Facts)
    Result += llvm::count_if(
        Placement.Facts->InvalidOperations, [&](Section::Index Number) {
          return isInside(Placement.Data->operations()[Number].Range);
        });
  return Result;
}

FunctionNoise mlir::noisy::lsp::getFunctionNoise(OperationRef Function,
                                                 uint32_t NearLimit) {
  FunctionNoise Result;
  Result.IsStale = isNoiseStale(Function.section());
  for (OperationRef Operation : Function.operationsInside())
    Result.Reductions += Operation.kind() == Section::OperationKind::Reduction;
  for (ValueRef Value : Function.valuesInside()) {
    const NoiseInfo *Noise = Value.noise();
    if (!Noise) {
      Result.NotAnalysed += Value.isEncrypted();
      continue;
    }
    if (Noise->Bound.isUnreachable())
      continue;
    Result.IsAssumed |= Noise->IsAssumed;
    NoiseLevel Level = getNoiseLevel(*Noise, NearLimit);
    // Limits differ only between functions.
    if (!Result.Worst || std::pair(Level, Noise->Bound) >
                             std::pair(Result.Level, Result.Worst->Bound)) {
      Result.Worst = Noise;
      Result.Level = Level;
    }
    if (!Result.Origin && Level >= NoiseLevel::Unknown && !Noise->IsUnreliable)
      Result.Origin = Noise;
  }
  Result.Broken = countBroken(Function);
  if (Result.NotAnalysed > 0 || (Result.hasNoise() && Result.Broken > 0))
    Result.Level = std::max(Result.Level, NoiseLevel::Unknown);
  ByteRange Range = Function->Range;
  for (const Problem &Problem : currentProblems(Function.section()))
    Result.BrokenContracts +=
        isBrokenContract(Problem) && Range.contains(Problem.Range.Begin);
  return Result;
}

llvm::ArrayRef<Problem>
mlir::noisy::lsp::currentProblems(const PlacedSection &Placement) {
  return Placement.Facts && !Placement.FactsAreStale
             ? llvm::ArrayRef(Placement.Facts->Problems)
             : llvm::ArrayRef<Problem>();
}

bool mlir::noisy::lsp::isBrokenContract(const Problem &Issue) {
  return Issue.Code == "noise-contract";
}

bool mlir::noisy::lsp::isReducible(llvm::StringRef Code) {
  return Code == "noise-overflow" || Code == "noise-unbounded" ||
         Code == "noise-contract";
}
