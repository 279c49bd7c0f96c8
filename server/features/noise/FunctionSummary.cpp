//===- FunctionSummary.cpp - The noise of a function in a line ------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/noise/FunctionSummary.h"
#include "dialect/units/NoiseUnit.h"
#include "dialect/units/NumberText.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// The noise of a value by its name: "48 bits at %p2, limit 26".
static std::string describeAt(const Section &Data, const NoiseInfo &Info) {
  std::string Result = describeNoiseInWords(Info);
  return Result.insert(std::min(Result.find(','), Result.size()),
                       " at " + Data.nameOf(Info.Value));
}

/// The noise of the worst value, and its name.
static std::string describeWorst(const Section &Data,
                                 const FunctionNoise &Noise) {
  const NoiseInfo &Worst = *Noise.Worst;
  // The first such value is to be fixed; the worst one follows from it.
  const NoiseInfo &First = Noise.Origin ? *Noise.Origin : Worst;
  if (Worst.Bound.isUnknown())
    return "noise: " + describeAt(Data, First);
  if (Noise.IsWorstFromOutside)
    return "noise: " + describeAt(Data, Worst) +
           ", because of an overflow elsewhere";
  if (Worst.Bound.exceeds(Worst.Limit)) {
    std::string Result = "overflow: " + describeAt(Data, First);
    if (First.Bound < Worst.Bound)
      Result +=
          std::string(", then ") + (Worst.Bound.isBits() ? "at most " : "") +
          llvm::StringRef(describeNoiseInWords(Worst)).split(',').first.str();
    return Result;
  }
  if (Worst.IsUnreliable)
    return "noise: unknown at " + Data.nameOf(Worst.Value) +
           ", which depends on an overflow or on unknown noise";
  return "noise: at most " + describeNoiseInWords(Worst) + ", " +
         formatBits(Worst.Limit - Worst.Bound.getBits(), Worst.Unit,
                    Rounding::Down) +
         " left";
}

std::string
mlir::noisy::lsp::describeFunctionNoise(const Section &Data,
                                        const FunctionNoise &Noise) {
  std::string Result = Noise.Worst ? describeWorst(Data, Noise) : "noise: none";
  if (Noise.NotAnalysed > 0) {
    // Unknown noise comes first: the rest is incomplete.
    std::string UnknownNote =
        "noise: unknown for " + formatCount(Noise.NotAnalysed, "value");
    llvm::StringRef Rest = Result;
    Rest.consume_front("noise: ");
    Result = Noise.Worst ? UnknownNote + "; " + Rest.str() : UnknownNote;
  }
  if (Noise.Reductions > 0)
    Result += ", " + formatCount(Noise.Reductions, "reduction");
  // Excessive or unknown noise does not depend on the assumption.
  if (Noise.IsAssumed && Noise.Worst &&
      !Noise.Worst->Bound.exceeds(Noise.Worst->Limit))
    Result += ", if arguments are fresh";
  return Result;
}

std::string mlir::noisy::lsp::describeDoubt(const FunctionNoise &Noise) {
  // No number, which would change with many keys.
  if (Noise.Broken > 0)
    return Noise.IsUnfinished ? "unfinished lines are left out"
                              : "lines with errors are left out";
  return Noise.IsStale ? "from before the error" : "";
}

std::string mlir::noisy::lsp::describeFunction(const PlacedSection &Placement,
                                               const FunctionNoise &Noise) {
  std::string Result = describeFunctionNoise(*Placement.Data, Noise);
  return Noise.BrokenContracts > 0
             ? formatCount(Noise.BrokenContracts, "contract") + " broken; " +
                   Result
             : Result;
}
