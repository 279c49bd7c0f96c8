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

/// The slot that most of `Range` is in; null if that is none.
static Slot *findSlot(std::vector<Slot> &New, ByteRange Range) {
  auto First = llvm::partition_point(
      New, [&](const Slot &S) { return S.Range.End <= Range.Begin; });
  Slot *Best = nullptr;
  for (auto I = First; I != New.end() && I->Range.Begin < Range.End; ++I)
    if (!Best || overlap(I->Range, Range) > overlap(Best->Range, Range))
      Best = &*I;
  return Best;
}

/// Maps a value of `Old` to the value of `NewSection` with the same name in the
/// same place; None if there is none. `Offsets` maps the old text to the new
/// one, from `Begin` on.
static Section::Index translate(Section::Index OldIndex, const Section &Old,
                                const Section &NewSection,
                                const OffsetMap &Offsets, size_t Begin) {
  const Section::Value &Value = Old.values()[OldIndex];
  std::optional<ByteRange> NameRange = Offsets.toTarget(ByteRange(Value.Name));
  return NameRange ? NewSection.valueDefinedAt(NameRange->shift(Begin),
                                               OldIndex - Value.Group)
                   : Section::None;
}

std::shared_ptr<const SectionFacts>
mlir::noisy::lsp::translateFacts(const LastGood &Old,
                                 const Section &NewSection) {
  if (!Old.Facts)
    return nullptr;
  auto Result = std::make_shared<SectionFacts>();
  Result->RestsOnStale = true;
  Result->Words = Old.Facts->Words;
  const Section &OldSection = *Old.Parsed->Data;
  std::vector<Section::Index> Numbers(OldSection.values().size(),
                                      Section::None);
  for (const NoiseInfo &Info : Old.Facts->Noise)
    Numbers[Info.Value] = translate(Info.Value, OldSection, NewSection,
                                    *Old.Offsets, Old.Range.Begin);
  for (const NoiseInfo &Info : Old.Facts->Noise) {
    if (Numbers[Info.Value] == Section::None)
      continue;
    NoiseInfo &NewInfo = Result->Noise.emplace_back(Info);
    NewInfo.Value = Numbers[Info.Value];
    for (Section::Index *Reason : {&NewInfo.RestsOn, &NewInfo.UnreliableCause})
      if (*Reason != Section::None)
        *Reason = Numbers[*Reason];
    NewInfo.FirstSource = uint32_t(Result->Sources.size());
    for (Section::Index Source : Old.Facts->sourcesOf(Info))
      if (Numbers[Source] != Section::None)
        Result->Sources.push_back(Numbers[Source]);
    NewInfo.SourceCount =
        uint32_t(Result->Sources.size()) - NewInfo.FirstSource;
  }
  llvm::sort(Result->Noise, [](const NoiseInfo &A, const NoiseInfo &B) {
    return A.Value < B.Value;
  });
  return Result;
}

/// Returns the details of `OldData` for the section of a later text, without
/// details of edited places. `Offsets` maps the old text to the later one, in
/// which it begins at `Begin`.
static std::shared_ptr<const SectionDetails>
translateDetails(std::shared_ptr<const SectionDetails> Old,
                 std::shared_ptr<const Section> OldData,
                 std::shared_ptr<const Section> NewData,
                 const OffsetMap &Offsets, size_t Begin) {
  auto Result = std::make_shared<SectionDetails>();
  for (const Problem &OldProblem : Old->Problems)
    if (std::optional<ByteRange> NewRange =
            Offsets.toTarget(OldProblem.Range)) {
      Result->Problems.push_back(OldProblem);
      Result->Problems.back().Range = NewRange->shift(Begin);
    }
  // There is no chain of such details, however often they are inherited.
  EarlierDetails Earlier =
      Old->Earlier ? *Old->Earlier
                   : EarlierDetails{std::move(OldData), std::move(Old), {}, {}};
  Earlier.LaterData = std::move(NewData);
  Earlier.Offsets.append(Offsets);
  Earlier.Offsets.edit({{0, 0}, Begin});
  Result->Earlier = std::make_shared<const EarlierDetails>(std::move(Earlier));
  return Result;
}

