//===- History.cpp - The last good units of broken text -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/History.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir::noisy::lsp;

static size_t overlap(ByteRange A, ByteRange B) {
  size_t Begin = std::max(A.Begin, B.Begin), End = std::min(A.End, B.End);
  return Begin < End ? End - Begin : 0;
}

/// The slot that most of `Where` is in; null if that is none.
static Slot *findSlot(std::vector<Slot> &New, ByteRange Where) {
  auto First = llvm::partition_point(
      New, [&](const Slot &S) { return S.Where.End <= Where.Begin; });
  Slot *Best = nullptr;
  for (auto I = First; I != New.end() && I->Where.Begin < Where.End; ++I)
    if (!Best || overlap(I->Where, Where) > overlap(Best->Where, Where))
      Best = &*I;
  return Best;
}

/// Maps a value of `Old` to the value of `Now` with the same name in the same
/// place; None if there is none. `Moved` maps the old text to the new one, from
/// `Begin` on.
static Section::Index translate(Section::Index Of, const Section &Old,
                                const Section &Now, const OffsetMap &Moved,
                                size_t Begin) {
  const Section::Value &Value = Old.values()[Of];
  std::optional<ByteRange> Where = Moved.toTarget(ByteRange(Value.Name));
  if (!Where || Where->empty())
    return Section::None;
  ByteRange Here = Where->shifted(Begin);
  const Section::Token *Token = Now.tokenAt(Here.Begin);
  if (!Token || ByteRange(Token->Where) != Here || !Token->IsDefinition ||
      Token->Of != Section::Kind::Value)
    return Section::None;
  Section::Index Place = Of - Value.Group;
  return Place < Now.values()[Token->What].GroupSize ? Token->What + Place
                                                     : Section::None;
}

/// Returns those of `Known`, which are about values of `Old`, whose values
/// exist in `Now`, with their numbers there.
template <typename T>
static std::vector<T> translateAll(const std::vector<T> &Known,
                                   const Section &Old, const Section &Now,
                                   const OffsetMap &Moved, size_t Begin) {
  std::vector<T> Result;
  for (const T &Each : Known) {
    Section::Index Value = translate(Each.Value, Old, Now, Moved, Begin);
    if (Value == Section::None)
      continue;
    Result.push_back(Each);
    Result.back().Value = Value;
  }
  llvm::sort(Result, [](const T &A, const T &B) { return A.Value < B.Value; });
  return Result;
}

std::shared_ptr<const SectionFacts>
mlir::noisy::lsp::translateFacts(const LastGood &Old, const Section &Now) {
  if (!Old.Facts)
    return nullptr;
  auto Result = std::make_shared<SectionFacts>();
  Result->RestsOnStale = true;
  const Section &Before = *Old.Of->Data;
  std::vector<Section::Index> Numbers(Before.values().size(), Section::None);
  for (const NoiseInfo &Known : Old.Facts->Noise)
    Numbers[Known.Value] =
        translate(Known.Value, Before, Now, *Old.Moved, Old.Where.Begin);
  for (const NoiseInfo &Known : Old.Facts->Noise) {
    if (Numbers[Known.Value] == Section::None)
      continue;
    NoiseInfo &Here = Result->Noise.emplace_back(Known);
    Here.Value = Numbers[Known.Value];
    Here.FirstSource = uint32_t(Result->Sources.size());
    for (Section::Index Source : Old.Facts->sourcesOf(Known))
      if (Numbers[Source] != Section::None)
        Result->Sources.push_back(Numbers[Source]);
    Here.SourceCount = uint32_t(Result->Sources.size()) - Here.FirstSource;
  }
  llvm::sort(Result->Noise, [](const NoiseInfo &A, const NoiseInfo &B) {
    return A.Value < B.Value;
  });
  return Result;
}

/// Returns the details of `Old` by the numbers of `Now`, without details of
/// edited places.
static std::shared_ptr<const SectionDetails>
translateDetails(const SectionDetails &Known, const Section &Old,
                 const Section &Now, const OffsetMap &Moved, size_t Begin) {
  auto Result = std::make_shared<SectionDetails>();
  Result->Values = translateAll(Known.Values, Old, Now, Moved, Begin);
  for (const Problem &Found : Known.Problems)
    if (std::optional<ByteRange> Where = Moved.toTarget(Found.Where)) {
      Result->Problems.push_back(Found);
      Result->Problems.back().Where = Where->shifted(Begin);
    }
  return Result;
}

