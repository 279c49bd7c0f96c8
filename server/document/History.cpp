//===- History.cpp - What stood where the text is broken now --------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/document/History.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

static size_t overlap(ByteRange A, ByteRange B) {
  size_t Begin = std::max(A.Begin, B.Begin), End = std::min(A.End, B.End);
  return Begin < End ? End - Begin : 0;
}

/// The slot that most of `Where` is in; null when that is none.
static Slot *findSlot(std::vector<Slot> &New, ByteRange Where) {
  auto First = llvm::partition_point(
      New, [&](const Slot &S) { return S.Where.End <= Where.Begin; });
  Slot *Best = nullptr;
  for (auto I = First; I != New.end() && I->Where.Begin < Where.End; ++I)
    if (!Best || overlap(I->Where, Where) > overlap(Best->Where, Where))
      Best = &*I;
  return Best;
}

std::shared_ptr<const SectionFacts>
mlir::noisy::lsp::translateFacts(const LastGood &Old, const Section &Now) {
  if (!Old.Facts)
    return nullptr;
  auto Result = std::make_shared<SectionFacts>();
  Result->RestsOnStale = true;
  for (const NoiseInfo &Info : Old.Facts->Noise) {
    const Section::Value &Value = Old.Of->Data->values()[Info.Value];
    std::optional<ByteRange> Where = Old.Moved->toTarget(ByteRange(Value.Name));
    if (!Where || Where->empty())
      continue;
    ByteRange Here = Where->shifted(Old.Where.Begin);
    const Section::Token *Token = Now.tokenAt(Here.Begin);
    if (!Token || ByteRange(Token->Where) != Here || !Token->IsDefinition ||
        Token->Of != Section::Kind::Value)
      continue;
    Section::Index Place = Info.Value - Value.Group;
    if (Place >= Now.values()[Token->What].GroupSize)
      continue;
    NoiseInfo Moved = Info;
    Moved.Value = Token->What + Place;
    Result->Noise.push_back(std::move(Moved));
  }
  llvm::sort(Result->Noise, [](const NoiseInfo &A, const NoiseInfo &B) {
    return A.Value < B.Value;
  });
  return Result;
}

void mlir::noisy::lsp::inheritLastGood(std::vector<Slot> &New,
                                       llvm::ArrayRef<Slot> Old,
                                       const OffsetMap &Since) {
  bool AnyBroken = false;
  for (Slot &S : New) {
    if (S.isGood())
      S.Behind.clear();
    else
      AnyBroken |= S.Of != nullptr;
  }
  if (!AnyBroken)
    return;

  llvm::DenseSet<const Unit *> Present, Good;
  for (const Slot &S : Old)
    if (S.isGood())
      Good.insert(S.Of.get());
  for (Slot &S : New) {
    if (!S.Of)
      continue;
    // Whoever took over a unit has what is behind it, too.
    Present.insert(S.Of.get());
    if (S.isGood())
      continue;
    // The same text, but what it refers to is wrong now.
    if (Good.contains(S.Of.get())) {
      S.Behind = {{S.Of,
                   S.Facts,
                   {0, S.Where.size()},
                   std::make_shared<OffsetMap>(),
                   /*ForNames=*/false}};
      S.Facts = translateFacts(S.Behind.front(), *S.Of->Data);
    }
  }

  llvm::DenseSet<Slot *> Changed;
  auto inherit = [&](LastGood Last, ByteRange Where) {
    ByteRange Here = Since.toTargetClamped(Where);
    Slot *To = findSlot(New, Here);
    if (!To || !To->Of || To->isGood() || !overlap(To->Where, Here))
      return;
    // What parses has its own names.
    Last.ForNames &= !To->Of->isParsed();
    if (!Last.ForNames && !Last.ForNoise)
      return;
    auto Moved = Last.Moved ? std::make_shared<OffsetMap>(*Last.Moved)
                            : std::make_shared<OffsetMap>();
    Moved->append(Since.within(Where));
    // What it had in other slots is edited without this one knowing.
    ByteRange Left = {std::max(Here.Begin, To->Where.Begin),
                      std::min(Here.End, To->Where.End)};
    Moved->edit({{Left.End - Here.Begin, Here.size()}, 0});
    Moved->edit({{0, Left.Begin - Here.Begin}, 0});
    Last.Moved = std::move(Moved);
    Last.Where = {Left.Begin - To->Where.Begin, Left.End - To->Where.Begin};
    To->Behind.push_back(std::move(Last));
    Changed.insert(To);
  };
  for (const Slot &S : Old) {
    if (!S.Of)
      continue;
    bool IsStill = Present.contains(S.Of.get());
    if (S.isGood()) {
      if (!IsStill)
        inherit({S.Of, S.Facts, {}, nullptr}, S.Where);
    } else if (!IsStill) {
      bool IsParsed = S.Of->isParsed();
      if (IsParsed)
        inherit({S.Of,
                 S.Facts,
                 {},
                 nullptr,
                 /*ForNames=*/true,
                 /*ForNoise=*/false},
                S.Where);
      for (LastGood Last : S.Behind) {
        Last.ForNames &= !IsParsed;
        ByteRange Where = Last.Where.shifted(S.Where.Begin);
        inherit(std::move(Last), Where);
      }
    }
  }
  for (Slot *S : Changed) {
    llvm::stable_sort(S->Behind, [&](const LastGood &A, const LastGood &B) {
      return A.Where.Begin < B.Where.Begin;
    });
    // Only the noise of what parses is that of before.
    S->Facts = S->Of->isParsed()
                   ? translateFacts(S->Behind.front(), *S->Of->Data)
                   : nullptr;
  }
}
