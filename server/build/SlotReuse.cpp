//===- SlotReuse.cpp - Unchanged units of the last text -------------------===//
//
// Part of noisy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "server/build/SlotReuse.h"
#include "server/build/SurroundingsMaker.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::noisy::lsp;

/// True if the rest of the text at `Old` is now outside of `New`.
static bool isElsewhere(ByteRange Old, ByteRange New, const OffsetMap &Edits) {
  ByteRange Remainder = Edits.toTargetClamped(Old);
  return !Remainder.empty() &&
         (Remainder.End <= New.Begin || New.End <= Remainder.Begin);
}

static bool isSame(const Slot &New, const Slot &Old, const OffsetMap &Edits) {
  return New.Kind == Old.Kind &&
         (New.Info == Old.Info || (New.Info->Hash == Old.Info->Hash &&
                                   New.Range.size() == Old.Range.size())) &&
         !isElsewhere(Old.Range, New.Range, Edits);
}

/// True if no surroundings of other slots depend on it.
static bool isPlain(const Slot &S) {
  return S.Kind == PieceKind::Operation && S.Info->Aliases.empty();
}

static void take(Slot &Target, const Slot &Source) {
  Slot Copy = Source;
  Copy.Range = Target.Range;
  Copy.Container = Target.Container;
  Copy.Chunk = Target.Chunk;
  Copy.Info = Target.Info;
  Target = std::move(Copy);
}

namespace {
/// The slots between those that are equal at the beginning and at the end.
struct Middle {
  /// The first one, and the numbers of new ones and old ones.
  size_t Begin = 0, NewCount, OldCount;
  /// True if these are operations only, so that aliases and headers around them
  /// are the same. Otherwise all slots are in the middle.
  bool IsAroundSame = false;
};
} // namespace

/// Takes the equal slots from the beginning, and from the end, unless
/// surroundings may have changed.
static Middle takeByPlace(std::vector<Slot> &New, llvm::ArrayRef<Slot> Old,
                          const OffsetMap &Edits) {
  size_t Common = std::min(New.size(), Old.size());
  size_t Prefix = 0, Suffix = 0;
  while (Prefix < Common && isSame(New[Prefix], Old[Prefix], Edits) &&
         New[Prefix].Container == Old[Prefix].Container &&
         New[Prefix].Chunk == Old[Prefix].Chunk)
    ++Prefix;
  ptrdiff_t Shift = ptrdiff_t(New.size()) - ptrdiff_t(Old.size());
  auto toNewIndex = [&](uint32_t Container) {
    return Container == Piece::None || Container < Prefix
               ? Container
               : uint32_t(Container + Shift);
  };
  uint32_t ChunkShift = Common ? New.back().Chunk - Old.back().Chunk : 0;
  while (Suffix < Common - Prefix &&
         New[New.size() - 1 - Suffix].Chunk ==
             Old[Old.size() - 1 - Suffix].Chunk + ChunkShift &&
         isSame(New[New.size() - 1 - Suffix], Old[Old.size() - 1 - Suffix],
                Edits) &&
         New[New.size() - 1 - Suffix].Container ==
             toNewIndex(Old[Old.size() - 1 - Suffix].Container))
    ++Suffix;

  // A header in generic form depends on whether it has contents.
  bool IsAfterHeader = Prefix > 0 && New[Prefix - 1].Info->Generic &&
                       New[Prefix - 1].Kind == PieceKind::Header;
  bool SameAround =
      !IsAfterHeader &&
      std::all_of(New.begin() + Prefix, New.end() - Suffix, isPlain) &&
      std::all_of(Old.begin() + Prefix, Old.end() - Suffix, isPlain);
  if (!SameAround)
    return {0, New.size(), Old.size()};
  for (size_t I = 0; I < Prefix; ++I)
    take(New[I], Old[I]);
  for (size_t I = 1; I <= Suffix; ++I)
    take(New[New.size() - I], Old[Old.size() - I]);
  return {Prefix, New.size() - Suffix - Prefix, Old.size() - Suffix - Prefix,
          /*IsAroundSame=*/true};
}