void mlir::noisy::lsp::inheritDetails(std::vector<Slot> &New,
                                      llvm::ArrayRef<Slot> Old,
                                      const OffsetMap &Edits) {
  llvm::DenseSet<const Unit *> Present;
  for (const Slot &S : New)
    Present.insert(S.Parsed.get());
  auto inherit = [&](std::shared_ptr<const SectionDetails> Details,
                     std::shared_ptr<const Section> OldData,
                     const OffsetMap &OldOffsets, ByteRange OldRange) {
    ByteRange NewRange = Edits.toTargetClamped(OldRange);
    Slot *Target = findSlot(New, NewRange);
    // With a key it has its own, if only to say that there are none.
    if (!Target || !Target->Parsed || !Target->Parsed->isParsed() ||
        Target->Details || Target->DetailsKey != 0 ||
        NewRange.Begin < Target->Range.Begin ||
        Target->Range.End < NewRange.End)
      return;
    OffsetMap Offsets = OldOffsets;
    Offsets.append(Edits.slice(OldRange));
    Target->Details = translateDetails(std::move(Details), std::move(OldData),
                                       Target->Parsed->Data, Offsets,
                                       NewRange.Begin - Target->Range.Begin);
  };
  for (const Slot &S : Old) {
    if (!S.Parsed || Present.contains(S.Parsed.get()))
      continue;
    if (S.Parsed->isParsed()) {
      if (S.Details)
        inherit(S.Details, S.Parsed->Data, {}, S.Range);
      continue;
    }
    for (const LastGood &Last : S.LastGoodUnits)
      if (Last.Details && Last.ForNames)
        inherit(Last.Details, Last.Parsed->Data, *Last.Offsets,
                Last.Range.shift(S.Range.Begin));
  }
}

/// Leaves of an older unit only the bytes `Kept` of the slot.
static LastGood narrow(LastGood Last, ByteRange Kept) {
  auto Offsets = std::make_shared<OffsetMap>(*Last.Offsets);
  Offsets->edit({{Kept.End - Last.Range.Begin, Last.Range.size()}, 0});
  Offsets->edit({{0, Kept.Begin - Last.Range.Begin}, 0});
  Last.Offsets = std::move(Offsets);
  Last.Range = Kept;
  return Last;
}

/// True if there is anything of an alias in these bytes of the slot.
static bool hasAlias(const LastGood &Last, ByteRange Bytes) {
  return llvm::any_of(Last.Parsed->Info->Aliases,
                      [&](const PieceInfo::AliasDefinition &Line) {
                        return overlap(Last.Offsets->toTargetClamped(Line.Range)
                                           .shift(Last.Range.Begin),
                                       Bytes) > 0;
                      });
}

/// Leaves one older unit for each byte of a run of aliases: the newest. Runs
/// are cut and joined as they are typed, and a slot may have got a unit on two
/// ways: with its own unit and from its neighbors.
static void keepNewestAliases(std::vector<LastGood> &Units) {
  auto isRun = [](const LastGood &Last) {
    return Last.Parsed->Kind == PieceKind::Aliases;
  };
  if (llvm::none_of(Units, isRun))
    return;
  llvm::stable_sort(Units, [](const LastGood &A, const LastGood &B) {
    return A.Parsed->Id > B.Parsed->Id;
  });
  std::vector<LastGood> Kept;
  for (const LastGood &Last : Units) {
    std::vector<ByteRange> Rest = {Last.Range};
    if (isRun(Last))
      for (const LastGood &Newer : llvm::make_filter_range(Kept, isRun)) {
        std::vector<ByteRange> Beside;
        for (ByteRange Part : Rest)
          for (ByteRange Side :
               {ByteRange{Part.Begin, std::min(Part.End, Newer.Range.Begin)},
                ByteRange{std::max(Part.Begin, Newer.Range.End), Part.End}})
            if (Side.Begin < Side.End)
              Beside.push_back(Side);
        Rest = std::move(Beside);
      }
    if (Rest.size() == 1 && Rest.front() == Last.Range)
      Kept.push_back(Last);
    else
      for (ByteRange Part : Rest)
        if (hasAlias(Last, Part))
          Kept.push_back(narrow(Last, Part));
  }
  Units = std::move(Kept);
}

