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
  // Whoever took over a unit has what is behind it, too.
  llvm::DenseSet<const Unit *> Present;
  bool AnyBroken = false;
  for (Slot &S : New) {
    if (!S.Of)
      continue;
    Present.insert(S.Of.get());
    if (S.isGood())
      S.Behind.clear();
    else
      AnyBroken = true;
  }
  if (!AnyBroken)
    return;

  llvm::DenseSet<Slot *> Changed;
  auto inherit = [&](const std::shared_ptr<Unit> &Of,
                     std::shared_ptr<const SectionFacts> Facts, ByteRange Where,
                     const OffsetMap *Before) {
    ByteRange Here = Since.toTargetClamped(Where);
    Slot *To = findSlot(New, Here);
    if (!To || !To->Of || To->isGood())
      return;
    auto Moved = Before ? std::make_shared<OffsetMap>(*Before)
                        : std::make_shared<OffsetMap>();
    Moved->append(Since.within(Where));
    To->Behind.push_back(
        {Of,
         std::move(Facts),
         {Here.Begin - To->Where.Begin, Here.End - To->Where.Begin},
         std::move(Moved)});
    Changed.insert(To);
  };
  for (const Slot &S : Old) {
    if (!S.Of)
      continue;
    if (S.isGood()) {
      auto Still = Present.contains(S.Of.get());
      // The same text, but what it refers to is wrong now.
      Slot *Same = nullptr;
      if (Still) {
        Same = findSlot(New, Since.toTargetClamped(S.Where));
        if (!Same || Same->Of != S.Of || Same->isGood() ||
            !Same->Behind.empty())
          continue;
      }
      inherit(S.Of, S.Facts, S.Where, nullptr);
    } else if (!Present.contains(S.Of.get())) {
      for (const LastGood &Last : S.Behind)
        inherit(Last.Of, Last.Facts, Last.Where.shifted(S.Where.Begin),
                Last.Moved.get());
    }
  }
  for (Slot *S : Changed) {
    llvm::stable_sort(S->Behind, [&](const LastGood &A, const LastGood &B) {
      return S->Where.Begin + A.Where.Begin < S->Where.Begin + B.Where.Begin;
    });
    // What parses has its own names; only the noise is that of before.
    if (S->Of->isParsed() && !S->Behind.empty())
      S->Facts = translateFacts(S->Behind.front(), *S->Of->Data);
    else
      S->Facts = nullptr;
  }
}
