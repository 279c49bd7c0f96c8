//===- NoiseLevel.cpp - How bad the noise is ------------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/NoiseLevel.h"
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

FunctionNoise mlir::noisy::lsp::getFunctionNoise(const Snapshot::Placed &In,
                                                 Section::Index Function,
                                                 uint32_t NearLimit) {
  const Section &Data = *In.Data;
  FunctionNoise Result;
  Result.IsStale =
      In.isStale() || In.FactsAreStale || (In.Facts && In.Facts->RestsOnStale);
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
  };
  // What is inside follows the operation, in the order of the walk.
  llvm::ArrayRef<Section::Operation> Operations = Data.operations();
  Section::Index End = Function + 1;
  while (End < Operations.size() && Operations[End].Parent != Section::None &&
         Operations[End].Parent >= Function)
    ++End;
  for (Section::Index I = Function + 1; I < End; ++I) {
    const Section::Operation &Op = Operations[I];
    Result.Reductions += Data.string(Op.FullName) == "noisy.reduce_noise";
    for (Section::Index Number = 0; Number < Op.ResultCount; ++Number)
      visit(Op.FirstResult + Number);
  }
  for (const Section::Block &Block : Data.blocks())
    if (Block.Parent >= Function && Block.Parent < End)
      for (Section::Index Number = 0; Number < Block.ArgumentCount; ++Number)
        visit(Block.FirstArgument + Number);
  return Result;
}

bool mlir::noisy::lsp::isEncryptedType(llvm::StringRef Type) {
  static constexpr llvm::StringRef Element = "!noisy.i32";
  if (Type == Element)
    return true;
  return (Type.starts_with("tensor<") || Type.starts_with("vector<") ||
          Type.starts_with("memref<")) &&
         Type.contains(Element);
}