/// Leaves each older unit once in a place.
static void dropRepeated(std::vector<LastGood> &Units) {
  std::vector<LastGood> Kept;
  for (LastGood &Last : Units) {
    auto Same = llvm::find_if(Kept, [&](const LastGood &Other) {
      return Other.Parsed->Id == Last.Parsed->Id && Other.Range == Last.Range;
    });
    if (Same == Kept.end()) {
      Kept.push_back(std::move(Last));
      continue;
    }
    Same->ForNames |= Last.ForNames;
    Same->ForNoise |= Last.ForNoise;
  }
  Units = std::move(Kept);
}

void mlir::noisy::lsp::inheritLastGood(std::vector<Slot> &New,
                                       llvm::ArrayRef<Slot> Old,
                                       const OffsetMap &Edits) {
  bool AnyBroken = false;
  for (Slot &S : New) {
    if (S.isGood())
      S.LastGoodUnits.clear();
    else
      AnyBroken |= S.Parsed != nullptr;
  }
  if (!AnyBroken)
    return;

  llvm::DenseSet<const Unit *> Present, Known, Good;
  for (const Slot &S : Old) {
    Known.insert(S.Parsed.get());
    if (S.isGood())
      Good.insert(S.Parsed.get());
  }
  for (Slot &S : New) {
    if (!S.Parsed)
      continue;
    // A slot that took over a unit has its older units, too.
    Present.insert(S.Parsed.get());
    if (S.isGood())
      continue;
    // A patch has made them before it was known that something is wrong.
    if (!Known.contains(S.Parsed.get())) {
      S.Facts = nullptr;
      S.NoiseKey = 0;
    }
    // The text is the same, but it refers to something broken now.
    if (Good.contains(S.Parsed.get())) {
      S.LastGoodUnits = {{S.Parsed,
                          S.Facts,
                          S.Details,
                          {0, S.Range.size()},
                          std::make_shared<OffsetMap>(),
                          /*ForNames=*/false}};
      S.Facts = translateFacts(S.LastGoodUnits.front(), *S.Parsed->Data);
    }
  }

  llvm::DenseSet<Slot *> ChangedSlots;
  auto inheritIn = [&](Slot *Target, LastGood Last, ByteRange Range) {
    ByteRange NewRange = Edits.toTargetClamped(Range);
    if (!Target || !Target->Parsed || Target->isGood() ||
        !overlap(Target->Range, NewRange))
      return;
    // A unit that parses has its own names.
    Last.ForNames &= !Target->Parsed->isParsed();
    if (!Last.ForNames && !Last.ForNoise)
      return;
    auto Offsets = Last.Offsets ? std::make_shared<OffsetMap>(*Last.Offsets)
                                : std::make_shared<OffsetMap>();
    Offsets->append(Edits.slice(Range));
    // Text of the older unit in other slots may change unnoticed: it counts as
    // removed.
    ByteRange RestRange = {std::max(NewRange.Begin, Target->Range.Begin),
                           std::min(NewRange.End, Target->Range.End)};
    Offsets->edit({{RestRange.End - NewRange.Begin, NewRange.size()}, 0});
    Offsets->edit({{0, RestRange.Begin - NewRange.Begin}, 0});
    Last.Offsets = std::move(Offsets);
    Last.Range = {RestRange.Begin - Target->Range.Begin,
                  RestRange.End - Target->Range.Begin};
    Target->LastGoodUnits.push_back(std::move(Last));
    ChangedSlots.insert(Target);
  };
  auto inherit = [&](const LastGood &Last, ByteRange OldRange) {
    ByteRange NewRange = Edits.toTargetClamped(OldRange);
    if (Last.Parsed->Kind != PieceKind::Aliases)
      return inheritIn(findSlot(New, NewRange), Last, OldRange);
    // A run may be cut now because of broken aliases (AliasCut).
    auto First = llvm::partition_point(
        New, [&](const Slot &S) { return S.Range.End <= NewRange.Begin; });
    for (; First != New.end() && First->Range.Begin < NewRange.End; ++First)
      inheritIn(&*First, Last, OldRange);
  };
  for (const Slot &S : Old) {
    if (!S.Parsed)
      continue;
    bool IsStill = Present.contains(S.Parsed.get());
    if (S.isGood()) {
      if (!IsStill)
        inherit({S.Parsed, S.Facts, S.Details, {}, nullptr}, S.Range);
    } else if (!IsStill) {
      bool IsParsed = S.Parsed->isParsed();
      if (IsParsed)
        inherit({S.Parsed,
                 S.Facts,
                 S.Details,
                 {},
                 nullptr,
                 /*ForNames=*/true,
                 /*ForNoise=*/false},
                S.Range);
      for (LastGood Last : S.LastGoodUnits) {
        Last.ForNames &= !IsParsed;
        ByteRange OldRange = Last.Range.shift(S.Range.Begin);
        inherit(Last, OldRange);
      }
    }
  }
  for (Slot *S : ChangedSlots) {
    dropRepeated(S->LastGoodUnits);
    keepNewestAliases(S->LastGoodUnits);
    llvm::stable_sort(S->LastGoodUnits,
                      [&](const LastGood &A, const LastGood &B) {
                        return A.Range.Begin < B.Range.Begin;
                      });
    // Only a unit that parses gets older facts.
    S->Facts = S->Parsed->isParsed()
                   ? translateFacts(S->LastGoodUnits.front(), *S->Parsed->Data)
                   : nullptr;
  }
}

