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
static bool isElsewhere(ByteRange Old, ByteRange New, const OffsetMap &Since) {
  ByteRange Left = Since.toTargetClamped(Old);
  return !Left.empty() && (Left.End <= New.Begin || New.End <= Left.Begin);
}

static bool isSame(const Slot &New, const Slot &Old, const OffsetMap &Since) {
  return New.Kind == Old.Kind && !(Old.Of && Old.Of->isDropped()) &&
         (New.Info == Old.Info || (New.Info->Hash == Old.Info->Hash &&
                                   New.Where.size() == Old.Where.size())) &&
         !isElsewhere(Old.Where, New.Where, Since);
}

/// True if no surroundings of other slots depend on it.
static bool isPlain(const Slot &S) {
  return S.Kind == PieceKind::Operation && S.Info->Aliases.empty();
}

static void take(Slot &To, const Slot &From) {
  Slot Taken = From;
  Taken.Where = To.Where;
  Taken.Container = To.Container;
  Taken.Chunk = To.Chunk;
  Taken.Info = To.Info;
  To = std::move(Taken);
}

/// Takes the equal slots from the beginning, and from the end; returns the
/// range of the old slots in between, which are all if surroundings may have
/// changed.
static std::pair<size_t, size_t> takeByPlace(std::vector<Slot> &New,
                                             llvm::ArrayRef<Slot> Old,
                                             const OffsetMap &Since) {
  size_t Common = std::min(New.size(), Old.size());
  size_t Prefix = 0, Suffix = 0;
  while (Prefix < Common && isSame(New[Prefix], Old[Prefix], Since) &&
         New[Prefix].Container == Old[Prefix].Container &&
         New[Prefix].Chunk == Old[Prefix].Chunk)
    ++Prefix;
  ptrdiff_t Shift = ptrdiff_t(New.size()) - ptrdiff_t(Old.size());
  auto moved = [&](uint32_t Container) {
    return Container == Piece::None || Container < Prefix
               ? Container
               : uint32_t(Container + Shift);
  };
  uint32_t ChunkShift = Common ? New.back().Chunk - Old.back().Chunk : 0;
  while (Suffix < Common - Prefix &&
         New[New.size() - 1 - Suffix].Chunk ==
             Old[Old.size() - 1 - Suffix].Chunk + ChunkShift &&
         isSame(New[New.size() - 1 - Suffix], Old[Old.size() - 1 - Suffix],
                Since) &&
         New[New.size() - 1 - Suffix].Container ==
             moved(Old[Old.size() - 1 - Suffix].Container))
    ++Suffix;

  // A header in generic form depends on whether it has contents.
  bool IsBehindHeader = Prefix > 0 && New[Prefix - 1].Info->Generic &&
                        New[Prefix - 1].Kind == PieceKind::Header;
  bool SameAround =
      !IsBehindHeader &&
      std::all_of(New.begin() + Prefix, New.end() - Suffix, isPlain) &&
      std::all_of(Old.begin() + Prefix, Old.end() - Suffix, isPlain);
  if (!SameAround)
    return {0, Old.size()};
  for (size_t I = 0; I < Prefix; ++I)
    take(New[I], Old[I]);
  for (size_t I = 1; I <= Suffix; ++I)
    take(New[New.size() - I], Old[Old.size() - I]);
  return {Prefix, Old.size() - Suffix};
}

/// Takes the slot with the same text that was in this place; not one whose
/// text, or a part of it, is still elsewhere.
static bool takeByText(Slot &To, llvm::SmallVectorImpl<const Slot *> &Same,
                       const OffsetMap &Since) {
  const Slot **From = nullptr;
  for (const Slot *&Candidate : Same) {
    if (Since.toTarget(Candidate->Where) == To.Where) {
      From = &Candidate;
      break;
    }
    if (!From && !isElsewhere(Candidate->Where, To.Where, Since))
      From = &Candidate;
  }
  if (!From)
    return false;
  take(To, **From);
  Same.erase(From);
  return true;
}

void mlir::noisy::lsp::reuseUnits(
    std::vector<Slot> &New, llvm::StringRef Bytes, llvm::ArrayRef<Slot> Old,
    llvm::ArrayRef<std::shared_ptr<Unit>> Spare, const OffsetMap &Since,
    llvm::function_ref<bool(const Slot &)> IsCurrent,
    llvm::function_ref<bool(Slot &)> ParseHeader) {
  // Another context may change the validity of a header, and its contents
  // depend on that.
  bool HeadersHold = llvm::none_of(Old, [&](const Slot &S) {
    return S.Kind == PieceKind::Header && S.Of && !IsCurrent(S);
  });
  auto [Begin, End] = HeadersHold ? takeByPlace(New, Old, Since)
                                  : std::pair<size_t, size_t>(0, Old.size());
  auto isLeft = [](const Slot &S) {
    return !S.Of && S.Kind != PieceKind::Separator;
  };
  if (llvm::none_of(New, isLeft))
    return;

  llvm::DenseMap<uint64_t, llvm::SmallVector<const Slot *, 1>> ByText;
  for (const Slot &S : Old.slice(Begin, End - Begin))
    if (S.Of && !S.Of->isDropped())
      ByText[S.Of->TextKey].push_back(&S);
  llvm::DenseMap<uint64_t, llvm::SmallVector<std::shared_ptr<Unit>, 1>> Spares;
  for (const std::shared_ptr<Unit> &U : Spare)
    Spares[U->TextKey].push_back(U);

  SurroundingsMaker Maker(Bytes, New);
  for (size_t I = 0; I < New.size(); ++I) {
    Slot &S = New[I];
    if (!isLeft(S))
      continue;
    S.Around = Maker.get(I);
    uint64_t Key = Unit::keyOf(S.Kind, *S.Info, S.Where.size(), *S.Around);
    auto Same = ByText.find(Key);
    bool IsTaken = Same != ByText.end() && takeByText(S, Same->second, Since);
    if (auto Found = Spares.find(Key); !IsTaken && Found != Spares.end()) {
      // A unit of another context would be parsed again, and exist twice.
      auto Fitting =
          llvm::find_if(Found->second, [&](const std::shared_ptr<Unit> &Each) {
            S.Of = Each;
            return IsCurrent(S);
          });
      S.Of = nullptr;
      if (Fitting != Found->second.end()) {
        S.Of = std::move(*Fitting);
        Found->second.erase(Fitting);
      }
    }
    bool IsMissing = !S.Of || !IsCurrent(S);
    if (S.Kind == PieceKind::Header && IsMissing && !ParseHeader(S))
      return;
  }
}
