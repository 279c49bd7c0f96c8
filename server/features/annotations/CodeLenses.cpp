//===- CodeLenses.cpp - The noise of each function ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/CodeLenses.h"
#include "server/features/noise/FunctionSummary.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

std::vector<FunctionLens> mlir::noisy::lsp::findLenses(const Snapshot &State,
                                                       uint32_t NearLimit) {
  std::vector<FunctionLens> Result;
  for (const Snapshot::Part &Part : State.parts())
    for (const Snapshot::Placed &Section : Part.Sections) {
      const class Section &Data = *Section.Data;
      for (Section::Index I = 0; I < Data.operations().size(); ++I) {
        const Section::Operation &Op = Data.operations()[I];
        std::optional<ByteRange> Where = Section.toText(Op.Name);
        if (!Op.IsFunction || Op.Name.empty() || !Where)
          continue;
        FunctionNoise Noise = getFunctionNoise(Section, I, NearLimit);
        if (!Noise.hasNoise())
          continue;
        FunctionLens Lens = {*Where, describeFunction(Section, Noise)};
        Lens.CanBeReduced =
            llvm::any_of(currentProblems(Section), [&](const Problem &Found) {
              return ByteRange(Op.Where).contains(Found.Where.Begin) &&
                     isReducible(Found.Code);
            });
        Result.push_back(std::move(Lens));
      }
    }
  return Result;
}
