//===- FunctionSummary.cpp - The noise of a function in a line ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/noise/FunctionSummary.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// A number with its noun: "1 reduction", "3 reductions".
static std::string count(unsigned Number, const std::string &Noun) {
  return std::to_string(Number) + " " + Noun + (Number == 1 ? "" : "s");
}

/// The noise in short, "24/26", without assumptions: these are reported for the
/// function as a whole.
static std::string shortly(const NoiseInfo &Info, bool WithUnreliable = true) {
  NoiseInfo Plain = Info;
  Plain.IsAssumed = false;
  Plain.IsUnreliable &= WithUnreliable;
  return describeNoiseShortly(Plain, /*IsStale=*/false);
}

/// The noise of the worst value, and its name.
static std::string describeWorst(const Section &Data,
                                 const FunctionNoise &Noise) {
  const NoiseInfo &Worst = *Noise.Worst;
  auto describeValue = [&](const NoiseInfo &Info) {
    return shortly(Info) + " at " + Data.nameOf(Info.Value);
  };
  if (Worst.Bound.isUnknown())
    return "noise: " + describeValue(Noise.Origin ? *Noise.Origin : Worst);
  if (Worst.Bound.exceeds(Worst.Limit)) {
    // The first such value is to be fixed; the worst one follows from it.
    const NoiseInfo &First = Noise.Origin ? *Noise.Origin : Worst;
    std::string Result = "overflow: " + describeValue(First);
    if (First.Bound < Worst.Bound)
      Result += ", then up to " + shortly(Worst, /*WithUnreliable=*/false);
    return Result;
  }
  if (Worst.IsUnreliable)
    return "noise: " + describeValue(Worst);
  return "noise: at most " + shortly(Worst) + ", " +
         count(Worst.Limit - Worst.Bound.getBits(), "bit") + " left";
}

std::string
mlir::noisy::lsp::describeFunctionNoise(const Section &Data,
                                        const FunctionNoise &Noise) {
  std::string Result = Noise.Worst ? describeWorst(Data, Noise) : "noise: none";
  if (Noise.NotAnalysed > 0) {
    // Unknown noise comes first: the rest is incomplete.
    std::string UnknownNote =
        "noise: unknown for " + count(Noise.NotAnalysed, "value");
    llvm::StringRef Rest = Result;
    Rest.consume_front("noise: ");
    Result = Noise.Worst ? UnknownNote + "; " + Rest.str() : UnknownNote;
  }
  if (Noise.Broken > 0) {
    llvm::StringRef Rest = Result;
    Result = "errors; " + (Rest.consume_front("noise: ")
                               ? "noise of the rest: " + Rest.str()
                               : Result);
  }
  if (Noise.Reductions > 0)
    Result += ", " + count(Noise.Reductions, "reduction");
  // Excessive or unknown noise does not depend on the assumption.
  if (Noise.IsAssumed && Noise.Worst &&
      !Noise.Worst->Bound.exceeds(Noise.Worst->Limit))
    Result += ", if arguments are fresh";
  if (Noise.IsStale)
    Result += " (stale)";
  return Result;
}

std::string mlir::noisy::lsp::describeFunction(const PlacedSection &Placement,
                                               const FunctionNoise &Noise) {
  std::string Result = describeFunctionNoise(*Placement.Data, Noise);
  return Noise.BrokenContracts > 0
             ? count(Noise.BrokenContracts, "contract") + " broken; " + Result
             : Result;
}
