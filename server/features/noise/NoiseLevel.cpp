//===- NoiseLevel.cpp - How bad the noise is ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/noise/NoiseLevel.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

NoiseLevel mlir::noisy::lsp::getNoiseLevel(const NoiseInfo &Known,
                                           uint32_t NearLimit) {
  if (Known.Bound.isUnreachable())
    return NoiseLevel::Safe;
  if (Known.Bound.isUnknown())
    return NoiseLevel::Unknown;
  if (Known.Bound.exceeds(Known.Limit))
    return NoiseLevel::Over;
  if (Known.IsSpoiled)
    return NoiseLevel::Spoiled;
  return Known.Limit - Known.Bound.getBits() <= NearLimit
             ? NoiseLevel::NearLimit
             : NoiseLevel::Safe;
}

std::string mlir::noisy::lsp::describeNoiseShortly(const NoiseInfo &Known,
                                                   bool IsStale) {
  if (Known.Bound.isUnreachable())
    return "";
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  if (Known.Bound.isMoreThanCap())
    OS << ">" << NoiseBound::kCap << "/" << Known.Limit;
  else if (Known.Bound.isBits())
    OS << Known.Bound << "/" << Known.Limit;
  else
    OS << Known.Bound;
  if (Known.IsSpoiled)
    OS << " spoiled";
  if (Known.IsAssumed && Known.Bound.isBits())
    OS << " assumed";
  if (IsStale)
    OS << " stale";
  return Result;
}

bool mlir::noisy::lsp::isNoiseStale(const Snapshot::Placed &In) {
  return In.isStale() || In.FactsAreStale ||
         (In.Facts && In.Facts->RestsOnStale);
}

std::string mlir::noisy::lsp::explainStaleNoise(const Snapshot::Placed &In) {
  if (In.isStale())
    return "the text does not parse; this is as of when it last did";
  if (In.FactsAreStale)
    return "the text does not verify; its noise is as of when it last did";
  if (isNoiseStale(In))
    return "the noise rests on a part that does not parse, as it last did";
  return "";
}

std::string mlir::noisy::lsp::explainMissingNoise(const Snapshot::Placed &In,
                                                  llvm::StringRef Type) {
  if (Type.starts_with("memref<"))
    return "what is stored in memory is not followed";
  if (!In.Facts)
    return In.FactsAreStale ? "the text does not verify"
                            : "the text was not analysed";
  return "the analysis has not reached this value";
}

FunctionNoise mlir::noisy::lsp::getFunctionNoise(const Snapshot::Placed &In,
                                                 Section::Index Function,
                                                 uint32_t NearLimit) {
  const Section &Data = *In.Data;
  FunctionNoise Result;
  Result.IsStale = isNoiseStale(In);
  auto visit = [&](Section::Index Value) {
    const NoiseInfo *Known = In.Facts ? In.Facts->find(Value) : nullptr;
    if (!Known) {
      if (isEncryptedType(Data.string(Data.values()[Value].Type)))
        ++Result.NotAnalysed;
      return;
    }
    if (Known->Bound.isUnreachable())
      return;
    Result.IsAssumed |= Known->IsAssumed;
    NoiseLevel Level = getNoiseLevel(*Known, NearLimit);
    // Limits differ only between functions.
    if (!Result.Worst || std::pair(Level, Known->Bound) >
                             std::pair(Result.Level, Result.Worst->Bound)) {
      Result.Worst = Known;
      Result.Level = Level;
    }
    if (!Result.Origin && Level >= NoiseLevel::Unknown && !Known->IsSpoiled)
      Result.Origin = Known;
  };
  Section::Inside Body = Data.inside(Function);
  for (Section::Index I = Body.FirstOperation; I < Body.EndOperation; ++I)
    Result.Reductions += isReduction(Data, I);
  for (Section::Index I = Body.FirstValue; I < Body.EndValue; ++I)
    visit(I);
  if (Result.NotAnalysed > 0)
    Result.Level = std::max(Result.Level, NoiseLevel::Unknown);
  ByteRange Where = Data.operations()[Function].Where;
  for (const Problem &Found : currentProblems(In))
    Result.BrokenContracts +=
        isBrokenContract(Found) && Where.contains(Found.Where.Begin);
  return Result;
}

llvm::ArrayRef<Problem>
mlir::noisy::lsp::currentProblems(const Snapshot::Placed &In) {
  return In.Facts && !In.FactsAreStale ? llvm::ArrayRef(In.Facts->Problems)
                                       : llvm::ArrayRef<Problem>();
}

bool mlir::noisy::lsp::isBrokenContract(const Problem &Found) {
  return Found.Code == "noise-contract";
}

bool mlir::noisy::lsp::isReducible(llvm::StringRef Code) {
  return Code == "noise-overflow" || Code == "noise-unbounded" ||
         Code == "noise-contract";
}

bool mlir::noisy::lsp::isReduction(const Section &Data,
                                   Section::Index Operation) {
  return Data.string(Data.operations()[Operation].FullName) ==
         "noisy.reduce_noise";
}

bool mlir::noisy::lsp::isEncryptedType(llvm::StringRef Type) {
  static constexpr llvm::StringRef Element = "!noisy.i32";
  if (Type == Element)
    return true;
  return (Type.starts_with("tensor<") || Type.starts_with("vector<") ||
          Type.starts_with("memref<")) &&
         Type.contains(Element);
}
