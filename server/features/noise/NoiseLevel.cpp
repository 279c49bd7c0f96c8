//===- NoiseLevel.cpp - Levels of noise, from good to bad -----------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/noise/NoiseLevel.h"
#include "dialect/units/NoiseUnit.h"
#include "server/snapshot/StaleProblems.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// True if more may come: a loop does not pass on all values yet
/// (unfinishedRemark).
static bool isOfFirstIteration(const NoiseInfo &Info) {
  return Info.IsDueToBroken && Info.Bound.isBits() && !Info.IsUnreliable &&
         !Info.Bound.exceeds(Info.Limit);
}

NoiseLevel mlir::noisy::lsp::getNoiseLevel(const NoiseInfo &Info,
                                           uint32_t NearLimit) {
  if (Info.Bound.isUnreachable())
    return NoiseLevel::Safe;
  if (Info.Bound.isUnknown() || isOfFirstIteration(Info))
    return NoiseLevel::Unknown;
  if (Info.Bound.exceeds(Info.Limit))
    return NoiseLevel::OverLimit;
  if (Info.IsUnreliable)
    return NoiseLevel::Unreliable;
  return Info.Limit - Info.Bound.getBits() <= uint64_t(NearLimit) * Info.Unit
             ? NoiseLevel::NearLimit
             : NoiseLevel::Safe;
}

std::string mlir::noisy::lsp::describeNoiseShortly(const NoiseInfo &Info) {
  if (Info.Bound.isUnreachable())
    return "";
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  std::string Limit = describeLimit(Info.Limit, Info.Unit);
  if (Info.Bound.isMoreThanCap())
    OS << ">" << describeLimit(NoiseBound::kCap, Info.Unit) << "/" << Limit;
  else if (Info.Bound.isBits())
    OS << formatBound(Info.Bound, Info.Unit) << "/" << Limit;
  else
    OS << Info.Bound;
  return Result;
}

std::string mlir::noisy::lsp::describeLimit(uint32_t Limit, unsigned Unit) {
  return formatBits(Limit, Unit, Rounding::Down);
}

std::string mlir::noisy::lsp::describeNoiseQuietly(const NoiseInfo &Info) {
  if (Info.Bound.isUnknown())
    return unknownNoiseSign.str();
  if (Info.IsUnreliable)
    return "-";
  std::string Result =
      Info.Bound.isUnbounded() ? "inf" : describeNoiseShortly(Info);
  if (Info.Bound.exceeds(Info.Limit))
    return Result + " !";
  return isOfFirstIteration(Info) ? Result + " " + unknownNoiseSign.str()
                                  : Result;
}