void mlir::noisy::lsp::inheritEarlierFacts(std::vector<Slot> &New,
                                           llvm::ArrayRef<Slot> Old,
                                           const OffsetMap &Edits) {
  auto needsEarlier = [](const Slot &S) {
    return S.Parsed && (!S.isGood() || (S.Facts && S.Facts->HasNoiseOfBroken));
  };
  for (Slot &S : New)
    S.Earlier = nullptr;
  if (llvm::none_of(New, needsEarlier))
    return;
  for (const Slot &S : Old) {
    if (!S.Parsed)
      continue;
    bool IsWhole = S.isGood() && S.Facts && !S.Facts->HasNoiseOfBroken;
    if (!IsWhole && !S.Earlier)
      continue;
    ByteRange NewRange = Edits.toTargetClamped(S.Range);
    Slot *Target = findSlot(New, NewRange);
    if (!Target || !needsEarlier(*Target) || Target->Earlier)
      continue;
    auto Result = IsWhole ? std::make_shared<EarlierFacts>(EarlierFacts{
                                S.Parsed->Data, S.Facts, OffsetMap()})
                          : std::make_shared<EarlierFacts>(*S.Earlier);
    Result->Offsets.append(Edits.slice(S.Range));
    // The text of the slot may begin before, or end after.
    ByteRange Kept = {std::max(NewRange.Begin, Target->Range.Begin),
                      std::min(NewRange.End, Target->Range.End)};
    if (Kept.End < Kept.Begin)
      continue;
    Result->Offsets.edit({{Kept.End - NewRange.Begin, NewRange.size()}, 0});
    Result->Offsets.edit(
        {{0, Kept.Begin - NewRange.Begin}, Kept.Begin - Target->Range.Begin});
    Target->Earlier = std::move(Result);
  }
}
