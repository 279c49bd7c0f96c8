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
    for (const PlacedSection &Section : Part.Sections)
      for (OperationRef Function : operationsOf(Section)) {
        std::optional<ByteRange> Name = Section.toText(Function->Name);
        if (!Function->IsFunction || Function->Name.empty() || !Name)
          continue;
        FunctionNoise Noise = getFunctionNoise(Function, NearLimit);
        if (!Noise.hasNoise())
          continue;
        FunctionLens Lens = {*Name, describeFunction(Section, Noise)};
        // No fix is offered in a text with errors.
        Lens.CanBeReduced =
            !haveError(Part.Problems ? *Part.Problems
                                     : std::vector<Problem>()) &&
            llvm::any_of(currentProblems(Section), [&](const Problem &Problem) {
              return ByteRange(Function->Range).contains(Problem.Range.Begin) &&
                     isReducible(Problem.Code);
            });
        Result.push_back(std::move(Lens));
      }
  return Result;
}