void mlir::noisy::lsp::inheritDetails(std::vector<Slot> &New,
                                      llvm::ArrayRef<Slot> Old,
                                      const OffsetMap &Since) {
  llvm::DenseSet<const Unit *> Present;
  for (const Slot &S : New)
    Present.insert(S.Of.get());
  auto inherit = [&](const SectionDetails &Known, const Section &From,
                     const OffsetMap &Before, ByteRange Where) {
    ByteRange Here = Since.toTargetClamped(Where);
    Slot *To = findSlot(New, Here);
    if (!To || !To->Of || !To->Of->isParsed() || To->Details ||
        Here.Begin < To->Where.Begin || To->Where.End < Here.End)
      return;
    OffsetMap Moved = Before;
    Moved.append(Since.within(Where));
    To->Details = translateDetails(Known, From, *To->Of->Data, Moved,
                                   Here.Begin - To->Where.Begin);
  };
  for (const Slot &S : Old) {
    if (!S.Of || Present.contains(S.Of.get()))
      continue;
    if (S.Of->isParsed()) {
      if (S.Details)
        inherit(*S.Details, *S.Of->Data, {}, S.Where);
      continue;
    }
    for (const LastGood &Last : S.Behind)
      if (Last.Details && Last.ForNames)
        inherit(*Last.Details, *Last.Of->Data, *Last.Moved,
                Last.Where.shifted(S.Where.Begin));
  }
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
    // A slot that took over a unit has its older units, too.
    Present.insert(S.Of.get());
    if (S.isGood())
      continue;
    // The text is the same, but it refers to something broken now.
    if (Good.contains(S.Of.get())) {
      S.Behind = {{S.Of,
                   S.Facts,
                   S.Details,
                   {0, S.Where.size()},
                   std::make_shared<OffsetMap>(),
                   /*ForNames=*/false}};
      S.Facts = translateFacts(S.Behind.front(), *S.Of->Data);
    }
  }

  llvm::DenseSet<Slot *> Changed;
  auto inheritIn = [&](Slot *To, LastGood Last, ByteRange Where) {
    ByteRange Here = Since.toTargetClamped(Where);
    if (!To || !To->Of || To->isGood() || !overlap(To->Where, Here))
      return;
    // A unit that parses has its own names.
    Last.ForNames &= !To->Of->isParsed();
    if (!Last.ForNames && !Last.ForNoise)
      return;
    auto Moved = Last.Moved ? std::make_shared<OffsetMap>(*Last.Moved)
                            : std::make_shared<OffsetMap>();
    Moved->append(Since.within(Where));
    // Text of the older unit in other slots may change unnoticed: it counts as
    // removed.
    ByteRange Left = {std::max(Here.Begin, To->Where.Begin),
                      std::min(Here.End, To->Where.End)};
    Moved->edit({{Left.End - Here.Begin, Here.size()}, 0});
    Moved->edit({{0, Left.Begin - Here.Begin}, 0});
    Last.Moved = std::move(Moved);
    Last.Where = {Left.Begin - To->Where.Begin, Left.End - To->Where.Begin};
    To->Behind.push_back(std::move(Last));
    Changed.insert(To);
  };
  auto inherit = [&](const LastGood &Last, ByteRange Where) {
    ByteRange Here = Since.toTargetClamped(Where);
    if (Last.Of->Kind != PieceKind::Aliases)
      return inheritIn(findSlot(New, Here), Last, Where);
    // A run may be cut now because of broken aliases (AliasCut).
    auto First = llvm::partition_point(
        New, [&](const Slot &S) { return S.Where.End <= Here.Begin; });
    for (; First != New.end() && First->Where.Begin < Here.End; ++First)
      inheritIn(&*First, Last, Where);
  };
  for (const Slot &S : Old) {
    if (!S.Of)
      continue;
    bool IsStill = Present.contains(S.Of.get());
    if (S.isGood()) {
      if (!IsStill)
        inherit({S.Of, S.Facts, S.Details, {}, nullptr}, S.Where);
    } else if (!IsStill) {
      bool IsParsed = S.Of->isParsed();
      if (IsParsed)
        inherit({S.Of,
                 S.Facts,
                 S.Details,
                 {},
                 nullptr,
                 /*ForNames=*/true,
                 /*ForNoise=*/false},
                S.Where);
      for (LastGood Last : S.Behind) {
        Last.ForNames &= !IsParsed;
        ByteRange Where = Last.Where.shifted(S.Where.Begin);
        inherit(Last, Where);
      }
    }
  }
  for (Slot *S : Changed) {
    llvm::stable_sort(S->Behind, [&](const LastGood &A, const LastGood &B) {
      return A.Where.Begin < B.Where.Begin;
    });
    // Only a unit that parses gets older facts.
    S->Facts = S->Of->isParsed()
                   ? translateFacts(S->Behind.front(), *S->Of->Data)
                   : nullptr;
  }
}