std::string mlir::noisy::lsp::describeNoiseInWords(NoiseBound Bound,
                                                   uint32_t Limit,
                                                   unsigned Unit) {
  if (Bound.isUnreachable())
    return "";
  if (Bound.isUnknown())
    return "unknown";
  std::string Noise =
      Bound.isBits() ? formatBitsInWords(Bound.getBits(), Unit)
      : Bound.isUnbounded()
          ? "unbounded"
          : "more than " +
                formatBitsInWords(NoiseBound::kCap, Unit, Rounding::Down);
  return Noise + ", limit " + describeLimit(Limit, Unit);
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

llvm::StringRef mlir::noisy::lsp::explainEarlierNoise() {
  return "it depends on an operation that does not parse or verify; this is "
         "from before";
}

std::string mlir::noisy::lsp::explainMissingNoise(ValueRef Value) {
  if (Value.isInMemory())
    return "values stored in memory are not tracked";
  if (!Value.section().Facts)
    return Value.section().FactsAreStale ? "the text does not verify"
                                         : "the text was not analysed";
  return "the analysis has not reached this value";
}

/// The operations in a function that do not parse or verify.
static std::vector<ByteRange> findBroken(OperationRef Function) {
  const PlacedSection &Placement = Function.section();
  ByteRange Range = Function->Range;
  std::vector<ByteRange> Result;
  auto add = [&](ByteRange Other) {
    if (Range.Begin <= Other.Begin && Other.End <= Range.End)
      Result.push_back(Other);
  };
  for (ByteRange Broken : Placement.Data->brokenRanges())
    add(Broken);
  if (Placement.Facts)
    for (Section::Index Number : Placement.Facts->InvalidOperations)
      add(Placement.Data->operations()[Number].Range);
  return Result;
}

/// Summarizes the values of a function, those of broken operations aside, and
/// those with unknown noise because of them if `LeavesOut`.
static void addValues(FunctionNoise &Result, OperationRef Function,
                      uint32_t NearLimit, bool LeavesOut) {
  for (ValueRef Value : Function.valuesInside()) {
    ShownNoise Shown = Value.shownNoise();
    // Broken operations are counted as such.
    if (Value.isOfBrokenOperation() && !Shown.IsEarlier)
      continue;
    if (!Shown.Info) {
      Result.NotAnalysed += Value.isEncrypted();
      continue;
    }
    if (LeavesOut && Shown.Info->IsDueToBroken)
      continue;
    Result.IsStale |= Shown.IsEarlier;
    if (Shown.Info->Bound.isUnreachable())
      continue;
    NoiseInfo Noise = *Shown.Info;
    Noise.Value = Value.number();
    Result.IsAssumed |= Noise.IsAssumed;
    NoiseLevel Level = getNoiseLevel(Noise, NearLimit);
    // Limits differ only between functions.
    if (!Result.Worst || std::pair(Level, Noise.Bound) >
                             std::pair(Result.Level, Result.Worst->Bound)) {
      Result.Worst = Noise;
      Result.Level = Level;
    }
    if (!Result.Origin && Level >= NoiseLevel::Unknown && !Noise.IsUnreliable &&
        !isOfFirstIteration(Noise))
      Result.Origin = Noise;
  }
  Result.IsWorstFromOutside = Result.Worst && !Result.Origin &&
                              Result.Worst->IsUnreliable &&
                              Result.Worst->Bound.exceeds(Result.Worst->Limit);
}

FunctionNoise
mlir::noisy::lsp::getFunctionNoise(OperationRef Function, uint32_t NearLimit,
                                   llvm::ArrayRef<ByteRange> Unfinished) {
  FunctionNoise Result;
  Result.IsStale = isNoiseStale(Function.section());
  for (OperationRef Operation : Function.operationsInside())
    Result.Reductions += Operation.kind() == Section::OperationKind::Reduction;
  std::vector<ByteRange> Broken = findBroken(Function);
  Result.Broken = Broken.size();
  // The name of a result stands before what is filled in.
  auto isUnfinished = [&](ByteRange InSection) {
    ByteRange InText = Function.section().toTextClamped(InSection);
    return llvm::any_of(Unfinished,
                        [&](ByteRange Each) { return Each.touches(InText); });
  };
  Result.IsUnfinished = !Broken.empty() && llvm::all_of(Broken, isUnfinished);
  FunctionNoise WithAll = Result;
  addValues(Result, Function, NearLimit, Result.IsUnfinished);
  // A lens does not come and go.
  if (Result.IsUnfinished && !Result.hasNoise()) {
    Result = std::move(WithAll);
    addValues(Result, Function, NearLimit, /*LeavesOut=*/false);
  }
  if (Result.NotAnalysed > 0 || (Result.hasNoise() && Result.Broken > 0))
    Result.Level = std::max(Result.Level, NoiseLevel::Unknown);
  forEachProblem(Function, [&](const Problem &Issue) {
    Result.BrokenContracts += isBrokenContract(Issue);
  });
  return Result;
}

void mlir::noisy::lsp::forEachProblem(
    OperationRef Function, llvm::function_ref<void(const Problem &)> Visit) {
  const PlacedSection &Placement = Function.section();
  ByteRange Range = Function->Range;
  for (auto [I, Issue] : llvm::enumerate(ownProblems(Placement)))
    if (Range.contains(Issue.Range.Begin) && !isReplacedByEarlier(Placement, I))
      Visit(Issue);
  ByteRange InPart = Placement.toTextClamped(Range).shift(-Placement.PartBegin);
  for (const Problem &Issue : findEarlierProblems(Placement))
    if (InPart.contains(Issue.Range.Begin))
      Visit(Issue);
}

llvm::ArrayRef<Problem>
mlir::noisy::lsp::ownProblems(const PlacedSection &Placement) {
  return Placement.Facts && (!Placement.FactsAreStale || Placement.isStale())
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
