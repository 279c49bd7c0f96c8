//===- PlaceNoise.cpp - The noise of the values at a cursor ---------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/features/completion/PlaceNoise.h"
#include "server/features/noise/NoiseLevel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir::noisy::lsp;
using llvm::StringRef;

/// The values that are looked at: the nearest ones, and the first ones of the
/// section, which are the arguments of a function.
static constexpr size_t MaxNearest = 4000;
static constexpr size_t MaxFirst = 200;

NoiseLookup
mlir::noisy::lsp::findPlaceNoise(std::shared_ptr<const Snapshot> State,
                                 size_t Offset) {
  auto Noise = std::make_shared<llvm::StringMap<const NoiseInfo *>>();
  // After the last part, the cursor is where that is being continued.
  const Snapshot::Part *Owner = State->partAt(Offset);
  for (const PlacedSection &Placement : Owner
                                            ? llvm::ArrayRef(Owner->Sections)
                                            : llvm::ArrayRef<PlacedSection>()) {
    llvm::ArrayRef<Section::Token> Tokens = Placement.Data->tokens();
    auto End = llvm::partition_point(Tokens, [&](const Section::Token &Token) {
      return Placement.toTextClamped(Token.Range).End <= Offset;
    });
    auto Add = [&](const Section::Token &Token) {
      if (Token.TargetKind != Section::Kind::Value || !Token.IsDefinition)
        return false;
      ValueRef First(Placement, Token.Target);
      for (Section::Index I = 0; I < First->GroupSize; ++I) {
        ValueRef Value(Placement, Token.Target + I);
        const NoiseInfo *Entry = Value.shownNoise().Info;
        Noise->try_emplace(Value.name(), Entry);
        // A group is offered by its name alone.
        if (I == 0)
          Noise->try_emplace(Placement.Data->textOf(Token.Range), Entry);
      }
      return true;
    };
    // The nearest definition of a name counts.
    size_t Count = 0;
    auto Near = End;
    while (Near != Tokens.begin() && Count < MaxNearest)
      Count += Add(*--Near);
    Count = 0;
    for (auto It = Tokens.begin(); It < Near && Count < MaxFirst; ++It)
      Count += Add(*It);
  }
  return [State = std::move(State), Noise = std::move(Noise)](StringRef Name) {
    return Noise->lookup(Name);
  };
}