/// The surroundings of the old slot in the place of a new one, if they are
/// still the same; otherwise null.
static std::shared_ptr<const Surroundings>
findSame(size_t SlotIndex, const Slot &S, llvm::ArrayRef<Slot> Old,
         const Middle &Between, SurroundingsMaker &Maker) {
  if (!Between.IsAroundSame || SlotIndex < Between.Begin ||
      SlotIndex >= Between.Begin + Between.NewCount)
    return nullptr;
  size_t FromBegin = SlotIndex - Between.Begin,
         FromEnd = Between.NewCount - FromBegin;
  llvm::ArrayRef<Slot> Candidates = Old.slice(Between.Begin, Between.OldCount);
  for (size_t Place : {FromBegin, Candidates.size() - FromEnd})
    if (Place < Candidates.size() &&
        Candidates[Place].Container == S.Container &&
        Candidates[Place].Chunk == S.Chunk)
      if (auto Same = Maker.getLike(SlotIndex, Candidates[Place]))
        return Same;
  return nullptr;
}

/// Takes the slot with the same text that was in this place; not one whose
/// text, or a part of it, is still elsewhere.
static bool takeByText(Slot &Target,
                       llvm::SmallVectorImpl<const Slot *> &Candidates,
                       const OffsetMap &Edits) {
  const Slot **Best = nullptr;
  for (const Slot *&Candidate : Candidates) {
    if (Edits.toTarget(Candidate->Range) == Target.Range) {
      Best = &Candidate;
      break;
    }
    if (!Best && !isElsewhere(Candidate->Range, Target.Range, Edits))
      Best = &Candidate;
  }
  if (!Best)
    return false;
  take(Target, **Best);
  Candidates.erase(Best);
  return true;
}

void mlir::noisy::lsp::reuseUnits(
    std::vector<Slot> &New, llvm::StringRef Bytes, llvm::ArrayRef<Slot> Old,
    llvm::ArrayRef<std::shared_ptr<Unit>> Spare, const OffsetMap &Edits,
    llvm::function_ref<bool(const Slot &)> IsCurrent,
    llvm::function_ref<bool(Slot &)> ParseHeader) {
  // Another context may change the validity of a header, and its contents
  // depend on that.
  bool HeadersHold = llvm::none_of(Old, [&](const Slot &S) {
    return S.Kind == PieceKind::Header && S.Parsed && !IsCurrent(S);
  });
  Middle Between = HeadersHold ? takeByPlace(New, Old, Edits)
                               : Middle{0, New.size(), Old.size()};
  auto isLeft = [](const Slot &S) {
    return !S.Parsed && S.Kind != PieceKind::Separator;
  };
  if (llvm::none_of(New, isLeft))
    return;

  llvm::DenseMap<uint64_t, llvm::SmallVector<const Slot *, 1>> ByText;
  for (const Slot &S : Old.slice(Between.Begin, Between.OldCount))
    if (S.Parsed)
      ByText[S.Parsed->TextKey].push_back(&S);
  llvm::DenseMap<uint64_t, llvm::SmallVector<std::shared_ptr<Unit>, 1>> Spares;
  for (const std::shared_ptr<Unit> &U : Spare)
    if (!U->isDropped())
      Spares[U->TextKey].push_back(U);

  SurroundingsMaker Maker(Bytes, New);
  for (size_t I = 0; I < New.size(); ++I) {
    Slot &S = New[I];
    if (!isLeft(S))
      continue;
    S.SurroundingText = findSame(I, S, Old, Between, Maker);
    if (!S.SurroundingText)
      S.SurroundingText = Maker.get(I);
    uint64_t Key =
        Unit::keyOf(S.Kind, *S.Info, S.Range.size(), *S.SurroundingText);
    auto SameText = ByText.find(Key);
    bool IsTaken =
        SameText != ByText.end() && takeByText(S, SameText->second, Edits);
    if (auto It = Spares.find(Key); !IsTaken && It != Spares.end()) {
      // A unit of another context would be parsed again, and exist twice.
      auto Match = llvm::find_if(It->second,
                                 [&](const std::shared_ptr<Unit> &Candidate) {
                                   S.Parsed = Candidate;
                                   return IsCurrent(S);
                                 });
      S.Parsed = nullptr;
      if (Match != It->second.end()) {
        S.Parsed = std::move(*Match);
        It->second.erase(Match);
      }
    }
    bool IsMissing = !S.Parsed || S.Parsed->isDropped() || !IsCurrent(S);
    if (S.Kind == PieceKind::Header && IsMissing && !ParseHeader(S))
      return;
  }
}
