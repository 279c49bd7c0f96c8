//===- CodeLenses.cpp - The noise of each function ------------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/annotations/CodeLenses.h"
#include "server/features/noise/ForeignProblem.h"
#include "server/features/noise/FunctionSummary.h"
#include "server/settings/ProjectRules.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy;
using namespace mlir::noisy::lsp;

/// True if a function without encrypted values may get some again: its
/// parameters are being written, and its types name them. Without its lens all
/// lines below would move, and move back with the next key.
static bool mayGetNoise(OperationRef Function,
                        llvm::ArrayRef<ByteRange> Unfinished) {
  const PlacedSection &Section = Function.section();
  ByteRange InText = Section.toTextClamped(Function->Range);
  llvm::StringRef Header =
      Section.Data->text().slice(Function->Range.Begin, Function->Range.End);
  Header = Header.take_front(Header.find('{'));
  return Header.contains("!noisy.") &&
         llvm::any_of(Unfinished,
                      [&](ByteRange Each) { return Each.touches(InText); });
}

std::vector<FunctionLens>
mlir::noisy::lsp::findLenses(const Snapshot &State, uint32_t NearLimit,
                             llvm::ArrayRef<ByteRange> Unfinished) {
  std::vector<FunctionLens> Result;
  const NoiseRulesPtr Rules = currentRules();
  for (const Snapshot::Part &Part : State.parts())
    for (const PlacedSection &Section : Part.Sections)
      for (OperationRef Function : operationsOf(Section)) {
        std::optional<ByteRange> Name = Section.toText(Function->Name);
        if (!Function->IsFunction || Function->Name.empty() || !Name)
          continue;
        FunctionNoise Noise = getFunctionNoise(Function, NearLimit, Unfinished);
        if (!Noise.hasNoise() && !mayGetNoise(Function, Unfinished))
          continue;
        FunctionLens Lens = {*Name, describeFunction(Section, Noise)};
        // In a broken text, too: lenses do not come and go while a line is
        // typed. The fix says then what has to be done first.
        std::set<std::string> Reducers;
        forEachProblem(Function, [&](const Problem &Issue) {
          if (std::string Reducer = findReducer(Section, Issue, Rules.get());
              !Reducer.empty())
            Reducers.insert(std::move(Reducer));
        });
        if (!Reducers.empty())
          Lens.Fix = titleOfInsertion(Reducers);
        Lens.Doubt = describeDoubt(Noise);
        Result.push_back(std::move(Lens));
      }
  return Result;
}
